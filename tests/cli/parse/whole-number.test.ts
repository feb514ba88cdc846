import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  largestCount,
  largestSeed,
  parseCategoryId,
  parseWholeNumber,
} from '../../../src/cli/parse/whole-number.ts';
import { refusal } from '../given.ts';

describe('whole numbers', () => {
  test('every seed is read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: largestSeed }), (seed) => {
        expect(parseWholeNumber(String(seed), 0, largestSeed)).toBe(seed);
      }),
    );
  });

  test.each(['-1', '4294967296', '1e3', '0x10', '1.0', '', ' 1', '+1', '12345678901234567890', 'NaN'])(
    'the seed %j is refused',
    (text) => {
      expect(refusal(() => parseWholeNumber(text, 0, largestSeed))).toMatch(
        /is not a whole number from 0 to 4294967295$/,
      );
    },
  );

  test('a count of requests begins with 1', () => {
    expect(parseWholeNumber('1', 1, largestCount)).toBe(1);
    expect(refusal(() => parseWholeNumber('0', 1, largestCount))).toMatch(/whole number from 1 on$/);
  });
});

describe('category ids', () => {
  test('every int64 is read to the last digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (id) => {
        expect(parseCategoryId(String(id))).toBe(id);
      }),
      { examples: [[2n ** 53n + 1n], [2n ** 63n - 1n], [-(2n ** 63n)]] },
    );
  });

  test.each([
    '9223372036854775808',
    '-9223372036854775809',
    '1.0',
    '1e2',
    'seven',
    '',
    '--1',
    '9'.repeat(90),
  ])('%j is refused', (text) => {
    expect(refusal(() => parseCategoryId(text))).toContain('is not an int64');
  });
});
