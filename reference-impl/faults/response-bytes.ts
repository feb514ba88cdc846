import type { Decoration, Message } from '../parts.ts';
import { messages } from './decorations.ts';
import { type Fault, fault, violating } from './fault.ts';
import { unreadableResources } from './responses.ts';

const unreadableBodies = [
  ...unreadableResources,
  'create/echoes-fields',
  'create/int64-exact',
  'errors/body-shape',
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
  change: (text: string, status: number) => string | Uint8Array,
  needs?: string,
): Fault {
  return fault(name, ['responses/media-type'], texts(change), {
    mayViolate: unreadableBodies,
    ...(needs === undefined ? {} : { needs }),
  });
}

/** Writes a duplicate key. */
function twice(
  name: string,
  violated: 'responses/schema' | 'errors/body-shape',
  change: (text: string, status: number) => string,
): Fault {
  return fault(name, [violated], texts(change), {
    mayViolate: [...unreadableBodies, 'errors/status-matches', 'errors/code-stable'],
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
  unreadable('mark-before-every-body', (text) => `\ufeff${text}`),
  unreadable('mark-before-lists', (text) => (text.startsWith('[') ? `\ufeff${text}` : text)),
  unreadable('mark-before-errors', (text, status) => (status >= 400 ? `\ufeff${text}` : text)),
  unreadable('names-in-cesu-8', cesu8),
  unreadable('names-in-windows-1252', (text) =>
    Buffer.from(text.replaceAll('\u2019', '\u0092').replaceAll('\u201c', '\u0093'), 'latin1'),
  ),
  // Bodies whose letters are all in Latin-1 are encoded in ISO-8859-1.
  unreadable(
    'latin-1-if-it-suffices',
    (text) => (/[^\0-\xff]/.test(text) ? text : Buffer.from(text, 'latin1')),
    'ample-allowance',
  ),
  unreadable('tabs-unescaped', (text) => text.replaceAll('\\t', '\t')),
  unreadable('line-breaks-unescaped', (text) => text.replace(/(?<!\\)\\n/g, '\n')),
  unreadable('control-characters-unescaped', (text) =>
    text.replace(/\\u00(0[1-7]|1[0-9a-f])/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
  ),
  unreadable('apostrophes-escaped', (text) => text.replaceAll("'", "\\'")),
  unreadable('ampersands-escaped-in-hexadecimal', (text) => text.replaceAll('&', '\\x26')),
  unreadable('astral-escapes-in-braces', (text) =>
    text.replace(astral, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`),
  ),
  unreadable('quotes-unescaped', (text) => text.replaceAll('\\"', '"')),
  unreadable('zero-byte-at-end', (text) => `${text}\0`),
  unreadable('error-twice', (text, status) => (status === 404 ? text + text : text)),
  // The name NaN is written without quotation marks.
  unreadable(
    'not-a-number-unquoted',
    (text) => text.replaceAll('"name":"NaN"', '"name":NaN'),
    'ample-allowance',
  ),
  // Bodies are truncated to 16,384 bytes, with a matching Content-Length.
  unreadable('bodies-cut-at-16384-bytes', (text) => Buffer.from(text).subarray(0, 16_384), 'ample-allowance'),
  ...violating(['create/text-exact'], { mayViolate: unreadableBodies }).by({
    'second-surrogate-escape-lost': texts((text) =>
      text.replace(astral, (character) => `\\u${character.charCodeAt(0).toString(16)}`),
    ),
  }),
  twice('id-twice-as-number-and-text', 'responses/schema', (text) =>
    text.replace(/"id":(-?\d+)/g, '"id":"$1","id":$1'),
  ),
  // Animals read by id have a duplicate key id, first with a wrong value.
  twice('id-of-another-first', 'responses/schema', (text) =>
    text.startsWith('{"id"') ? text.replace('{"id":', '{"id":1,"id":') : text,
  ),
  // Animals in lists have a duplicate key name, first with an empty string.
  twice('name-twice', 'responses/schema', (text) =>
    text.startsWith('[') ? text.replaceAll('"name":', '"name":"","name":') : text,
  ),
  // Animals have a duplicate key status, first with null.
  twice('status-twice', 'responses/schema', (text) =>
    text.replaceAll('"status":"', '"status":null,"status":"'),
  ),
  // The Error of a 404 has a duplicate key code with two values.
  twice('code-twice', 'errors/body-shape', (text, status) =>
    status === 404 ? text.replace('"code":', '"code":"not_found","code":') : text,
  ),
];
