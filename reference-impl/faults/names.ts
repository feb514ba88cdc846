import type { Decoration } from '../parts.ts';
import { writeJson } from '../responses.ts';
import { parsed } from './creation-bodies.ts';
import { cutAtBytes } from './creation-text.ts';
import { lenientText, naming, showing, withBody } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';

/** Returns another value than the name; `undefined` omits it. */
function showingNames(change: (name: string) => unknown): Decoration {
  return showing('everywhere', (pet) => ({ name: change(pet.name) }));
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const isoDate = /^\d{4}-\d\d-\d\d$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const booleansOfYaml = /^(?:(y|yes|true|on)|n|no|false|off)$/i;
const literalsOfPython: Readonly<Record<string, unknown>> = { True: true, False: false, None: null };
/** An object for lookups, which also finds inherited members. */
const nicknames = {};

/** Decodes each chunk of bytes on its own, which breaks characters across chunks. */
function inChunks(text: string, size: number): string {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size).toString(),
  ).join('');
}

function chunked(size: number): Decoration {
  return lenientText((text) => inChunks(text, size));
}

/** Decodes a body by the charset of its media type; `null` stands for UTF-8. */
function ofCharset(decode: (charset: string, body: Uint8Array) => string | null): Decoration {
  return around('readNewPet', (inner) => (request) => {
    const [, charset] = /charset="?([^";]+)/i.exec(request.headers['content-type'] ?? '') ?? [];
    const text = charset === undefined || request.body === null ? null : decode(charset, request.body);
    return inner(text === null ? request : withBody(request, text));
  });
}

/** Alters names only in lists. */
function listing(change: (name: string) => string): Decoration {
  return showing('listPets', (pet) => ({ name: change(pet.name) }));
}

const surrogatesAsEscapes = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi;

export const names: readonly Fault[] = [
  ...violating(['create/text-exact', 'responses/schema'], 'ample-allowance').each(showingNames, {
    'names-of-digits-shown-as-numbers': (name) => (/^[1-9]\d{0,14}$/.test(name) ? Number(name) : name),
    'null-word-shown-as-null': (name) => (/^null$/i.test(name) ? null : name),
    'undefined-name-left-out': (name) => (name === 'undefined' ? undefined : name),
    'literals-of-python-evaluated': (name) =>
      Object.hasOwn(literalsOfPython, name) ? literalsOfPython[name] : name,
    'country-no-shown-as-false': (name) => (/^no$/i.test(name) ? false : name),
    'not-a-number-shown-as-null': (name) => (/^-?(?:NaN|Infinity)$/.test(name) ? null : name),
    'json-in-names-parsed': (name) => {
      const value = parsed(name);
      return typeof value === 'object' && value !== null ? value : name;
    },
  }),
  ...violating(['create/text-exact'], 'ample-allowance').by({
    // A body with a charset in lower case is read as Windows-1252, the default for unknown encodings.
    'charset-names-in-small-letters-unknown': ofCharset((charset, body) =>
      /[a-z]/.test(charset) ? new TextDecoder('windows-1252').decode(body) : null,
    ),
    'charset-makes-bodies-ascii': ofCharset((_charset, body) => Buffer.from(body).toString('ascii')),
    // Response bodies are encoded in separate chunks of 8,192 bytes.
    'response-in-chunks-of-8192': around('writeMessage', (inner) => (answer, request, parts) => ({
      ...inner(answer, request, parts),
      body: inChunks(writeJson(answer.body), 8_192),
    })),
  }),
  ...violating(['create/text-exact'], 'ample-allowance').each(naming, {
    'names-written-as-numbers': (name) =>
      name.trim() !== '' && Number.isFinite(Number(name)) ? String(Number(name)) : name,
    'digit-separators-in-names-lost': (name) =>
      /^\d+(?:_\d+)+$/.test(name) ? name.replaceAll('_', '') : name,
    // A name of digits gets a .0 suffix, as in table columns with missing values.
    'names-of-digits-get-a-fraction': (name) => (/^\d+$/.test(name) ? `${name}.0` : name),
    'trailing-zeros-of-names-lost': (name) => name.replace(/^(-?\d+\.\d*?)0+$/, '$1'),
    'exponents-in-names-carried-out': (name) =>
      /^\d+e\d{1,2}$/i.test(name) ? BigInt(Number(name)).toString() : name,
    'null-word-empty': (name) => (['null', 'NULL'].includes(name) ? '' : name),
    // Names that are null literals of languages become unknown.
    'words-for-nothing-unknown': (name) =>
      /^(?:null|nil|none|undefined|nan)$/i.test(name) ? 'unknown' : name,
    'booleans-of-yaml-in-names': (name) =>
      name.replace(booleansOfYaml, (_name, isTrue) => String(isTrue !== undefined)),
    'inherited-names-looked-up': (name) => String(Reflect.get(nicknames, name) ?? name),
    'prototype-names-removed': (name) => name.replaceAll('__proto__', ''),
    // Names of inherited object members get a leading underscore.
    'prototype-names-masked': (name) => (name in nicknames ? `_${name}` : name),
    'json-strings-in-names-unquoted': (name) => {
      const value = parsed(name);
      return typeof value === 'string' ? value : name;
    },
    'json-in-names-rewritten': (name) => {
      const value = parsed(name);
      return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 1) : name;
    },
    'object-text-empty': (name) => name.replace(/^\[object \w+\]$/, ''),
    'dates-in-names-become-times': (name) => (isoDate.test(name) ? `${name}T00:00:00Z` : name),
    'dates-in-names-turned-around': (name) =>
      isoDate.test(name) ? name.split('-').toReversed().join('.') : name,
    'times-in-names-in-utc': (name) => (isoTime.test(name) ? new Date(name).toISOString() : name),
    'times-in-names-lose-zone': (name) =>
      isoTime.test(name) ? name.replace(/(?:Z|[+-]\d\d:\d\d)$/, '') : name,
    'uuids-in-names-small': (name) => (uuid.test(name) ? name.toLowerCase() : name),
    'uuids-in-names-without-hyphens': (name) => (uuid.test(name) ? name.replaceAll('-', '') : name),
    // Substrings that are altered anywhere in a name.
    'addresses-in-names-linked': (name) => name.replace(/https?:\/\/\S+/g, '<a href="$&">$&</a>'),
    'addresses-in-names-without-query': (name) => name.replace(/(https?:\/\/[^\s?]+)\?\S*/g, '$1'),
    'mail-addresses-masked': (name) => name.replace(/\b(\w)\w*@(?=\w+\.\w)/g, '$1***@'),
    'named-entities-decoded': (name) =>
      name.replaceAll('&nbsp;', '\u00a0').replaceAll('&quot;', '"').replaceAll('&eacute;', 'é'),
    'hexadecimal-entities-decoded': (name) =>
      name.replace(/&#x([0-9a-f]{1,5});/gi, (_, digits) => String.fromCodePoint(Number.parseInt(digits, 16))),
    'escaped-nul-removed': (name) => name.replaceAll('\\u0000', ''),
    'hexadecimal-escapes-carried-out': (name) =>
      name.replace(/\\x([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
    'backslashes-single': (name) => name.replaceAll('\\\\', '\\'),
    'places-in-names-filled': (name) => name.replace(/\{\d+\}/g, ''),
    'mustaches-in-names-filled': (name) => name.replace(/\{\{\s*\w+\s*\}\}/g, ''),
    'ruby-places-in-names-filled': (name) => name.replace(/#\{(\w*)\}/g, '$1'),
    'smileys-become-emoji': (name) => name.replaceAll(':)', '\u{1f642}').replaceAll(':(', '\u{1f641}'),
    'two-hyphens-become-dash': (name) => name.replaceAll('--', '\u2013'),
    'copyright-signs-made': (name) => name.replace(/\(c\)/gi, '\u00a9'),
    'parent-folders-removed': (name) => name.replaceAll('../', ''),
    'slashes-of-folders-turned': (name) =>
      name.replace(/\b[A-Z]:\\\S*/g, (path) => path.replaceAll('\\', '/')),
    // Graphemes of several code points.
    'skin-tones-lost': (name) => name.replace(/[\u{1f3fb}-\u{1f3ff}]/gu, ''),
    'flags-lost': (name) => name.replace(/[\u{1f1e6}-\u{1f1ff}]/gu, ''),
    'tag-characters-lost': (name) => name.replace(/[\u{e0000}-\u{e007f}]/gu, ''),
    'keycaps-lost': (name) => name.replaceAll('\u20e3', ''),
    'isolates-lost': (name) => name.replace(/[\u2066-\u2069]/g, ''),
    'arabic-letter-marks-lost': (name) => name.replaceAll('\u061c', ''),
    'second-marks-lost': (name) => name.replace(/(\p{M})\p{M}+/gu, '$1'),
    'marks-in-order-of-code': (name) => name.replace(/\p{M}{2,}/gu, (marks) => [...marks].sort().join('')),
    'ligatures-spelled-out': (name) =>
      name.replace(/[\ufb50-\ufdff]/g, (ligature) => ligature.normalize('NFKC')),
    'name-cut-at-511-bytes': (name) => cutAtBytes(name, 511),
    'name-cut-at-2000-bytes': (name) => cutAtBytes(name, 2_000),
    'name-cut-at-65535-bytes': (name) => cutAtBytes(name, 65_535),
    'name-cut-inside-a-character': (name) => name.slice(0, 512),
    'name-cut-at-32767-units': (name) => name.slice(0, 32_767),
  }),
  ...violating(['create/text-exact'], 'ample-allowance').each(lenientText, {
    'escaped-pairs-become-question-marks': (text) => text.replace(surrogatesAsEscapes, '??'),
    'escaped-pairs-become-replacements': (text) => text.replace(surrogatesAsEscapes, '\\ufffd\\ufffd'),
    'second-of-escaped-pairs-lost': (text) => text.replace(surrogatesAsEscapes, (pair) => pair.slice(0, 6)),
  }),
  ...violating(['create/text-exact'], 'ample-allowance').each(chunked, {
    'body-in-chunks-of-4096': 4_096,
    'body-in-chunks-of-16384': 16_384,
    'body-in-chunks-of-65536': 65_536,
  }),
  ...violating(['list/agrees-with-get'], 'ample-allowance').each(listing, {
    'list-without-isolates': (name) => name.replace(/[\u2066-\u2069]/g, ''),
    'list-decodes-percent-in-names': (name) => name.replaceAll('%20', ' '),
    'list-cuts-names-at-1000-bytes': (name) => cutAtBytes(name, 1_000),
  }),
  ...violating(['create/text-exact']).by({
    'body-pieces-decoded-alone': around('readNewPet', (inner) => (request) => {
      const texts = request.bodyChunks.map((chunk) => Buffer.from(chunk).toString());
      return inner(withBody(request, texts.join('')));
    }),
  }),
];
