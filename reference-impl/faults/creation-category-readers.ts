import { isLosslessNumber } from 'lossless-json';
import {
  convertingCategory,
  inLatinDigits,
  numberOf,
  takingLargeCategories,
} from './creation-decorations.ts';
import { isMembers } from './decorations.ts';
import type { Fault } from './fault.ts';
import { violating } from './fault.ts';

/** The number that a parser reads from a string, or `null` if it rejects it. */
type TextReader = (text: string) => number | bigint | null;

function readingText(read: TextReader) {
  return convertingCategory((category) =>
    typeof category === 'string' ? (numberOf(read(category)) ?? category) : category,
  );
}

/** Reads the number at the start of a string, or returns `otherwise`. */
function leading(pattern: RegExp, otherwise: number | null): TextReader {
  return (text) => {
    const digits = pattern.exec(text)?.[0].replaceAll('_', '').trim();
    return digits === undefined ? otherwise : Number(digits);
  };
}

function whole(pattern: RegExp, clean: (text: string) => string = (text) => text): TextReader {
  return (text) => (pattern.test(text) ? Number(clean(text)) : null);
}

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

/** Parsers that convert values of a wrong type to a categoryId. */
export const creationCategoryReaders: readonly Fault[] = [
  ...violating(['create/wrong-category-type'], 'ample-allowance').each(readingText, {
    'category-signed-text': whole(/^[+-]\d+$/),
    'category-padded-text': whole(/^(?=.*\s)\s*-?\d+\s*$/s),
    // A categoryId that is a string of digits with a zero fraction is accepted.
    'category-text-of-decimal': whole(/^-?\d+\.0+$/),
    'category-text-of-fraction': (text) =>
      /^-?\d+\.\d*[1-9]\d*$/.test(text) ? Math.trunc(Number(text)) : null,
    'category-text-of-exponent': whole(/^-?\d+e\d{1,2}$/i),
    'category-text-with-zeros': whole(/^0\d+$/),
    // A string categoryId of a number, a space and other text is read as that number.
    'category-text-with-unit': leading(/^\d+(?= )/, null),
    // A categoryId that is a string of digits with an L suffix is accepted.
    'category-text-of-java': whole(/^-?\d+[Ll]$/, (text) => text.slice(0, -1)),
    'category-text-with-underscores': whole(/^\d+(?:_\d+)+$/, (text) => text.replaceAll('_', '')),
    'category-text-hexadecimal': whole(/^(?:0x|#)[\da-f]+$/i, (text) => text.replace('#', '0x')),
    'category-text-of-other-scripts': whole(/^(?!\d+$)\p{Nd}+$/u, inLatinDigits),
    'category-text-true-is-one': (text) => (/^true$/i.test(text) ? 1 : null),
    'category-text-nan-is-zero': (text) => (/^-?(?:nan|inf(?:inity)?)$/i.test(text) ? 0 : null),
    'category-blank-is-zero': (text) => (/^\s+$/.test(text) ? 0 : null),
    'category-year-of-date': leading(/^\d{4}(?=-\d\d-)/, null),
  }),
  ...violating(['create/wrong-category-type']).each(readingText, {
    'category-by-number-of-javascript': (text) => Number(text),
    'category-by-parse-int': leading(/^\s*[+-]?\d+/, null),
    'category-by-int-of-python': whole(/^\s*[+-]?\p{Nd}+(?:_\p{Nd}+)*\s*$/u, (text) =>
      inLatinDigits(text).replaceAll('_', ''),
    ),
    // A string categoryId is cast as in PHP: text after its digits is dropped, and no digits are 0.
    'category-by-cast-of-php': leading(/^\s*[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?/i, 0),
    // A string categoryId is converted by to_i of Ruby: underscores are skipped, and no digits are 0.
    'category-by-to-i-of-ruby': leading(/^\s*[+-]?\d+(?:_\d+)*/, 0),
    'category-by-cast-of-sql': (text) => (/\d/.test(text) ? null : 0),
  }),
  ...violating(['create/wrong-category-type'], 'ample-allowance').each(convertingCategory, {
    'category-empty-array-is-zero': (value) =>
      Array.isArray(value) && value.length === 0 ? numberOf(0) : value,
    'category-empty-object-is-zero': (value) =>
      isMembers(value) && Object.keys(value).length === 0 ? numberOf(0) : value,
    'category-array-of-text': (value) =>
      Array.isArray(value) && /^\d+$/.test(String(value[0])) && typeof value[0] === 'string'
        ? numberOf(BigInt(value[0]))
        : value,
    'category-value-object': (value) => (isMembers(value) ? (value['value'] ?? value) : value),
    'category-extended-json': (value) =>
      isMembers(value) && typeof value['$numberLong'] === 'string'
        ? numberOf(BigInt(value['$numberLong']))
        : value,
  }),
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
