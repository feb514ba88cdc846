import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { structureProblem } from '../../src/json/text-structure.ts';

const bytes = (text: string) => Buffer.from(text);
const many = { values: 1_000, levels: 1_000, digits: 1_000 };

function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) {
    return 1;
  }
  return Object.values(value).reduce<number>((sum, child) => sum + valuesOf(child), 1);
}

function levelsOf(value: unknown): number {
  return typeof value !== 'object' || value === null
    ? 0
    : 1 + Math.max(0, ...Object.values(value).map(levelsOf));
}

describe('the structure of a JSON text', () => {
  it('is accepted with as many values and levels as it has, and refused with fewer', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = bytes(JSON.stringify(value, null, 1));
        const levels = levelsOf(value);
        // Brackets and commas tell one value more than there is for each container that is not empty.
        expect(structureProblem(text, { ...many, values: 2 * valuesOf(value), levels })).toBeNull();
        if (levels > 0) {
          expect(structureProblem(text, { ...many, levels: levels - 1 })).toMatch(/nested deeper/);
        }
      }),
    );
  });

  it('counts nothing within strings', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('[', '{', ',', '"', '\\', 'a', 'é') }), (text) => {
        expect(
          structureProblem(bytes(JSON.stringify([text])), { values: 2, levels: 1, digits: 0 }),
        ).toBeNull();
      }),
    );
  });

  it.each([
    ['[[[[[', { values: 100, levels: 4 }, 'JSON that is nested deeper than 4 levels'],
    ['[{},{},{}]', { values: 4, levels: 9 }, 'more than 4 JSON values'],
    ['[1,2,3]', { values: 4, levels: 9 }, null],
    ['"unfinished [[[[', { values: 1, levels: 0 }, null],
    [']]]]', { values: 1, levels: 0 }, null],
    ['[1234]', { values: 9, levels: 9 }, 'a number of more than 3 digits'],
    ['[123,456.789e10,"12345"]', { values: 9, levels: 9 }, null],
  ])('of %s', (text, bounds, problem) => {
    expect(structureProblem(bytes(text), { digits: 3, ...bounds })).toBe(problem);
  });
});
