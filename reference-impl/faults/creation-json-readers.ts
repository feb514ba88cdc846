import { percentDecoded } from '../request-listener.ts';
import { anywhere, inLatinDigits, outside, repairingBroken, replaced } from './creation-decorations.ts';
import type { Fault } from './fault.ts';
import { violating } from './fault.ts';

const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** The brackets, braces and quotation marks that are still open at the end of a text. */
function openAtEnd(text: string): string[] {
  const open: string[] = [];
  for (const [token] of text.matchAll(/\\.|["{}[\]]/gs)) {
    if (open.at(-1) === '"') {
      if (token === '"') {
        open.pop();
      }
    } else if (token === '"' || token in closers) {
      open.push(token);
    } else if (token === '}' || token === ']') {
      open.pop();
    }
  }
  return open;
}

function completed(text: string): string {
  return openAtEnd(text).reduceRight((body, token) => body + (closers[token] ?? token), text);
}

/** Replaces every closing bracket by the one that matches. */
function withMatchingBrackets(text: string): string {
  const open: string[] = [];
  return outside((part) =>
    part.replace(/[{}[\]]/g, (token) => {
      if (token in closers) {
        open.push(token);
        return token;
      }
      return closers[open.pop() ?? ''] ?? token;
    }),
  )(text);
}

function withoutCutMember(text: string): string {
  return openAtEnd(text).length === 0 ? text : completed(text.slice(0, text.lastIndexOf(',')));
}

function objectOf(members: Iterable<readonly [name: string, value: string]>): string {
  const written = [...members].map(
    ([name, value]) =>
      `${JSON.stringify(name.trim())}:${/^\s*-?\d+\s*$/.test(value) ? value : JSON.stringify(value.trim())}`,
  );
  return `{${written.join(',')}}`;
}

/** An object of all matches of a pattern with two groups, or the text if there are too few. */
function objectFrom(pattern: RegExp): (text: string) => string {
  return (text) => {
    const members = [...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value] as const);
    return members.length > 1 ? objectOf(members) : text;
  };
}

function formRead(text: string): string {
  return /^\w+=[^{"]*$/.test(text) ? objectOf(new URLSearchParams(text)) : text;
}

function inDecimal(prefix: RegExp): (text: string) => string {
  return outside((part) => part.replace(prefix, (literal) => String(Number(literal))));
}

function codeUnit(_escape: string, digits: string): string {
  return `\\u${digits.slice(-4).padStart(4, '0')}`;
}

/** Parsers that accept JSON with a broken structure. */
export const creationJsonReaders: readonly Fault[] = [
  ...violating(['create/malformed-json'], 'ample-allowance').each(repairingBroken, {
    'json-names-without-quotes': anywhere(/([{,])([A-Za-z]+):/g, '$1"$2":'),
    'json-unknown-escape': anywhere(/\\([^"\\/bfnrtu])/g, '$1'),
    'json-line-comments': replaced(/\/\/.*/g, ''),
    'json-hash-comments': replaced(/#.*/g, ''),
    'json-comment-in-front': anywhere(/^\s*\/\*.*?\*\//s, ''),
    'json-white-space-of-unicode': replaced(/[\p{Z}\ufeff]/gu, ' '),
    'json-white-space-of-c': replaced(/[\f\v]/g, ' '),
    'json-controls-are-white-space': replaced(/\p{Cc}/gu, ' '),
    // Unicode white space around a body is trimmed.
    'json-trimmed-before-reading': (text) => text.trim(),
    'json-ends-at-nul': (text) => text.split('\0')[0] ?? '',
    'json-byte-order-marks-skipped': anywhere(/\ufeff/g, ''),
    'json-semicolons-for-commas': replaced(/;(?=\s*$)/g, ','),
    'json-arrows-for-colons': replaced(/=>/g, ':'),
    'json-equals-signs-for-colons': replaced(/=(?!>)/g, ':'),
    'json-line-breaks-for-commas': anywhere(/(["\d}\]])[ \t]*\n\s*(?=")/g, '$1,'),
    'json-commas-optional': anywhere(/(["\d}\]])[ \t]+(?="\w+":)/g, '$1,'),
    'json-commas-repeated': replaced(/,(?:\s*,)+/g, ','),
    // A comma before the first member is skipped.
    'json-comma-in-front': replaced(/([{[])\s*,/g, '$1'),
    'json-colons-optional': anywhere(/([{,]\s*"\w+")\s+(?=["\d])/g, '$1:'),
    'json-comma-behind-array': replaced(/,(?=\s*\])/g, ''),
    // A member without a value is read as null.
    'json-values-optional': replaced(/:(?=\s*[,}])/g, ':null'),
    'json-brackets-alike': withMatchingBrackets,
    'json-first-line-only': (text) => text.split('\n')[0] ?? '',
    // Commas, full stops and semicolons after the object are ignored.
    'json-punctuation-behind-ignored': anywhere(/[,.;\s]+$/, ''),
    // Text after the object is ignored unless it begins with a brace.
    'json-words-behind-ignored': anywhere(/\}\s*[^{}\s].*$/s, '}'),
    'json-text-in-front-skipped': (text) => text.slice(Math.max(0, text.indexOf('{'))),
    // The argument of a function call is read as the body.
    'json-call-unwrapped': anywhere(/^\s*[\w.]+\((.*)\);?\s*$/s, '$1'),
    'json-guard-skipped': anywhere(/^\)\]\}',?\s*/, ''),
    'json-parentheses-skipped': anywhere(/^\s*\((.*)\)\s*$/s, '$1'),
    'body-percent-decoded': (text) => percentDecoded(text) ?? text,
    // Backslashes before quotation marks are stripped.
    'json-slashes-stripped': anywhere(/\\"/g, '"'),
    'json-braces-doubled': anywhere(/^\{\{(.*)\}\}$/s, '{$1}'),
    'json-braces-optional': (text) => `{${text}}`,
    'json-document-marks': anywhere(/^---\s*\n/, ''),
    'body-read-as-yaml': objectFrom(/^(\w+):[ \t]+(.+)$/gm),
    'body-read-as-yaml-in-braces': objectFrom(/[{,]\s*(\w+):\s([^,}"]+)/g),
    'body-guessed-as-xml': objectFrom(/<(\w+)>([^<]+)<\/\1>/g),
    'body-guessed-as-form': formRead,
    'body-guessed-as-multipart': objectFrom(/name="(\w+)"\r\n\r\n(.*)\r\n/g),
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
    'json-last-object-read': (text) => text.slice(Math.max(0, text.lastIndexOf('{'))),
    // Strings, arrays and objects that are open at the end of the body are closed.
    'json-completed': completed,
    'json-cut-member-dropped': withoutCutMember,
    // Words without quotation marks are read as strings.
    'json-bare-words': outside((part) =>
      part.replace(/([:,[]\s*)(?!true\b|false\b|null\b)([A-Za-z]\w*)(?=\s*[,}\]])/g, '$1"$2"'),
    ),
  }),
];
