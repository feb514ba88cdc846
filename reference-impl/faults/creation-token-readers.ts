import {
  anywhere,
  inLatinDigits,
  outside,
  type Reader,
  readerFaults,
  repairingBroken,
  replaced,
} from './creation-reader-decorations.ts';

function inDecimal(prefix: RegExp): (text: string) => string {
  return outside((part) => part.replace(prefix, (literal) => String(Number(literal))));
}

function codeUnit(_escape: string, digits: string): string {
  return `\\u${digits.slice(-4).padStart(4, '0')}`;
}

const numbers: readonly Reader<(text: string) => string>[] = [
  ['json-plus-in-front', 'Numbers with a leading plus are accepted.', replaced(/([:,[]\s*)\+(?=\d)/g, '$1')],
  [
    'json-point-at-end',
    'Numbers that end with the decimal point are accepted.',
    replaced(/(\d)\.(?=\s*[,}\]])/g, '$1'),
  ],
  [
    'json-point-in-front',
    'Numbers that begin with the decimal point are accepted.',
    replaced(/([:,[]\s*-?)\.(?=\d)/g, '$10.'),
  ],
  ['json-hexadecimal', 'Hexadecimal numbers are accepted.', inDecimal(/\b0x[\da-f]+\b/gi)],
  ['json-octal-and-binary', 'Octal and binary numbers are accepted.', inDecimal(/\b0(?:o[0-7]+|b[01]+)\b/gi)],
  ['json-number-suffixes', 'Numbers with a type suffix are accepted.', replaced(/(\d)[DFLdfln]\b/g, '$1')],
  [
    'json-exponent-empty',
    'Exponents without digits are accepted.',
    replaced(/(\d)e[+-]?(?=\s*[,}\]])/gi, '$1'),
  ],
  ['json-digit-separators', 'Underscores between digits are accepted.', replaced(/(\d)_(?=\d)/g, '$1')],
  ['json-infinity', 'Infinity is accepted as a number.', replaced(/-?\bInfinity\b/g, '0')],
  [
    'json-nan-of-c',
    'nan and inf are accepted as numbers, as C prints them.',
    replaced(/-?\b(?:nan|inf)\b/g, '0'),
  ],
  ['json-digits-of-unicode', 'Digits of other scripts are accepted.', outside(inLatinDigits)],
  [
    'json-database-calls',
    'Constructors of the MongoDB shell are accepted, such as NumberLong(1).',
    anywhere(/\b(?:NumberLong|NumberInt|ISODate|ObjectId)\(([^()]*)\)/g, '$1'),
  ],
  ['json-signs-repeated', 'Numbers with several signs are accepted.', replaced(/[-+]{2,}(?=\d)/g, '')],
  [
    'json-zero-behind-minus',
    'Negative numbers with leading zeros are accepted.',
    replaced(/-0+(?=\d)/g, '-'),
  ],
];

const words: readonly Reader<(text: string) => string>[] = [
  [
    'json-words-of-python',
    'The Python literals None, True and False are accepted.',
    outside((part) =>
      part.replace(/\b(?:None|True|False)\b/g, (word) => (word === 'None' ? 'null' : word.toLowerCase())),
    ),
  ],
  ['json-null-in-capitals', 'NULL is read as null, as in SQL.', replaced(/\bNULL\b/g, 'null')],
  ['json-undefined', 'undefined is read as null.', replaced(/\bundefined\b/g, 'null')],
  [
    'json-words-in-any-letter-case',
    'true, false and null are accepted in any letter case.',
    outside((part) => part.replace(/\b(?:true|false|null)\b/gi, (word) => word.toLowerCase())),
  ],
  [
    'json-bare-words',
    'Words without quotation marks are read as strings.',
    outside((part) =>
      part.replace(/([:,[]\s*)(?!true\b|false\b|null\b)([A-Za-z]\w*)(?=\s*[,}\]])/g, '$1"$2"'),
    ),
    'any run',
  ],
];

const strings: readonly Reader<(text: string) => string>[] = [
  ['json-backticks', 'Strings in backticks are accepted.', anywhere(/`/g, '"')],
  [
    'json-typographic-quotes',
    'Strings in typographic quotes are accepted.',
    anywhere(/[\u201c-\u201f]/g, '"'),
  ],
  [
    'json-names-in-single-quotes',
    'Member names in single quotes are accepted.',
    anywhere(/'(\w+)'(?=\s*:)/g, '"$1"'),
  ],
  [
    'json-values-in-single-quotes',
    'Values in single quotes are accepted.',
    anywhere(/:\s*'([^'"]*)'/g, ':"$1"'),
  ],
  [
    'json-strings-joined',
    'Adjacent strings are concatenated.',
    anywhere(/([^:,{[\s])"\s+"((?:[^"\\]|\\.)*")(?!\s*:)/g, '$1$2'),
  ],
  ['json-raw-tabs', 'Raw tabs in strings are accepted.', anywhere(/\t/g, '\\t')],
  ['json-raw-carriage-returns', 'Raw carriage returns in strings are accepted.', anywhere(/\r/g, '\\r')],
  [
    'json-raw-controls',
    'Raw control characters in strings are accepted, except tabs and line breaks.',
    (text) =>
      text.replace(/(?![\t\n\r])\p{Cc}/gu, (character) => codeUnit('', character.charCodeAt(0).toString(16))),
  ],
  [
    'json-escapes-cut-short',
    'Unicode escapes with fewer than four digits are accepted.',
    (text) => text.replace(/\\u([\da-f]{1,3})(?![\da-f])/gi, codeUnit),
  ],
  [
    'json-escapes-without-digits',
    'Unicode escapes with invalid digits are kept as text.',
    anywhere(/\\u(?![\da-f]{4})/gi, '\\\\u'),
  ],
  [
    'json-escapes-in-braces',
    'Unicode escapes with digits in braces are accepted.',
    (text) => text.replace(/\\u\{([\da-f]{1,4})\}/gi, codeUnit),
  ],
  [
    'json-escapes-of-eight',
    'Escapes with a capital U and eight digits are accepted.',
    (text) => text.replace(/\\U([\da-f]{8})/gi, codeUnit),
  ],
  ['json-escapes-of-c', 'The C escapes \\a, \\v and \\0 are accepted.', anywhere(/\\[av0]/g, ' ')],
  ['json-escaped-single-quotes', 'Escaped single quotes are accepted.', anywhere(/\\'/g, "'")],
  ['json-escaped-blanks', 'Escaped spaces are accepted, as in shells.', anywhere(/\\ /g, ' ')],
  ['json-lines-continued', 'A backslash at the end of a line continues a string.', anywhere(/\\\r?\n/g, '')],
];

/** Parsers that accept numbers, words and strings in notations that JSON doesn't have. */
export const creationTokenReaders = readerFaults(
  ['create/malformed-json'],
  [...numbers, ...words, ...strings],
  repairingBroken,
);
