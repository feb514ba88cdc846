import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTooDeep } from '../../src/json/text-structure.ts';

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
