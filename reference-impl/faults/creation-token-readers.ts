import {
  anywhere,
  inLatinDigits,
  outside,
  repairingBroken,
  replaced,
} from './creation-reader-decorations.ts';
import { violating } from './fault.ts';

function inDecimal(prefix: RegExp): (text: string) => string {
  return outside((part) => part.replace(prefix, (literal) => String(Number(literal))));
}

function codeUnit(_escape: string, digits: string): string {
  return `\\u${digits.slice(-4).padStart(4, '0')}`;
}

/** Parsers that accept numbers, words and strings in notations that JSON doesn't have. */
export const creationTokenReaders = [
  ...violating(['create/malformed-json'], 'ample-allowance').each(repairingBroken, {
    'json-plus-in-front': replaced(/([:,[]\s*)\+(?=\d)/g, '$1'),
    'json-point-at-end': replaced(/(\d)\.(?=\s*[,}\]])/g, '$1'),
    'json-point-in-front': replaced(/([:,[]\s*-?)\.(?=\d)/g, '$10.'),
    'json-hexadecimal': inDecimal(/\b0x[\da-f]+\b/gi),
    'json-octal-and-binary': inDecimal(/\b0(?:o[0-7]+|b[01]+)\b/gi),
    'json-number-suffixes': replaced(/(\d)[DFLdfln]\b/g, '$1'),
    'json-exponent-empty': replaced(/(\d)e[+-]?(?=\s*[,}\]])/gi, '$1'),
    'json-digit-separators': replaced(/(\d)_(?=\d)/g, '$1'),
    'json-infinity': replaced(/-?\bInfinity\b/g, '0'),
    'json-nan-of-c': replaced(/-?\b(?:nan|inf)\b/g, '0'),
    'json-digits-of-unicode': outside(inLatinDigits),
    // Constructors of the MongoDB shell are accepted, such as NumberLong(1).
    'json-database-calls': anywhere(/\b(?:NumberLong|NumberInt|ISODate|ObjectId)\(([^()]*)\)/g, '$1'),
    'json-signs-repeated': replaced(/[-+]{2,}(?=\d)/g, ''),
    'json-zero-behind-minus': replaced(/-0+(?=\d)/g, '-'),
    // The Python literals None, True and False are accepted.
    'json-words-of-python': outside((part) =>
      part.replace(/\b(?:None|True|False)\b/g, (word) => (word === 'None' ? 'null' : word.toLowerCase())),
    ),
    'json-null-in-capitals': replaced(/\bNULL\b/g, 'null'),
    'json-undefined': replaced(/\bundefined\b/g, 'null'),
    'json-words-in-any-letter-case': outside((part) =>
      part.replace(/\b(?:true|false|null)\b/gi, (word) => word.toLowerCase()),
    ),
    'json-backticks': anywhere(/`/g, '"'),
    'json-typographic-quotes': anywhere(/[\u201c-\u201f]/g, '"'),
    'json-names-in-single-quotes': anywhere(/'(\w+)'(?=\s*:)/g, '"$1"'),
    'json-values-in-single-quotes': anywhere(/:\s*'([^'"]*)'/g, ':"$1"'),
    'json-strings-joined': anywhere(/([^:,{[\s])"\s+"((?:[^"\\]|\\.)*")(?!\s*:)/g, '$1$2'),
    'json-raw-tabs': anywhere(/\t/g, '\\t'),
    'json-raw-carriage-returns': anywhere(/\r/g, '\\r'),
    // Raw control characters in strings are accepted, except tabs and line breaks.
    'json-raw-controls': (text) =>
      text.replace(/(?![\t\n\r])\p{Cc}/gu, (character) => codeUnit('', character.charCodeAt(0).toString(16))),
    // Unicode escapes with fewer than four digits are accepted.
    'json-escapes-cut-short': (text) => text.replace(/\\u([\da-f]{1,3})(?![\da-f])/gi, codeUnit),
    'json-escapes-without-digits': anywhere(/\\u(?![\da-f]{4})/gi, '\\\\u'),
    'json-escapes-in-braces': (text) => text.replace(/\\u\{([\da-f]{1,4})\}/gi, codeUnit),
    'json-escapes-of-eight': (text) => text.replace(/\\U([\da-f]{8})/gi, codeUnit),
    'json-escapes-of-c': anywhere(/\\[av0]/g, ' '),
    'json-escaped-single-quotes': anywhere(/\\'/g, "'"),
    'json-escaped-blanks': anywhere(/\\ /g, ' '),
    // A backslash at the end of a line continues a string.
    'json-lines-continued': anywhere(/\\\r?\n/g, ''),
  }),
  ...violating(['create/malformed-json']).each(repairingBroken, {
    // Words without quotation marks are read as strings.
    'json-bare-words': outside((part) =>
      part.replace(/([:,[]\s*)(?!true\b|false\b|null\b)([A-Za-z]\w*)(?=\s*[,}\]])/g, '$1"$2"'),
    ),
  }),
];
