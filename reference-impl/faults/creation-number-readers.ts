import { isLosslessNumber } from 'lossless-json';
import { convertingCategory, takingLargeCategories } from './creation-field-decorations.ts';
import { numberOf } from './creation-reader-decorations.ts';
import { violating } from './fault.ts';

/** The integer that a parser reads from a fraction, or `null` if it rejects it. */
type FractionReader = (literal: string, value: number) => number | null;

function readingFractions(read: FractionReader) {
  return convertingCategory((category) => {
    if (!isLosslessNumber(category) || Number.isInteger(Number(category.value))) {
      return category;
    }
    return numberOf(read(category.value, Number(category.value))) ?? category;
  });
}

function halfToEven(value: number): number {
  return Math.abs(value % 1) === 0.5 ? 2 * Math.round(value / 2) : Math.round(value);
}

const largest = 2n ** 63n - 1n;

/** Converts numbers outside int64 with a decimal point or an exponent; `null` rejects one. */
function readingExponents(read: (value: number, literal: string) => number | bigint | null) {
  return convertingCategory((category) =>
    isLosslessNumber(category) && /[.e]/i.test(category.value) && Math.abs(Number(category.value)) >= 2 ** 63
      ? (numberOf(read(Number(category.value), category.value)) ?? category)
      : category,
  );
}

/** Parsers that convert fractions and numbers outside int64 to an int64. */
export const creationNumberReaders = [
  ...violating(['create/wrong-category-type'], 'ample-allowance').each(readingFractions, {
    'category-fraction-below-one-is-zero': (_, value) => (Math.abs(value) < 1 ? 0 : null),
    'category-fraction-in-exponent-cut': (literal, value) => (/e/i.test(literal) ? Math.trunc(value) : null),
    'category-fraction-negative-cut': (_, value) => (value < 0 ? Math.trunc(value) : null),
    'category-fraction-beyond-32-bits-cut': (_, value) =>
      Math.abs(value) > 2 ** 32 ? Math.trunc(value) : null,
    'category-fraction-of-two-digits-cut': (literal, value) =>
      /\.\d\d$/.test(literal) ? Math.trunc(value) : null,
  }),
  ...violating(['create/wrong-category-type']).each(readingFractions, {
    'category-fraction-half-to-even': (_, value) => (Math.abs(value % 1) === 0.5 ? halfToEven(value) : null),
  }),
  ...violating(['create/category-out-of-range'], 'ample-allowance').each(takingLargeCategories, {
    'category-above-2-100-wraps': (value) => (value > 2n ** 100n ? BigInt.asIntN(64, value) : null),
    'category-far-below-wraps': (value) => (value < -(2n ** 63n) - 1n ? BigInt.asIntN(64, value) : null),
    'category-digits-cut': (value) => (String(value).length > 40 ? BigInt(String(value).slice(0, 18)) : null),
    // A categoryId just above 2^63, equal to it as a double, is clamped to the largest int64.
    'category-just-beyond-saturates': (value) =>
      value > 2n ** 63n && Number(value) === 2 ** 63 ? largest : null,
    // A power of ten with 30 digits or more as categoryId is clamped to the largest int64.
    'category-round-number-saturates': (value) => (/^10{29,}$/.test(String(value)) ? largest : null),
  }),
  ...violating(['create/category-out-of-range']).each(takingLargeCategories, {
    // A categoryId from 2^63 to 2^64-1 becomes negative.
    'category-unsigned-wraps': (value) => (value > 0n && value < 2n ** 64n ? value - 2n ** 64n : null),
    'category-above-2-64-wraps': (value) => (value > 2n ** 64n ? BigInt.asIntN(64, value) : null),
  }),
  ...violating(['create/category-out-of-range'], 'ample-allowance').each(readingExponents, {
    // A categoryId that overflows a double is read as 0.
    'category-infinite-is-zero': (value) => (Number.isFinite(value) ? null : 0),
    'category-negative-exponent-saturates': (value) => (value < 0 ? -largest - 1n : null),
    'category-negative-exponent-unscaled': (_, literal) => (/e-/i.test(literal) ? largest : null),
  }),
  ...violating(['create/category-out-of-range']).each(readingExponents, {
    // A categoryId above int64 with a small exponent is clamped to the largest int64.
    'category-exponent-saturates': (value) => (value > 0 && value < 1e25 ? largest : null),
    'category-exponent-dropped': (_, literal) => BigInt(/^-?\d{1,18}/.exec(literal)?.[0] ?? 0),
  }),
];
