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

describe('isTooDeep', () => {
  test.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('of %s, 2,500 levels are not, one more is', (open, close) => {
    const nested = (levels: number) => `${open.repeat(levels)}0${close.repeat(levels)}`;
    expect(isTooDeep(nested(2_500))).toBe(false);
    expect(isTooDeep(nested(2_501))).toBe(true);
    expect(isTooDeep(`[${nested(2_400)},"]]]]",${nested(2_499)},0]`)).toBe(false);
    expect(isTooDeep(`[0,${nested(2_500)}]`)).toBe(true);
  });
});
