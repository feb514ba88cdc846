import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isTooDeep, structureProblem } from '../../src/json/text-structure.ts';

const bytes = (text: string) => Buffer.from(text);
describe('the structure of a JSON text', () => {
  it('counts nothing within strings', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('[', '{', ',', '"', '\\', 'a', 'é') }), (text) => {
        expect(structureProblem(bytes(JSON.stringify([text])), { values: 2, digits: 0 })).toBeNull();
      }),
    );
  });

  it.each([
    ['[[[[[', { values: 4 }, 'more than 4 JSON values'],
    ['{"a":{"b":1}}', { values: 3 }, null],
    ['[{},{},{}]', { values: 4 }, 'more than 4 JSON values'],
    ['[1,2,3]', { values: 4 }, null],
    ['"unfinished [[[[', { values: 1 }, null],
    [']]]]', { values: 1 }, null],
    ['[1234]', { values: 9 }, 'a number of more than 3 digits'],
    ['[123,456.789e10,"12345"]', { values: 9 }, null],
  ])('of %s', (text, bounds, problem) => {
    expect(structureProblem(bytes(text), { digits: 3, ...bounds })).toBe(problem);
  });
});

function nested(levels: number, as: 'array' | 'object'): unknown {
  const [open, close] = as === 'array' ? ['[', ']'] : ['{"a":', '}'];
  return JSON.parse(`${open.repeat(levels)}0${close.repeat(levels)}`);
}

describe('isTooDeep', () => {
  test.each(['array', 'object'] as const)('an %s of a thousand levels is not, of a million it is', (as) => {
    expect(isTooDeep(nested(1_000, as))).toBe(false);
    expect(isTooDeep(nested(1_002, as))).toBe(true);
    expect(isTooDeep({ beside: [1, nested(1_000_000, as)] })).toBe(true);
  });

  test('what JSON.stringify can write is not', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
        expect(isTooDeep(value)).toBe(false);
      }),
    );
  });
});
