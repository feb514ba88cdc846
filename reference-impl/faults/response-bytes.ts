import type { Message } from '../messages.ts';
import type { Decoration } from '../parts.ts';
import { messages } from './decorations.ts';
import { type Fault, fault, violating } from './fault.ts';

const readable = [
  'responses/schema',
  'list/returns-pets',
  'get/returns-created',
  'get/id-matches',
  'get/stable',
  'list/agrees-with-get',
  'create/text-exact',
  'create/echoes-fields',
  'create/int64-exact',
  'errors/body-shape',
  'create/accepts-valid',
  'create/status-optional',
  'get/malformed-id',
];

function texts(change: (text: string, status: number) => string | Uint8Array): Decoration {
  return messages((message: Message) => ({
    ...message,
    body: change(String(message.body), message.status),
  }));
}

/** Writes bodies that are not JSON in UTF-8. */
function unreadable(
  name: string,
  description: string,
  change: (text: string, status: number) => string | Uint8Array,
  needs?: string,
): Fault {
  return fault(name, description, ['responses/media-type'], texts(change), {
    mayViolate: readable,
    ...(needs === undefined ? {} : { needs }),
  });
}

/** Writes a duplicate key. */
function twice(
  name: string,
  description: string,
  violated: 'responses/schema' | 'errors/body-shape',
  change: (text: string, status: number) => string,
): Fault {
  return fault(name, description, [violated], texts(change), {
    mayViolate: [...readable, 'errors/status-matches', 'errors/code-stable'],
  });
}

/** CESU-8, as in Java's modified UTF-8: an astral character as two surrogates of three bytes each. */
function cesu8(text: string): Uint8Array {
  const bytes = [...text].flatMap((character) => {
    const isAstral = (character.codePointAt(0) ?? 0) > 0xffff;
    return isAstral
      ? character.split('').flatMap((unit) => {
          const code = unit.charCodeAt(0);
          return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
        })
      : [...Buffer.from(character)];
  });
  return Uint8Array.from(bytes);
}

const astral = /[\u{10000}-\u{10ffff}]/gu;

/** Bodies with invalid bytes, escapes or members. */
export const responseBytes: readonly Fault[] = [
  unreadable(
    'mark-before-every-body',
    'Every body begins with a byte order mark.',
    (text) => `\ufeff${text}`,
  ),
  unreadable('mark-before-lists', 'Lists begin with a byte order mark.', (text) =>
    text.startsWith('[') ? `\ufeff${text}` : text,
  ),
  unreadable('mark-before-errors', 'Errors begin with a byte order mark.', (text, status) =>
    status >= 400 ? `\ufeff${text}` : text,
  ),
  unreadable('names-in-cesu-8', 'Astral characters are encoded in CESU-8, as six bytes.', cesu8),
  unreadable(
    'names-in-windows-1252',
    'Accents and typographic quotation marks are encoded in Windows-1252.',
    (text) => Buffer.from(text.replaceAll('\u2019', '\u0092').replaceAll('\u201c', '\u0093'), 'latin1'),
  ),
  unreadable(
    'latin-1-if-it-suffices',
    'Bodies whose letters are all in Latin-1 are encoded in ISO-8859-1.',
    (text) => (/[^\0-\xff]/.test(text) ? text : Buffer.from(text, 'latin1')),
    'ample-allowance',
  ),
  unreadable('tabs-unescaped', 'Tabs in names are not escaped.', (text) => text.replaceAll('\\t', '\t')),
  unreadable('line-breaks-unescaped', 'Line breaks in names are not escaped.', (text) =>
    text.replace(/(?<!\\)\\n/g, '\n'),
  ),
  unreadable('control-characters-unescaped', 'Control characters in names are not escaped.', (text) =>
    text.replace(/\\u00(0[1-7]|1[0-9a-f])/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
  ),
  unreadable('apostrophes-escaped', 'Apostrophes are escaped, as in JavaScript.', (text) =>
    text.replaceAll("'", "\\'"),
  ),
  unreadable('ampersands-escaped-in-hexadecimal', 'Ampersands are escaped as \\x26.', (text) =>
    text.replaceAll('&', '\\x26'),
  ),
  unreadable('astral-escapes-in-braces', 'Astral characters are escaped as \\u{1f408}.', (text) =>
    text.replace(astral, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`),
  ),
  unreadable('quotes-unescaped', 'Quotation marks in names are not escaped.', (text) =>
    text.replaceAll('\\"', '"'),
  ),
  unreadable('zero-byte-at-end', 'Bodies end with a zero byte.', (text) => `${text}\0`),
  unreadable('error-twice', 'The body of a 404 has the same Error twice.', (text, status) =>
    status === 404 ? text + text : text,
  ),
  unreadable(
    'not-a-number-unquoted',
    'The name NaN is written without quotation marks.',
    (text) => text.replaceAll('"name":"NaN"', '"name":NaN'),
    'ample-allowance',
  ),
  unreadable(
    'bodies-cut-at-16384-bytes',
    'Bodies are truncated to 16,384 bytes, with a matching Content-Length.',
    (text) => Buffer.from(text).subarray(0, 16_384),
    'ample-allowance',
  ),
  ...violating(['create/text-exact'], { mayViolate: readable }).by({
    'second-surrogate-escape-lost': [
      'The second escape of a surrogate pair is missing.',
      texts((text) => text.replace(astral, (character) => `\\u${character.charCodeAt(0).toString(16)}`)),
    ],
  }),
  twice(
    'id-twice-as-number-and-text',
    'Animals have a duplicate key id, as a string and as a number.',
    'responses/schema',
    (text) => text.replace(/"id":(-?\d+)/g, '"id":"$1","id":$1'),
  ),
  twice(
    'id-of-another-first',
    'Animals read by id have a duplicate key id, first with a wrong value.',
    'responses/schema',
    (text) => (text.startsWith('{"id"') ? text.replace('{"id":', '{"id":1,"id":') : text),
  ),
  twice(
    'name-twice',
    'Animals in lists have a duplicate key name, first with an empty string.',
    'responses/schema',
    (text) => (text.startsWith('[') ? text.replaceAll('"name":', '"name":"","name":') : text),
  ),
  twice('status-twice', 'Animals have a duplicate key status, first with null.', 'responses/schema', (text) =>
    text.replaceAll('"status":"', '"status":null,"status":"'),
  ),
  twice(
    'code-twice',
    'The Error of a 404 has a duplicate key code with two values.',
    'errors/body-shape',
    (text, status) => (status === 404 ? text.replace('"code":', '"code":"not_found","code":') : text),
  ),
];
