import { isLosslessNumber } from 'lossless-json';
import { convertingSent, takingLargeCategories } from './creation-field-decorations.ts';
import { numberOf, type Reader, readerFaults } from './creation-reader-decorations.ts';

/** What a reader makes of a number with a fraction, or `null` where it refuses it. */
type FractionReader = (literal: string, value: number) => number | null;

function readingFractions(read: FractionReader) {
  return convertingSent('categoryId', (category) => {
    if (!isLosslessNumber(category) || Number.isInteger(Number(category.value))) {
      return category;
    }
    return numberOf(read(category.value, Number(category.value))) ?? category;
  });
}

function halfToEven(value: number): number {
  return Math.abs(value % 1) === 0.5 ? 2 * Math.round(value / 2) : Math.round(value);
}

const fractions: readonly Reader<FractionReader>[] = [
  [
    'category-fraction-below-one-is-zero',
    'A category between -1 and 1 is taken as 0.',
    (_, value) => (Math.abs(value) < 1 ? 0 : null),
  ],
  [
    'category-fraction-half-to-even',
    'A category with a half is rounded to the even one beside it.',
    (_, value) => (Math.abs(value % 1) === 0.5 ? halfToEven(value) : null),
    'any run',
  ],
  [
    'category-fraction-in-exponent-cut',
    'Of a fraction that is written with an exponent the rest is cut off.',
    (literal, value) => (/e/i.test(literal) ? Math.trunc(value) : null),
  ],
  [
    'category-fraction-negative-cut',
    'Of a negative fraction the rest is cut off.',
    (_, value) => (value < 0 ? Math.trunc(value) : null),
  ],
  [
    'category-fraction-beyond-32-bits-cut',
    'Of a fraction beyond 32 bits the rest is cut off.',
    (_, value) => (Math.abs(value) > 2 ** 32 ? Math.trunc(value) : null),
  ],
  [
    'category-fraction-of-two-digits-cut',
    'Of an amount with two decimal places the rest is cut off.',
    (literal, value) => (/\.\d\d$/.test(literal) ? Math.trunc(value) : null),
  ],
];

const largest = 2n ** 63n - 1n;

const beyond: readonly Reader<(value: bigint) => bigint | null>[] = [
  [
    'category-unsigned-wraps',
    'A category from 2^63 to 2^64-1 becomes negative.',
    (value) => (value > 0n && value < 2n ** 64n ? value - 2n ** 64n : null),
    'any run',
  ],
  [
    'category-above-2-64-wraps',
    'A category above 2^64 keeps its lowest 64 bits.',
    (value) => (value > 2n ** 64n ? BigInt.asIntN(64, value) : null),
    'any run',
  ],
  [
    'category-above-2-100-wraps',
    'A category above 2^100 keeps its lowest 64 bits.',
    (value) => (value > 2n ** 100n ? BigInt.asIntN(64, value) : null),
  ],
  [
    'category-far-below-wraps',
    'A category below -2^63-1 keeps its lowest 64 bits.',
    (value) => (value < -(2n ** 63n) - 1n ? BigInt.asIntN(64, value) : null),
  ],
  [
    'category-digits-cut',
    'Of a category with more than 40 digits the first 18 are kept.',
    (value) => (String(value).length > 40 ? BigInt(String(value).slice(0, 18)) : null),
  ],
  [
    'category-just-beyond-saturates',
    'A category just beyond 2^63, which is the same to a double, becomes the largest.',
    (value) => (value > 2n ** 63n && Number(value) === 2 ** 63 ? largest : null),
  ],
  [
    'category-round-number-saturates',
    'A round category of 30 digits and more becomes the largest.',
    (value) => (/^10{29,}$/.test(String(value)) ? largest : null),
  ],
];

/** What a reader makes of a number beyond int64 that has a point or an exponent, or `null` where it refuses it. */
function readingExponents(read: (value: number, literal: string) => number | bigint | null) {
  return convertingSent('categoryId', (category) =>
    isLosslessNumber(category) && /[.e]/i.test(category.value) && Math.abs(Number(category.value)) >= 2 ** 63
      ? (numberOf(read(Number(category.value), category.value)) ?? category)
      : category,
  );
}

const exponents: readonly Reader<(value: number, literal: string) => number | bigint | null>[] = [
  [
    'category-infinite-is-zero',
    'A category beyond every double is taken as 0.',
    (value) => (Number.isFinite(value) ? null : 0),
  ],
  [
    'category-exponent-saturates',
    'A category with a small exponent becomes the largest where it is beyond that.',
    (value) => (value > 0 && value < 1e25 ? largest : null),
    'any run',
  ],
  [
    'category-negative-exponent-saturates',
    'A category with an exponent becomes the smallest where it is below that.',
    (value) => (value < 0 ? -largest - 1n : null),
  ],
  [
    'category-exponent-dropped',
    'Of a category beyond int64 that has an exponent the digits in front are kept.',
    (_, literal) => BigInt(/^-?\d{1,18}/.exec(literal)?.[0] ?? 0),
    'any run',
  ],
  [
    'category-negative-exponent-unscaled',
    'A category beyond int64 with a negative exponent becomes the largest.',
    (_, literal) => (/e-/i.test(literal) ? largest : null),
  ],
];

/** Readers that make an int64 of fractions and of numbers beyond. */
export const creationNumberReaders = [
  ...readerFaults(['create/wrong-category-type'], fractions, readingFractions),
  ...readerFaults(['create/category-out-of-range'], beyond, takingLargeCategories),
  ...readerFaults(['create/category-out-of-range'], exponents, readingExponents),
];
