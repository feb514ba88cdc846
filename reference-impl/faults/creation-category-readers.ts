import { convertingCategory } from './creation-field-decorations.ts';
import { inLatinDigits, numberOf } from './creation-reader-decorations.ts';
import { isMembers } from './decorations.ts';
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

/** Parsers that convert values of a wrong type to a categoryId. */
export const creationCategoryReaders = [
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
];
