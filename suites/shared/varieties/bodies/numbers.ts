import { withCategory } from '../../../../src/arbitraries/broken-body.ts';
import { type BrokenLiteral, literalOf, refusedBodies } from './body-case.ts';

/**
 * Fractions that rounding, truncating or comparing turns into an integer. A double represents each exactly, so none is
 * lost to parsers that limit precision (RFC 8259 section 6).
 */
const fractions: readonly string[] = [
  ...['0.5', '-0.5', '2.5', '5e-1', '1.25e1', '1.50', '4294967297.5', '1.5'],
];

/**
 * Numbers far outside int64, or so close above it that a double rounds to its end. None close below, since -2^63 is a
 * double, and a parser may read a number just below it as that.
 */
const outside: readonly BrokenLiteral[] = [
  ['2^63 and the category', (digits) => String(2n ** 63n + BigInt.asUintN(62, BigInt(digits)))],
  ['1e19', '1e19'],
  ['-1e19', '-1e19'],
  ['1e400', '1e400'],
  ['922337203685477580800e-2, which is 2^63', '922337203685477580800e-2'],
  ['1e30 in digits', `1${'0'.repeat(30)}`],
  // Parsers limit the number of digits: Python's int to 4,300.
  ['1e5000 in digits', `1${'0'.repeat(5_000)}`],
  ['2^64 below the category', (digits) => String(BigInt(digits) - 2n ** 64n)],
  ['2^128 above the category', (digits) => String(2n ** 128n + BigInt(digits))],
];

/** categoryIds that are numbers but not int64. */
export const wrongNumbers = [
  ...refusedBodies('create/category-out-of-range', outside, (row, pet) =>
    withCategory(pet, literalOf(row, pet), `categoryId is ${row[0]}`),
  ),
  ...refusedBodies('create/wrong-category-type', fractions, (literal, pet) =>
    withCategory(pet, literal, `categoryId is ${literal}`),
  ),
];
