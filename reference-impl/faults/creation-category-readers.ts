import { convertingSent } from './creation-field-decorations.ts';
import { inLatinDigits, numberOf, type Reader, readerFaults } from './creation-reader-decorations.ts';
import { isMembers } from './decorations.ts';

/** The number that a reader makes of a text, or `null` where it refuses it. */
type TextReader = (text: string) => number | bigint | null;

function readingText(read: TextReader) {
  return convertingSent('categoryId', (category) =>
    typeof category === 'string' ? (numberOf(read(category)) ?? category) : category,
  );
}

/** The number at the start of a text, or the one for none. */
function leading(pattern: RegExp, otherwise: number | null): TextReader {
  return (text) => {
    const digits = pattern.exec(text)?.[0].replaceAll('_', '').trim();
    return digits === undefined ? otherwise : Number(digits);
  };
}

function whole(pattern: RegExp, clean: (text: string) => string = (text) => text): TextReader {
  return (text) => (pattern.test(text) ? Number(clean(text)) : null);
}

const texts: readonly Reader<TextReader>[] = [
  [
    'category-by-number-of-javascript',
    'A category that is text is read by Number.',
    (text) => Number(text),
    'any run',
  ],
  [
    'category-by-parse-int',
    'A category that is text is read up to where its digits end.',
    leading(/^\s*[+-]?\d+/, null),
    'any run',
  ],
  [
    'category-by-int-of-python',
    'A category that is text is read by int.',
    whole(/^\s*[+-]?\p{Nd}+(?:_\p{Nd}+)*\s*$/u, (text) => inLatinDigits(text).replaceAll('_', '')),
    'any run',
  ],
  [
    'category-by-cast-of-php',
    'A category that is text is cast: what stands behind its digits is dropped, and no digits are 0.',
    leading(/^\s*[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?/i, 0),
    'any run',
  ],
  [
    'category-by-to-i-of-ruby',
    'A category that is text is read by to_i: underscores are skipped, and no digits are 0.',
    leading(/^\s*[+-]?\d+(?:_\d+)*/, 0),
    'any run',
  ],
  [
    'category-by-cast-of-sql',
    'A text that is no number is category 0, as databases cast it.',
    (text) => (/\d/.test(text) ? null : 0),
    'any run',
  ],
  ['category-signed-text', 'A category may be text with a sign in front.', whole(/^[+-]\d+$/)],
  [
    'category-padded-text',
    'A category may be text with white space around it.',
    whole(/^(?=.*\s)\s*-?\d+\s*$/s),
  ],
  ['category-text-of-decimal', 'A category may be text with a fraction of zero.', whole(/^-?\d+\.0+$/)],
  [
    'category-text-of-fraction',
    'A category may be text with a fraction, which is cut off.',
    (text) => (/^-?\d+\.\d*[1-9]\d*$/.test(text) ? Math.trunc(Number(text)) : null),
  ],
  ['category-text-of-exponent', 'A category may be text with an exponent.', whole(/^-?\d+e\d{1,2}$/i)],
  ['category-text-with-zeros', 'A category may be text with zeros in front.', whole(/^0\d+$/)],
  [
    'category-text-with-unit',
    'Of a text that begins with a number and a blank the number is the category.',
    leading(/^\d+(?= )/, null),
  ],
  [
    'category-text-of-java',
    'A category may be text with the L of a long behind it.',
    whole(/^-?\d+[Ll]$/, (text) => text.slice(0, -1)),
  ],
  [
    'category-text-with-underscores',
    'A category may be text with underscores between its digits.',
    whole(/^\d+(?:_\d+)+$/, (text) => text.replaceAll('_', '')),
  ],
  [
    'category-text-hexadecimal',
    'A category may be hexadecimal text.',
    whole(/^(?:0x|#)[\da-f]+$/i, (text) => text.replace('#', '0x')),
  ],
  [
    'category-text-of-other-scripts',
    'A category may be text in digits of any script.',
    whole(/^(?!\d+$)\p{Nd}+$/u, inLatinDigits),
  ],
  [
    'category-text-true-is-one',
    'The text true as category is taken as 1.',
    (text) => (/^true$/i.test(text) ? 1 : null),
  ],
  [
    'category-text-nan-is-zero',
    'A text that is read as not a number is category 0.',
    (text) => (/^-?(?:nan|inf(?:inity)?)$/i.test(text) ? 0 : null),
  ],
  [
    'category-blank-is-zero',
    'A blank text as category is taken as 0.',
    (text) => (/^\s+$/.test(text) ? 0 : null),
  ],
  [
    'category-year-of-date',
    'A date as category is read up to its first hyphen.',
    leading(/^\d{4}(?=-\d\d-)/, null),
  ],
];

/** What is taken of a value that is no text. */
const values: readonly Reader<(value: unknown) => unknown>[] = [
  [
    'category-empty-array-is-zero',
    'An empty array as category is taken as 0.',
    (value) => (Array.isArray(value) && value.length === 0 ? numberOf(0) : value),
  ],
  [
    'category-empty-object-is-zero',
    'An empty object as category is taken as 0.',
    (value) => (isMembers(value) && Object.keys(value).length === 0 ? numberOf(0) : value),
  ],
  [
    'category-array-of-text',
    'Of an array with one text its digits are the category.',
    (value) =>
      Array.isArray(value) && /^\d+$/.test(String(value[0])) && typeof value[0] === 'string'
        ? numberOf(BigInt(value[0]))
        : value,
  ],
  [
    'category-value-object',
    'Of an object with a value that one is the category.',
    (value) => (isMembers(value) ? (value['value'] ?? value) : value),
  ],
  [
    'category-extended-json',
    'A category may be written as a database exports such numbers.',
    (value) =>
      isMembers(value) && typeof value['$numberLong'] === 'string'
        ? numberOf(BigInt(value['$numberLong']))
        : value,
  ],
];

/** Readers that make a category of what is no number. */
export const creationCategoryReaders = [
  ...readerFaults(['create/wrong-category-type'], texts, readingText),
  ...readerFaults(['create/wrong-category-type'], values, (take) => convertingSent('categoryId', take)),
];
