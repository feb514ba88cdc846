import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRunTag, shardTag, tagOfLoad, tagSource, tagsIn } from '../../src/animals/tag.ts';
import { isPlainName } from '../../src/exchange/creation-body.ts';
import { propertyRuns } from '../property-runs.ts';

/** Text as others may write it around a tag, or without one. */
const otherText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('c', 'x', 'q', 'z', '1', '0', ' '), maxLength: 12 }),
);

describe('the tag of a run', () => {
  it('is letters only, and each run has its own', () => {
    const tags = Array.from({ length: 50 }, () => newRunTag());
    expect(tags.filter((tag) => !/^c[a-y]{6}$/.test(tag))).toEqual([]);
    expect(new Set(tags).size).toBe(tags.length);
  });

  it('of a shard has no character three times in a row, and begins no tag of another shard', () => {
    const loads = Array.from({ length: 500 }, (_, k) =>
      tagOfLoad((0x1234_5678_9abcn * BigInt(k * k)).toString(16)),
    );
    expect(loads.filter((tag) => !/^c[a-y]{6}$/.test(tag) || /(.)\1/.test(tag))).toEqual([]);
    const [load = ''] = loads;
    // All of them would take seconds.
    const indexes = Array.from({ length: 250 }, (_, k) => (k < 200 ? k : 9_950 + k - 200));
    const shards = indexes.map((index) => shardTag(load, index));
    expect([new Set(shards).size, new Set(shards.map(({ length }) => length)).size]).toEqual([250, 1]);
    expect(shards.filter((tag) => /(.)\1\1/.test(tag))).toEqual([]);
    expect(tagSource(shardTag(load, 0), 9_008_160).next()).toBe(`${shards[0]}9008160z`);
  });

  it('keeps a plain name plain', () => {
    expect(isPlainName(`Rex ${tagSource(newRunTag(), 99_999).next()}`)).toBe(true);
  });
});

describe('the tags of the requests', () => {
  it('never repeat, nor is one found in another', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000 }), fc.integer({ min: 2, max: 200 }), (first, count) => {
        const run = newRunTag();
        const source = tagSource(run, first);
        const tags = Array.from({ length: count }, () => source.next());
        expect(new Set(tags).size).toBe(count);
        for (const tag of tags.slice(0, 20)) {
          expect(tags.filter((other) => other.includes(tag))).toEqual([tag]);
        }
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  it('are numbered', () => {
    const source = tagSource('cabcdef', 9);
    expect([source.run, source.next(), source.next(), source.next()]).toEqual([
      'cabcdef',
      'cabcdef9z',
      'cabcdef10z',
      'cabcdef11z',
    ]);
  });

  it.each(['digits', 'letters', 'capitalised'] as const)(
    'have no character three times in a row, which a service may refuse (%s)',
    (tags) => {
      const source = tagSource(newRunTag(), 0, { template: '{tag}', tags });
      const threeAlike = Array.from({ length: 2_000 }, source.next).filter((tag) => /(.)\1\1/i.test(tag));
      expect(threeAlike).toEqual([]);
    },
  );

  it.each(['digits', 'letters', 'capitalised'] as const)(
    'have at most four consonants in a row, like words (%s)',
    (tags) => {
      const names = [newRunTag(), tagOfLoad('9e3779b97f4a7c15f39cc0605cedc834')].flatMap((run) =>
        Array.from({ length: 500 }, tagSource(run, 9_000, { template: 'Rex {tag}', tags }).next),
      );
      expect(names.filter((name) => /[b-df-hj-np-tv-z]{5}/i.test(name))).toEqual([]);
    },
  );

  it('are found in any text around them, in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(otherText, fc.nat()), { maxLength: 4 }), otherText, (parts, rest) => {
        const run = newRunTag();
        const tags = parts.map(([, number]) => tagSource(run, number).next());
        const text = parts.map(([before], index) => `${before}${tags[index]}`).join('') + rest;
        expect(tagsIn(text, run)).toEqual(tags);
      }),
    );
  });

  it('are not found in the text of others, nor those of another run', () => {
    fc.assert(
      fc.property(otherText, fc.nat(), (text, number) => {
        expect(tagsIn(`${text}${tagSource('cabcdef', number).next()}${text}`, 'cghijkm')).toEqual([]);
      }),
    );
    expect(tagsIn('cabcdef cabcdefz cabcdef-1z CABCDEF1Z', 'cabcdef')).toEqual([]);
  });
});
