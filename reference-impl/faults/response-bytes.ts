import type { Decoration, Message } from '../parts.ts';
import { messages } from './decorations.ts';
import { type Fault, violating } from './fault.ts';

function texts(change: (text: string, status: number) => string | Uint8Array): Decoration {
  return messages((message: Message) => ({
    ...message,
    body: change(String(message.body), message.status),
  }));
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
  ...violating(['responses/media-type']).each(texts, {
    'mark-before-every-body': (text) => `\ufeff${text}`,
    'mark-before-lists': (text) => (text.startsWith('[') ? `\ufeff${text}` : text),
    'mark-before-errors': (text, status) => (status >= 400 ? `\ufeff${text}` : text),
    'names-in-cesu-8': cesu8,
    'names-in-windows-1252': (text) =>
      Buffer.from(text.replaceAll('\u2019', '\u0092').replaceAll('\u201c', '\u0093'), 'latin1'),
    'tabs-unescaped': (text) => text.replaceAll('\\t', '\t'),
    'line-breaks-unescaped': (text) => text.replace(/(?<!\\)\\n/g, '\n'),
    'control-characters-unescaped': (text) =>
      text.replace(/\\u00(0[1-7]|1[0-9a-f])/g, (_, digits) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      ),
    'apostrophes-escaped': (text) => text.replaceAll("'", "\\'"),
    'ampersands-escaped-in-hexadecimal': (text) => text.replaceAll('&', '\\x26'),
    'astral-escapes-in-braces': (text) =>
      text.replace(astral, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`),
    'quotes-unescaped': (text) => text.replaceAll('\\"', '"'),
    'zero-byte-at-end': (text) => `${text}\0`,
    'error-twice': (text, status) => (status === 404 ? text + text : text),
  }),
  ...violating(['responses/media-type'], 'ample-allowance').each(texts, {
    // Bodies whose letters are all in Latin-1 are encoded in ISO-8859-1.
    'latin-1-if-it-suffices': (text) => (/[^\0-\xff]/.test(text) ? text : Buffer.from(text, 'latin1')),
    'not-a-number-unquoted': (text) => text.replaceAll('"name":"NaN"', '"name":NaN'),
    'bodies-cut-at-16384-bytes': (text) => Buffer.from(text).subarray(0, 16_384),
  }),
  ...violating(['create/text-exact']).by({
    'second-surrogate-escape-lost': texts((text) =>
      text.replace(astral, (character) => `\\u${character.charCodeAt(0).toString(16)}`),
    ),
  }),
  ...violating(['responses/schema']).each(texts, {
    'id-twice-as-number-and-text': (text) => text.replace(/"id":(-?\d+)/g, '"id":"$1","id":$1'),
    // Animals read by id have a duplicate key id, first with a wrong value.
    'id-of-another-first': (text) =>
      text.startsWith('{"id"') ? text.replace('{"id":', '{"id":1,"id":') : text,
    // Animals in lists have a duplicate key name, first with an empty string.
    'name-twice': (text) => (text.startsWith('[') ? text.replaceAll('"name":', '"name":"","name":') : text),
    // Animals have a duplicate key status, first with null.
    'status-twice': (text) => text.replaceAll('"status":"', '"status":null,"status":"'),
  }),
  ...violating(['errors/body-shape']).by({
    // The Error of a 404 has a duplicate key code with two values.
    'code-twice': texts((text, status) =>
      status === 404 ? text.replace('"code":', '"code":"not_found","code":') : text,
    ),
  }),
];
