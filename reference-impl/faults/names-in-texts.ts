import { writeJson } from '../responses.ts';
import { cutAtBytes } from './creation-text.ts';
import { lenientText, shownPets, withBody } from './decorations.ts';
import { around, type Fault, fault, violating } from './fault.ts';
import { namingWhereAmple as naming } from './name-decorations.ts';

const consequences = ['create/echoes-fields', 'get/returns-created', 'list/agrees-with-get'];

/** Decodes each chunk of bytes on its own, which breaks characters across chunks. */
function inChunks(text: string, size: number): string {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size).toString(),
  ).join('');
}

function chunked(name: string, size: number): Fault {
  return fault(
    name,
    `Request bodies are decoded in separate chunks of ${size} bytes.`,
    ['create/text-exact'],
    lenientText((text) => inChunks(text, size)),
    { mayViolate: consequences, needs: 'ample-allowance' },
  );
}

/** Decodes a body by the charset of its media type; `null` stands for UTF-8. */
function ofCharset(
  name: string,
  description: string,
  decode: (charset: string, body: Uint8Array) => string | null,
): Fault {
  const decoding = around('readNewPet', (inner) => (request) => {
    const [, charset] = /charset="?([^";]+)/i.exec(request.headers['content-type'] ?? '') ?? [];
    const text = charset === undefined || request.body === null ? null : decode(charset, request.body);
    return inner(text === null ? request : withBody(request, text));
  });
  return fault(name, description, ['create/text-exact'], decoding, {
    mayViolate: consequences,
    needs: 'ample-allowance',
  });
}

/** Alters names only in lists. */
function listing(name: string, description: string, change: (name: string) => string): Fault {
  return fault(
    name,
    description,
    ['list/agrees-with-get'],
    shownPets(['listPets'], (shown, pet) => ({ ...shown, name: change(pet.name) })),
    { needs: 'ample-allowance' },
  );
}

const surrogatesAsEscapes = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi;

function written(name: string, description: string, change: (text: string) => string): Fault {
  return fault(name, description, ['create/text-exact'], lenientText(change), {
    mayViolate: consequences,
    needs: 'ample-allowance',
  });
}

/** Substrings that are altered anywhere in a name. */
const replaced: readonly Fault[] = [
  naming('addresses-in-names-linked', 'URLs in names become HTML links.', (name) =>
    name.replace(/https?:\/\/\S+/g, '<a href="$&">$&</a>'),
  ),
  naming('addresses-in-names-without-query', 'URLs in names lose their query.', (name) =>
    name.replace(/(https?:\/\/[^\s?]+)\?\S*/g, '$1'),
  ),
  naming('mail-addresses-masked', 'Email addresses in names are masked.', (name) =>
    name.replace(/\b(\w)\w*@(?=\w+\.\w)/g, '$1***@'),
  ),
  naming('named-entities-decoded', 'Entities like &nbsp; in names are decoded.', (name) =>
    name.replaceAll('&nbsp;', '\u00a0').replaceAll('&quot;', '"').replaceAll('&eacute;', 'é'),
  ),
  naming('hexadecimal-entities-decoded', 'Entities like &#x27; in names are decoded.', (name) =>
    name.replace(/&#x([0-9a-f]{1,5});/gi, (_, digits) => String.fromCodePoint(Number.parseInt(digits, 16))),
  ),
  naming('escaped-nul-removed', 'The literal text \\u0000 is removed from names.', (name) =>
    name.replaceAll('\\u0000', ''),
  ),
  naming(
    'hexadecimal-escapes-carried-out',
    'The literal text \\x41 in names is decoded to a letter.',
    (name) =>
      name.replace(/\\x([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
  ),
  naming('backslashes-single', 'Double backslashes in names become single.', (name) =>
    name.replaceAll('\\\\', '\\'),
  ),
  naming('places-in-names-filled', 'Placeholders like {0} in names are filled in.', (name) =>
    name.replace(/\{\d+\}/g, ''),
  ),
  naming('mustaches-in-names-filled', 'Placeholders like {{name}} in names are filled in.', (name) =>
    name.replace(/\{\{\s*\w+\s*\}\}/g, ''),
  ),
  naming('ruby-places-in-names-filled', 'Placeholders like #{1} in names are evaluated.', (name) =>
    name.replace(/#\{(\w*)\}/g, '$1'),
  ),
  naming('smileys-become-emoji', 'Emoticons in names become emoji.', (name) =>
    name.replaceAll(':)', '\u{1f642}').replaceAll(':(', '\u{1f641}'),
  ),
  naming('two-hyphens-become-dash', 'Double hyphens in names become a dash.', (name) =>
    name.replaceAll('--', '\u2013'),
  ),
  naming('copyright-signs-made', 'The text (c) in names becomes a copyright sign.', (name) =>
    name.replace(/\(c\)/gi, '\u00a9'),
  ),
  naming('parent-folders-removed', 'The text ../ is removed from names.', (name) =>
    name.replaceAll('../', ''),
  ),
  naming('slashes-of-folders-turned', 'Backslashes after a drive letter become slashes.', (name) =>
    name.replace(/\b[A-Z]:\\\S*/g, (path) => path.replaceAll('\\', '/')),
  ),
];

/** Graphemes of several code points. */
const joined: readonly Fault[] = [
  naming('skin-tones-lost', 'Emoji in names lose their skin tones.', (name) =>
    name.replace(/[\u{1f3fb}-\u{1f3ff}]/gu, ''),
  ),
  naming('flags-lost', 'Flags are removed from names.', (name) =>
    name.replace(/[\u{1f1e6}-\u{1f1ff}]/gu, ''),
  ),
  naming(
    'tag-characters-lost',
    'Tag characters, as in the flag of England, are removed from names.',
    (name) => name.replace(/[\u{e0000}-\u{e007f}]/gu, ''),
  ),
  naming('keycaps-lost', 'Combining enclosing keycaps are removed from names.', (name) =>
    name.replaceAll('\u20e3', ''),
  ),
  naming('isolates-lost', 'Bidirectional isolates are removed from names.', (name) =>
    name.replace(/[\u2066-\u2069]/g, ''),
  ),
  naming('arabic-letter-marks-lost', 'Arabic letter marks are removed from names.', (name) =>
    name.replaceAll('\u061c', ''),
  ),
  naming('second-marks-lost', 'Only the first of several consecutive combining marks is kept.', (name) =>
    name.replace(/(\p{M})\p{M}+/gu, '$1'),
  ),
  naming('marks-in-order-of-code', 'Consecutive combining marks are sorted by code point.', (name) =>
    name.replace(/\p{M}{2,}/gu, (marks) => [...marks].sort().join('')),
  ),
  naming('ligatures-spelled-out', 'Arabic ligatures in names are decomposed.', (name) =>
    name.replace(/[\ufb50-\ufdff]/g, (ligature) => ligature.normalize('NFKC')),
  ),
  listing('list-without-isolates', 'Lists return names without bidirectional isolates.', (name) =>
    name.replace(/[\u2066-\u2069]/g, ''),
  ),
  listing('list-decodes-percent-in-names', 'Lists return names with %20 decoded to a space.', (name) =>
    name.replaceAll('%20', ' '),
  ),
  listing('list-cuts-names-at-1000-bytes', 'Lists truncate names to 1,000 bytes.', (name) =>
    cutAtBytes(name, 1_000),
  ),
];

const escapes: readonly Fault[] = [
  written('escaped-pairs-become-question-marks', 'An escaped surrogate pair becomes ??.', (text) =>
    text.replace(surrogatesAsEscapes, '??'),
  ),
  written('escaped-pairs-become-replacements', 'Each escaped surrogate becomes U+FFFD.', (text) =>
    text.replace(surrogatesAsEscapes, '\\ufffd\\ufffd'),
  ),
  written('second-of-escaped-pairs-lost', 'The second escape of a surrogate pair is dropped.', (text) =>
    text.replace(surrogatesAsEscapes, (pair) => pair.slice(0, 6)),
  ),
  ...violating(['create/text-exact'], { mayViolate: consequences }).by({
    'body-pieces-decoded-alone': [
      'Each chunk of a request body is decoded separately.',
      around('readNewPet', (inner) => (request) => {
        const texts = request.bodyChunks.map((chunk) => Buffer.from(chunk).toString());
        return inner(withBody(request, texts.join('')));
      }),
    ],
  }),
  ofCharset(
    'charset-names-in-small-letters-unknown',
    'A body with a charset in lower case is read as Windows-1252, the default for unknown encodings.',
    (charset, body) => (/[a-z]/.test(charset) ? new TextDecoder('windows-1252').decode(body) : null),
  ),
  ofCharset(
    'charset-makes-bodies-ascii',
    'A body with a charset loses the highest bit of each byte.',
    (_charset, body) => Buffer.from(body).toString('ascii'),
  ),
  chunked('body-in-chunks-of-4096', 4_096),
  chunked('body-in-chunks-of-16384', 16_384),
  chunked('body-in-chunks-of-65536', 65_536),
  naming('name-cut-at-511-bytes', 'Names are truncated to 511 bytes.', (name) => cutAtBytes(name, 511)),
  naming('name-cut-at-2000-bytes', 'Names are truncated to 2,000 bytes.', (name) => cutAtBytes(name, 2_000)),
  naming('name-cut-at-65535-bytes', 'Names are truncated to 65,535 bytes.', (name) =>
    cutAtBytes(name, 65_535),
  ),
  naming('name-cut-inside-a-character', 'Names are truncated to 512 UTF-16 code units.', (name) =>
    name.slice(0, 512),
  ),
  naming('name-cut-at-32767-units', 'Names are truncated to 32,767 UTF-16 code units.', (name) =>
    name.slice(0, 32_767),
  ),
  ...violating(['create/text-exact'], { mayViolate: consequences, needs: 'ample-allowance' }).by({
    'response-in-chunks-of-8192': [
      'Response bodies are encoded in separate chunks of 8,192 bytes.',
      around('writeMessage', (inner) => (answer, request, parts) => ({
        ...inner(answer, request, parts),
        body: inChunks(writeJson(answer.body), 8_192),
      })),
    ],
  }),
];

/** Faults that damage names because of a substring or their length. */
export const namesInTexts: readonly Fault[] = [...replaced, ...joined, ...escapes];
