import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyName, nameBounds, nameEdges, nameOf, plainName } from '../../src/arbitraries/names.ts';
import { isPlainName } from '../../src/exchange/creation-body.ts';
import { isJudgedText } from '../../src/history/judge-creation.ts';
import { newRunTag, tagSource, tagsIn } from '../../src/history/tag.ts';
import { parseJson } from '../../src/json/exact-json.ts';

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
      { numRuns: 500 },
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
