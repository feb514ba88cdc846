import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJudgedText } from '../../src/animals/judge-creation.ts';
import { newRunTag, tagSource, tagsIn } from '../../src/animals/tag.ts';
import { nameBundles } from '../../src/arbitraries/name-bundles.ts';
import {
  anyName,
  nameBounds,
  nameEdges,
  nameForms,
  nameOf,
  plainName,
  plainNameOf,
  usualNames,
} from '../../src/arbitraries/names.ts';
import { isPlainName } from '../../src/exchange/creation-body.ts';
import { parseJson } from '../../src/json/exact-json.ts';
import { propertyRuns } from '../property-runs.ts';

const run = newRunTag();
const tag = tagSource(run, 123).next();

describe('names', () => {
  it('carry their tag and are text that must be returned exactly', () => {
    fc.assert(
      fc.property(fc.oneof(plainName, anyName, fc.constantFrom(...nameEdges)), (shape) => {
        const name = nameOf(shape, tag);
        expect(tagsIn(name, run)).toEqual([tag]);
        expect(name.isWellFormed()).toBe(true);
        expect(isJudgedText(name)).toBe(true);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('that are plain are so with any tag', () => {
    fc.assert(
      fc.property(plainName, fc.nat({ max: 99_999 }), (shape, number) => {
        expect(isPlainName(nameOf(shape, tagSource(newRunTag(), number).next()))).toBe(true);
      }),
    );
  });

  it('at the edges are none of them plain, but for those made of plain letters that mean something', () => {
    const plain = nameEdges.filter((shape) => isPlainName(nameOf(shape, tag)));
    expect(plain.map(({ feature }) => feature)).toEqual(['mixed letter case']);
  });

  it('at the edges each have a feature of their own', () => {
    expect(new Set(nameEdges.map(({ feature }) => feature)).size).toBe(nameEdges.length);
    expect(new Set(nameEdges.map((shape) => nameOf(shape, tag))).size).toBe(nameEdges.length);
  });

  it('that are only observed are JSON strings', () => {
    for (const { literal } of nameBounds) {
      expect(typeof parseJson(literal(tag))).toBe('string');
    }
  });
});

const bella = { feature: 'plain ASCII', before: 'Bella ', after: ' II' };

it('of usual names leaves shapes as they are, and every other one makes all names alike', () => {
  expect(plainNameOf(usualNames, bella, 'ctag1z')).toBe('Bella ctag1z II');
  expect(plainNameOf({ template: 'x{tag}', tags: 'digits' }, bella, 'ctag1z')).toBe('xctag1z');
  expect(plainNameOf({ template: '{tag}-{tag}', tags: 'digits' }, bella, '$&')).toBe('$&-$&');
});

it('goes down to ten letters', () => {
  expect(nameForms(null)[0]).toEqual(usualNames);
  const narrow = nameForms(null).slice(-2);
  const names = narrow.map((form) => tagSource('cabcdef', 123, form).plainName());
  expect(names).toEqual(['Cabcdefafq', 'cabcdefafq']);
});

it('makes names of letters whose tags are found again, and never repeat', () => {
  const forms = nameForms(null).filter(({ tags }) => tags !== 'digits');
  fc.assert(
    fc.property(fc.constantFrom(...forms), fc.nat({ max: 9_000 }), fc.string(), (form, first, around) => {
      const run = newRunTag();
      const source = tagSource(run, first, form);
      const names = Array.from({ length: 30 }, () => source.plainName());
      const tags = names.flatMap((name) => tagsIn(`${around} ${name} ${around}`, run));
      expect(tags).toHaveLength(30);
      expect(new Set(tags).size).toBe(30);
      expect(tags.every((tag) => /^c[a-y]{9}$/i.test(tag))).toBe(true);
    }),
  );
});

it('of the user comes in each writing of the tag', () => {
  expect(nameForms('pet-{tag}').map((form) => tagSource('cabcdef', 1, form).plainName())).toEqual([
    'pet-cabcdef1z',
    'pet-cabcdefaba',
    'pet-Cabcdefaba',
  ]);
});

describe('names of many features', () => {
  it('carry their tag, are text that must be returned exactly, and are not plain', () => {
    for (const shape of nameBundles.flatMap((bundle) => [bundle, ...bundle.parts])) {
      const name = nameOf(shape, tag);
      expect(tagsIn(name, run), shape.feature).toEqual([tag]);
      expect(isJudgedText(name), shape.feature).toBe(true);
      expect(isPlainName(name), shape.feature).toBe(false);
    }
  });

  it('hold each of their parts', () => {
    for (const bundle of nameBundles) {
      for (const { before, after } of bundle.parts) {
        const text = after === '' ? before : before === '' ? after : after.slice(1, -2);
        expect(nameOf(bundle, tag)).toContain(text);
      }
    }
  });

  it('of which the first two keep within usual bounds', () => {
    for (const bundle of nameBundles.slice(0, 2)) {
      expect([...nameOf(bundle, tag)].length).toBeLessThanOrEqual(64);
      expect(nameOf(bundle, tag)).not.toMatch(/\p{Cc}/u);
    }
  });
});
