import { isLosslessNumber } from 'lossless-json';
import { isPetStatus } from '../pet.ts';
import {
  convertingCategory,
  convertingStatus,
  inLatinDigits,
  numberOf,
  takingLargeCategories,
} from './creation-decorations.ts';
import { isMembers } from './decorations.ts';
import { type Fault, violating } from './fault.ts';

/** The number that a parser reads from a string, or `null` if it rejects it. */
type CategoryReader = (text: string) => number | bigint | null;

function readingCategory(read: CategoryReader) {
  return convertingCategory((category) =>
    typeof category === 'string' ? (numberOf(read(category)) ?? category) : category,
  );
}

/** Reads the number at the start of a string, or returns `otherwise`. */
function leading(pattern: RegExp, otherwise: number | null): CategoryReader {
  return (text) => {
    const digits = pattern.exec(text)?.[0].replaceAll('_', '').trim();
    return digits === undefined ? otherwise : Number(digits);
  };
}

function whole(pattern: RegExp, clean: (text: string) => string = (text) => text): CategoryReader {
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

const statuses = ['available', 'pending', 'sold'] as const;

/** The status that a parser reads from an unknown string, or the string. */
type StatusReader = (text: string) => string | undefined;

function readingStatus(read: StatusReader) {
  return convertingStatus((status) =>
    typeof status === 'string' && !isPetStatus(status) ? read(status) : status,
  );
}

function removing(what: RegExp): StatusReader {
  return (text) => text.replace(what, '');
}

/** Translates own members only: every object also inherits some. */
function translated(words: Readonly<Record<string, string>>): StatusReader {
  return (text) => (Object.hasOwn(words, text) ? words[text] : text);
}

/** The status for which `holds` is true, or the string. */
function whichever(holds: (status: string, text: string) => boolean): StatusReader {
  return (text) => statuses.find((status) => holds(status, text)) ?? text;
}

/** Parsers that convert values of a wrong type to a categoryId. */
export const creationValues: readonly Fault[] = [
  ...violating(['create/wrong-category-type'], 'ample-allowance').each(readingCategory, {
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
  ...violating(['create/wrong-category-type']).each(readingCategory, {
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
  ...violating(['create/unknown-status'], 'ample-allowance').each(readingStatus, {
    // Statuses are compared in upper case, which folds some non-ASCII letters to ASCII.
    'status-folded-by-capitals': whichever(
      (status, text) => text.toLowerCase() !== status && text.toUpperCase() === status.toUpperCase(),
    ),
    // A status is normalised to NFKC: full-width letters and ligatures become ASCII.
    'status-compatible-forms': (text) => text.normalize('NFKC'),
    'status-accents-ignored': (text) => text.normalize('NFD').replace(/\p{Mn}/gu, ''),
    'status-invisible-ignored': removing(/\p{Cf}/gu),
    // The dotless i of Turkish is read as i.
    'status-of-turkish-letters': (text) => text.replaceAll('ı', 'i'),
    // Cyrillic letters in a status are read as the Latin letters that they resemble.
    'status-homoglyphs': (text) => text.replaceAll('о', 'o').replaceAll('а', 'a'),
    'status-tabs-ignored': removing(/^\t+|\t+$/g),
    // Non-ASCII spaces around a status are trimmed.
    'status-padding-of-unicode-ignored': removing(/^[^\S\t\n\r ]+|[^\S\t\n\r ]+$/g),
    'status-blank-taken-as-missing': (text) => (/^\s+$/.test(text) ? undefined : text),
    'status-ends-at-nul': (text) => text.split('\0')[0],
    // A prefix of a status with at least three letters is accepted.
    'status-abbreviated': whichever((status, text) => text.length > 2 && status.startsWith(text)),
    'status-by-first-letter': whichever((status, text) => status.charAt(0) === text),
    'status-plural': whichever((status, text) => text === `${status}s`),
    'status-quoted': removing(/^["']|["']$/g),
    'status-in-brackets': removing(/^[[({]|[\])}]$/g),
    'status-first-of-several': (text) => text.split(/[|/;]/)[0],
    'status-punctuation-ignored': removing(/[.,;!]+$/),
    'status-synonyms': translated({ reserved: 'pending', free: 'available', gone: 'sold' }),
    'status-of-older-version': translated({ active: 'available', inactive: 'sold', waiting: 'pending' }),
    'status-translated': translated({ verkauft: 'sold', frei: 'available', reserviert: 'pending' }),
    'status-unknown-word-known': (text) => (['unknown', 'other'].includes(text) ? 'pending' : text),
    'status-all-taken-as-missing': (text) => (/^(?:all|any|\*)$/.test(text) ? undefined : text),
    'status-true-taken-as-available': translated({ true: 'available', false: 'sold' }),
    // Null literals of languages are read as no status.
    'status-words-for-nothing': (text) =>
      /^(?:null|undefined|nil|none|n\/a)$/i.test(text) ? undefined : text,
    'status-of-python-none': (text) => (text === 'None' ? undefined : text),
    // Only the part of a status after its last dot is read.
    'status-of-qualified-name': (text) => text.slice(text.lastIndexOf('.') + 1),
    'status-of-constant': (text) =>
      text.replace(/^(?:PET_)?STATUS_(\w+)$/, (_, word: string) => word.toLowerCase()),
    'status-as-text-of-index': (text) => (/^\d$/.test(text) ? (statuses[Number(text)] ?? text) : text),
    'status-as-text-of-negative-index': (text) =>
      /^-[1-3]$/.test(text) ? (statuses.at(Number(text)) ?? text) : text,
  }),
  ...violating(['create/unknown-status']).each(readingStatus, {
    'status-trimmed-in-front': (text) => text.trimStart(),
    'status-matched-at-start': whichever((status, text) => text.startsWith(status)),
    'status-matched-at-end': whichever((status, text) => text.endsWith(status)),
    'status-first-word': (text) => text.split(/\s+/).find((word) => word !== '') ?? text,
    'status-of-enumeration': (text) => text.replace(/^PetStatus[.:]+/i, '').toLowerCase(),
  }),
  ...violating(['create/unknown-status'], 'ample-allowance').each(convertingStatus, {
    'status-empty-array-taken-as-missing': (value) =>
      Array.isArray(value) && value.length === 0 ? undefined : value,
    'status-empty-object-taken-as-missing': (value) =>
      isMembers(value) && Object.keys(value).length === 0 ? undefined : value,
    'status-array-of-null-taken-as-missing': (value) =>
      Array.isArray(value) && value.length > 0 && value.every((item) => item === null) ? undefined : value,
    'status-last-of-array': (value) => (Array.isArray(value) && value.length > 1 ? value.at(-1) : value),
    'status-of-object': (value) => (isMembers(value) ? (value['status'] ?? value) : value),
    'status-of-flags': (value) =>
      isMembers(value) && Object.values(value)[0] === true ? Object.keys(value)[0] : value,
    'status-negative-index': (value) =>
      isLosslessNumber(value) && /^-[1-3]$/.test(value.value) ? statuses.at(Number(value.value)) : value,
    // The number 0.0 is read as no status.
    'status-zero-fraction-taken-as-missing': (value) =>
      isLosslessNumber(value) && /^-?0\.0+$/.test(value.value) ? undefined : value,
    'status-last-index': (value) => (isLosslessNumber(value) && value.value === '2' ? 'sold' : value),
  }),
];
