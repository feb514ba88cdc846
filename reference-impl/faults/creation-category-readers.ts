import { convertingSent } from './creation-field-decorations.ts';
import { inLatinDigits, numberOf, type Reader, readerFaults } from './creation-reader-decorations.ts';
import { isMembers } from './decorations.ts';

/** The number that a parser reads from a string, or `null` if it rejects it. */
type TextReader = (text: string) => number | bigint | null;

function readingText(read: TextReader) {
  return convertingSent('categoryId', (category) =>
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

const texts: readonly Reader<TextReader>[] = [
  [
    'category-by-number-of-javascript',
    'A string categoryId is converted by Number() of JavaScript.',
    (text) => Number(text),
    'any run',
  ],
  [
    'category-by-parse-int',
    'A string categoryId is converted by parseInt() of JavaScript.',
    leading(/^\s*[+-]?\d+/, null),
    'any run',
  ],
  [
    'category-by-int-of-python',
    'A string categoryId is converted by int() of Python.',
    whole(/^\s*[+-]?\p{Nd}+(?:_\p{Nd}+)*\s*$/u, (text) => inLatinDigits(text).replaceAll('_', '')),
    'any run',
  ],
  [
    'category-by-cast-of-php',
    'A string categoryId is cast as in PHP: text after its digits is dropped, and no digits are 0.',
    leading(/^\s*[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?/i, 0),
    'any run',
  ],
  [
    'category-by-to-i-of-ruby',
    'A string categoryId is converted by to_i of Ruby: underscores are skipped, and no digits are 0.',
    leading(/^\s*[+-]?\d+(?:_\d+)*/, 0),
    'any run',
  ],
  [
    'category-by-cast-of-sql',
    'A string categoryId without digits is cast to 0, as in SQL.',
    (text) => (/\d/.test(text) ? null : 0),
    'any run',
  ],
  [
    'category-signed-text',
    'A categoryId that is a string of digits with a sign is accepted.',
    whole(/^[+-]\d+$/),
  ],
  [
    'category-padded-text',
    'A categoryId that is a string of digits padded with white space is accepted.',
    whole(/^(?=.*\s)\s*-?\d+\s*$/s),
  ],
  [
    'category-text-of-decimal',
    'A categoryId that is a string of digits with a zero fraction is accepted.',
    whole(/^-?\d+\.0+$/),
  ],
  [
    'category-text-of-fraction',
    'A categoryId that is a string with a fraction is truncated to an integer.',
    (text) => (/^-?\d+\.\d*[1-9]\d*$/.test(text) ? Math.trunc(Number(text)) : null),
  ],
  [
    'category-text-of-exponent',
    'A categoryId that is a string of digits with an exponent is accepted.',
    whole(/^-?\d+e\d{1,2}$/i),
  ],
  [
    'category-text-with-zeros',
    'A categoryId that is a string of digits with leading zeros is accepted.',
    whole(/^0\d+$/),
  ],
  [
    'category-text-with-unit',
    'A string categoryId of a number, a space and other text is read as that number.',
    leading(/^\d+(?= )/, null),
  ],
  [
    'category-text-of-java',
    'A categoryId that is a string of digits with an L suffix is accepted.',
    whole(/^-?\d+[Ll]$/, (text) => text.slice(0, -1)),
  ],
  [
    'category-text-with-underscores',
    'A categoryId that is a string of digits with underscores is accepted.',
    whole(/^\d+(?:_\d+)+$/, (text) => text.replaceAll('_', '')),
  ],
  [
    'category-text-hexadecimal',
    'A categoryId that is a hexadecimal string is accepted.',
    whole(/^(?:0x|#)[\da-f]+$/i, (text) => text.replace('#', '0x')),
  ],
  [
    'category-text-of-other-scripts',
    'A categoryId that is a string of digits in another script is accepted.',
    whole(/^(?!\d+$)\p{Nd}+$/u, inLatinDigits),
  ],
  [
    'category-text-true-is-one',
    'The string true as categoryId is read as 1.',
    (text) => (/^true$/i.test(text) ? 1 : null),
  ],
  [
    'category-text-nan-is-zero',
    'The strings NaN and Infinity as categoryId are read as 0.',
    (text) => (/^-?(?:nan|inf(?:inity)?)$/i.test(text) ? 0 : null),
  ],
  [
    'category-blank-is-zero',
    'A blank string as categoryId is read as 0.',
    (text) => (/^\s+$/.test(text) ? 0 : null),
  ],
  ['category-year-of-date', 'A date as categoryId is read as its year.', leading(/^\d{4}(?=-\d\d-)/, null)],
];

/** Conversions of values that are not strings. */
const values: readonly Reader<(value: unknown) => unknown>[] = [
  [
    'category-empty-array-is-zero',
    'An empty array as categoryId is read as 0.',
    (value) => (Array.isArray(value) && value.length === 0 ? numberOf(0) : value),
  ],
  [
    'category-empty-object-is-zero',
    'An empty object as categoryId is read as 0.',
    (value) => (isMembers(value) && Object.keys(value).length === 0 ? numberOf(0) : value),
  ],
  [
    'category-array-of-text',
    'An array with one string of digits as categoryId is read as that number.',
    (value) =>
      Array.isArray(value) && /^\d+$/.test(String(value[0])) && typeof value[0] === 'string'
        ? numberOf(BigInt(value[0]))
        : value,
  ],
  [
    'category-value-object',
    'An object with a member value as categoryId is read as that value.',
    (value) => (isMembers(value) ? (value['value'] ?? value) : value),
  ],
  [
    'category-extended-json',
    'A categoryId in MongoDB Extended JSON is accepted.',
    (value) =>
      isMembers(value) && typeof value['$numberLong'] === 'string'
        ? numberOf(BigInt(value['$numberLong']))
        : value,
  ],
];

/** Parsers that convert values of a wrong type to a categoryId. */
export const creationCategoryReaders = [
  ...readerFaults(['create/wrong-category-type'], texts, readingText),
  ...readerFaults(['create/wrong-category-type'], values, (take) => convertingSent('categoryId', take)),
];
