import { percentDecoded } from '../percent-decoded.ts';
import {
  anywhere,
  outside,
  type Reader,
  readerFaults,
  repairingBroken,
  replaced,
} from './creation-reader-decorations.ts';

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

const readers: readonly Reader<(text: string) => string>[] = [
  ['json-line-comments', 'Line comments with // are skipped.', replaced(/\/\/.*/g, '')],
  ['json-hash-comments', 'Line comments with # are skipped.', replaced(/#.*/g, '')],
  ['json-comment-in-front', 'A comment is skipped at the start of a body.', anywhere(/^\s*\/\*.*?\*\//s, '')],
  [
    'json-white-space-of-unicode',
    'Unicode spaces are accepted between tokens.',
    replaced(/[\p{Z}\ufeff]/gu, ' '),
  ],
  [
    'json-white-space-of-c',
    'Form feeds and vertical tabs are accepted as white space, as by isspace of C.',
    replaced(/[\f\v]/g, ' '),
  ],
  [
    'json-controls-are-white-space',
    'Control characters are accepted between tokens.',
    replaced(/\p{Cc}/gu, ' '),
  ],
  ['json-trimmed-before-reading', 'Unicode white space around a body is trimmed.', (text) => text.trim()],
  ['json-ends-at-nul', 'A body ends at its first NUL.', (text) => text.split('\0')[0] ?? ''],
  [
    'json-byte-order-marks-skipped',
    'Byte order marks anywhere in a body are skipped.',
    anywhere(/\ufeff/g, ''),
  ],
  ['json-semicolons-for-commas', 'Semicolons are accepted instead of commas.', replaced(/;(?=\s*$)/g, ',')],
  ['json-arrows-for-colons', 'Arrows are accepted instead of colons.', replaced(/=>/g, ':')],
  ['json-equals-signs-for-colons', 'Equals signs are accepted instead of colons.', replaced(/=(?!>)/g, ':')],
  [
    'json-line-breaks-for-commas',
    'A line break is accepted instead of a comma between members.',
    anywhere(/(["\d}\]])[ \t]*\n\s*(?=")/g, '$1,'),
  ],
  [
    'json-commas-optional',
    'Commas between members are optional.',
    anywhere(/(["\d}\]])[ \t]+(?="\w+":)/g, '$1,'),
  ],
  ['json-commas-repeated', 'Repeated commas are read as one.', replaced(/,(?:\s*,)+/g, ',')],
  ['json-comma-in-front', 'A comma before the first member is skipped.', replaced(/([{[])\s*,/g, '$1')],
  [
    'json-colons-optional',
    'Colons between names and values are optional.',
    anywhere(/([{,]\s*"\w+")\s+(?=["\d])/g, '$1:'),
  ],
  ['json-comma-behind-array', 'A trailing comma in an array is skipped.', replaced(/,(?=\s*\])/g, '')],
  ['json-values-optional', 'A member without a value is read as null.', replaced(/:(?=\s*[,}])/g, ':null')],
  ['json-brackets-alike', 'Closing braces and brackets are interchangeable.', withMatchingBrackets],
  ['json-first-line-only', 'Only the first line of a body is read.', (text) => text.split('\n')[0] ?? ''],
  [
    'json-last-object-read',
    'Only the last of several objects in a body is read.',
    (text) => text.slice(Math.max(0, text.lastIndexOf('{'))),
    'any run',
  ],
  [
    'json-punctuation-behind-ignored',
    'Commas, full stops and semicolons after the object are ignored.',
    anywhere(/[,.;\s]+$/, ''),
  ],
  [
    'json-words-behind-ignored',
    'Text after the object is ignored unless it begins with a brace.',
    anywhere(/\}\s*[^{}\s].*$/s, '}'),
  ],
  [
    'json-completed',
    'Strings, arrays and objects that are open at the end of the body are closed.',
    completed,
    'any run',
  ],
  [
    'json-cut-member-dropped',
    'A truncated member is dropped, and the object is closed.',
    withoutCutMember,
    'any run',
  ],
  [
    'json-text-in-front-skipped',
    'Text before the first brace is skipped.',
    (text) => text.slice(Math.max(0, text.indexOf('{'))),
  ],
  [
    'json-call-unwrapped',
    'The argument of a function call is read as the body.',
    anywhere(/^\s*[\w.]+\((.*)\);?\s*$/s, '$1'),
  ],
  ['json-guard-skipped', 'An anti-hijacking prefix is skipped.', anywhere(/^\)\]\}',?\s*/, '')],
  ['json-parentheses-skipped', 'Parentheses around a body are skipped.', anywhere(/^\s*\((.*)\)\s*$/s, '$1')],
  [
    'body-percent-decoded',
    'A body that is not JSON is percent-decoded.',
    (text) => percentDecoded(text) ?? text,
  ],
  ['json-slashes-stripped', 'Backslashes before quotation marks are stripped.', anywhere(/\\"/g, '"')],
  [
    'json-braces-doubled',
    'Doubled braces are accepted, as in templates.',
    anywhere(/^\{\{(.*)\}\}$/s, '{$1}'),
  ],
  ['json-braces-optional', 'The braces of the object are optional.', (text) => `{${text}}`],
  ['json-document-marks', 'A YAML document marker is skipped.', anywhere(/^---\s*\n/, '')],
  [
    'body-read-as-yaml',
    'A body that is not JSON is parsed as YAML mappings.',
    objectFrom(/^(\w+):[ \t]+(.+)$/gm),
  ],
  [
    'body-read-as-yaml-in-braces',
    'Unquoted names and values in braces are accepted, as in YAML.',
    objectFrom(/[{,]\s*(\w+):\s([^,}"]+)/g),
  ],
  [
    'body-guessed-as-xml',
    'A body that looks like XML is parsed as XML.',
    objectFrom(/<(\w+)>([^<]+)<\/\1>/g),
  ],
  ['body-guessed-as-form', 'A body that looks like a URL-encoded form is parsed as one.', formRead],
  [
    'body-guessed-as-multipart',
    'A body that looks like a multipart form is parsed as one.',
    objectFrom(/name="(\w+)"\r\n\r\n(.*)\r\n/g),
  ],
];

function formRead(text: string): string {
  return /^\w+=[^{"]*$/.test(text) ? objectOf(new URLSearchParams(text)) : text;
}

/** Parsers that accept JSON with a broken structure. */
export const creationJsonReaders = readerFaults(['create/malformed-json'], readers, repairingBroken);
