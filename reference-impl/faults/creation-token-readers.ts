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
  ['json-plus-in-front', 'A number may have a plus in front.', replaced(/([:,[]\s*)\+(?=\d)/g, '$1')],
  ['json-point-at-end', 'A number may end with its point.', replaced(/(\d)\.(?=\s*[,}\]])/g, '$1')],
  ['json-point-in-front', 'A number may begin with its point.', replaced(/([:,[]\s*-?)\.(?=\d)/g, '$10.')],
  ['json-hexadecimal', 'Numbers may be hexadecimal.', inDecimal(/\b0x[\da-f]+\b/gi)],
  ['json-octal-and-binary', 'Numbers may be octal or binary.', inDecimal(/\b0(?:o[0-7]+|b[01]+)\b/gi)],
  [
    'json-number-suffixes',
    'A number may have the letter of its type behind it.',
    replaced(/(\d)[DFLdfln]\b/g, '$1'),
  ],
  ['json-exponent-empty', 'An exponent may have no digits.', replaced(/(\d)e[+-]?(?=\s*[,}\]])/gi, '$1')],
  ['json-digit-separators', 'Digits may be set apart by underscores.', replaced(/(\d)_(?=\d)/g, '$1')],
  ['json-infinity', 'Infinity is read as a number.', replaced(/-?\bInfinity\b/g, '0')],
  [
    'json-nan-of-c',
    'Numbers are read as C prints them: nan and inf too.',
    replaced(/-?\b(?:nan|inf)\b/g, '0'),
  ],
  ['json-digits-of-unicode', 'Digits of every script are read.', outside(inLatinDigits)],
  [
    'json-database-calls',
    'Numbers and dates may be written as a database shell does.',
    anywhere(/\b(?:NumberLong|NumberInt|ISODate|ObjectId)\(([^()]*)\)/g, '$1'),
  ],
  ['json-signs-repeated', 'A number may have several signs.', replaced(/[-+]{2,}(?=\d)/g, '')],
  ['json-zero-behind-minus', 'Behind a minus zeros may stand in front.', replaced(/-0+(?=\d)/g, '-')],
];

const words: readonly Reader<(text: string) => string>[] = [
  [
    'json-words-of-python',
    'None, True and False are read as Python writes them.',
    outside((part) =>
      part.replace(/\b(?:None|True|False)\b/g, (word) => (word === 'None' ? 'null' : word.toLowerCase())),
    ),
  ],
  ['json-undefined', 'undefined is read as null.', replaced(/\bundefined\b/g, 'null')],
  [
    'json-words-in-any-letter-case',
    'true, false and null are read in any letter case.',
    outside((part) => part.replace(/\b(?:true|false|null)\b/gi, (word) => word.toLowerCase())),
  ],
  [
    'json-bare-words',
    'A word without quotation marks is read as text.',
    outside((part) =>
      part.replace(/([:,[]\s*)(?!true\b|false\b|null\b)([A-Za-z]\w*)(?=\s*[,}\]])/g, '$1"$2"'),
    ),
    'any run',
  ],
];

const strings: readonly Reader<(text: string) => string>[] = [
  ['json-backticks', 'Strings may stand in backticks.', anywhere(/`/g, '"')],
  ['json-typographic-quotes', 'Strings may stand in typographic quotes.', anywhere(/[\u201c-\u201f]/g, '"')],
  [
    'json-names-in-single-quotes',
    'Member names may stand in single quotes.',
    anywhere(/'(\w+)'(?=\s*:)/g, '"$1"'),
  ],
  [
    'json-values-in-single-quotes',
    'Values may stand in single quotes.',
    anywhere(/:\s*'([^'"]*)'/g, ':"$1"'),
  ],
  [
    'json-strings-joined',
    'Two strings in a row are one.',
    anywhere(/([^:,{[\s])"\s+"((?:[^"\\]|\\.)*")(?!\s*:)/g, '$1$2'),
  ],
  ['json-raw-tabs', 'A tab may stand inside a string as it is.', anywhere(/\t/g, '\\t')],
  [
    'json-raw-carriage-returns',
    'A carriage return may stand inside a string as it is.',
    anywhere(/\r/g, '\\r'),
  ],
  [
    'json-raw-controls',
    'Control characters but tabs and line breaks may stand inside a string as they are.',
    (text) =>
      text.replace(/(?![\t\n\r])\p{Cc}/gu, (character) => codeUnit('', character.charCodeAt(0).toString(16))),
  ],
  [
    'json-escapes-cut-short',
    'An escape may have fewer digits than four.',
    (text) => text.replace(/\\u([\da-f]{1,3})(?![\da-f])/gi, codeUnit),
  ],
  [
    'json-escapes-without-digits',
    'An escape whose digits are none is kept as text.',
    anywhere(/\\u(?![\da-f]{4})/gi, '\\\\u'),
  ],
  [
    'json-escapes-in-braces',
    'An escape may have its digits in braces.',
    (text) => text.replace(/\\u\{([\da-f]{1,4})\}/gi, codeUnit),
  ],
  [
    'json-escapes-of-eight',
    'An escape with a capital U has eight digits.',
    (text) => text.replace(/\\U([\da-f]{8})/gi, codeUnit),
  ],
  [
    'json-escapes-of-c',
    'The escapes of C are read: a bell, a vertical tab, a zero.',
    anywhere(/\\[av0]/g, ' '),
  ],
  ['json-escaped-single-quotes', 'A single quote may be escaped.', anywhere(/\\'/g, "'")],
  ['json-escaped-blanks', 'A blank may be escaped, as in shells.', anywhere(/\\ /g, ' ')],
  ['json-lines-continued', 'A backslash at the end of a line continues a string.', anywhere(/\\\r?\n/g, '')],
];

/** Readers that take numbers, words and strings that are none of JSON's. */
export const creationTokenReaders = readerFaults(
  ['create/malformed-json'],
  [...numbers, ...words, ...strings],
  repairingBroken,
);
