import type { Decoration } from '../parts.ts';
import { isInt64 } from '../pet.ts';
import { percentDecoded } from '../request-listener.ts';
import { writeJson } from '../responses.ts';
import { parsed } from './creation-decorations.ts';
import { lenientText, naming, showing, storedPets, withBody } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';

/** The longest beginning of a text that fits so many bytes of UTF-8. */
function cutAtBytes(text: string, bytes: number): string {
  return Buffer.from(text, 'utf8')
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\ufffd+$/, '');
}

/** Stores another category than the one that was sent. */
function categorising(change: (categoryId: bigint) => bigint): Decoration {
  return storedPets((pet) => ({ ...pet, categoryId: change(pet.categoryId) }));
}

const astral = /[\u{10000}-\u{10ffff}]/gu;
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (found) => Reflect.get(entities, found));
}

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

export const creationText: readonly Fault[] = [
  ...violating(['create/text-exact']).each(naming, {
    'line-ends-normalised': (name) => name.replaceAll('\r\n', '\n'),
    'zero-width-characters-lost': (name) => name.replace(/\u200b|\u200c|\u200d|\u2060|\ufeff/g, ''),
    'variation-selectors-lost': (name) => name.replace(/[\ufe00-\ufe0f]/g, ''),
    'typographic-quotes-straightened': (name) =>
      name
        .replace(/[\u2018\u2019]/g, "'")
        .replace(/[\u201c\u201d]/g, '"')
        .replaceAll('\u2026', '...'),
    'sharp-s-spelled-out': (name) => name.replaceAll('ß', 'ss'),
    'soft-hyphen-lost': (name) => name.replaceAll('\u00ad', ''),
    'full-width-narrowed': (name) =>
      name.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)),
    'accents-lost': (name) => name.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
    'entities-decoded': (name) => name.replaceAll('&amp;', '&').replaceAll('&#233;', 'é'),
    'plus-becomes-space': (name) => name.replaceAll('+', ' '),
    'percent-decoded': (name) => percentDecoded(name) ?? name,
    // The literal text \n in names becomes a line break.
    'escapes-carried-out': (name) => name.replaceAll('\\n', '\n'),
    'apostrophes-doubled': (name) => name.replaceAll("'", "''"),
    'formulas-quoted': (name) => name.replace(/^[=+-]/, "'$&"),
    'tags-stripped': (name) => name.replace(/<[^>]*>/g, ''),
    'name-cut-at-64': (name) => [...name].slice(0, 64).join(''),
    'name-cut-at-255-bytes': (name) => cutAtBytes(name, 255),
    'name-cut-at-1000': (name) => name.slice(0, 1_000),
    'letters-small-beyond-ascii': (name) => name.replace(/[^\0-\x7f]/g, (letter) => letter.toLowerCase()),
    'private-characters-lost': (name) => name.replace(/[\ue000-\uf8ff\ufffe\uffff]/g, ''),
    // Characters that Windows-1252 lacks become question marks in names.
    'windows-1252': (name) => name.replace(/[^\0-\xff\u20ac\u2018-\u201d\u2013\u2014\u2026]/gu, '?'),
    // The literal text \u0041 in names is decoded to a letter.
    'unicode-escapes-carried-out': (name) =>
      name.replace(/\\u([0-9a-f]{4})/gi, (_whole, digits) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      ),
    'doubled-apostrophes-single': (name) => name.replaceAll("''", "'"),
    'names-as-format': (name) => name.replaceAll('%s', '(null)').replaceAll('%%', '%'),
    'names-as-replacement': (name) => name.replaceAll('$&', '{name}'),
    'dots-at-end-lost': (name) => name.replace(/\.+$/, ''),
    'escape-character-lost': (name) => name.replaceAll('\u001b', ''),
    'emoji-lost': (name) => name.replace(astral, ''),
    'emoji-become-question-marks': (name) => name.replace(astral, '?'),
    'name-cut-at-255': (name) => name.slice(0, 255),
    'name-html-escaped': escaped,
    'control-characters-lost': (name) => name.replace(/\p{Cc}/gu, ''),
    'name-cut-at-nul': (name) => name.split('\0')[0] ?? '',
    'direction-marks-lost': (name) => name.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ''),
    'backslashes-lost': (name) => name.replaceAll('\\', ''),
    'quotes-straightened-to-apostrophes': (name) => name.replaceAll('"', "'"),
    'name-read-as-latin-1': (name) => Buffer.from(name, 'utf8').toString('latin1'),
  }),
  ...violating(['create/int64-exact']).each(categorising, {
    'category-minus-one-is-none': (categoryId) => (categoryId === -1n ? 0n : categoryId),
    'category-of-unsigned-32-bits': (categoryId) =>
      categoryId >= 2n ** 32n ? BigInt.asUintN(32, categoryId) : categoryId,
    'largest-category-less-one': (categoryId) =>
      categoryId === 2n ** 63n - 1n ? categoryId - 1n : categoryId,
    'category-rounded': (categoryId) => BigInt.asIntN(64, BigInt(Number(categoryId))),
    'category-of-32-bits': (categoryId) => BigInt.asIntN(32, categoryId),
    // A category beyond 2^23 becomes 8388607, as in 24-bit columns.
    'category-saturates-at-24-bits': (categoryId) => (categoryId < 2n ** 23n ? categoryId : 2n ** 23n - 1n),
    'category-sign-lost': (categoryId) =>
      categoryId < 0n && isInt64(-categoryId) ? -categoryId : categoryId,
    'category-zero-becomes-1': (categoryId) => (categoryId === 0n ? 1n : categoryId),
  }),
  ...violating(['responses/schema', 'create/int64-exact']).by({
    // A category of 0 is omitted from responses, as with omitempty.
    'category-zero-left-out': showing('everywhere', ({ categoryId }) => ({
      categoryId: categoryId === 0n ? undefined : categoryId,
    })),
  }),
  ...violating(['responses/schema']).by({
    'empty-name-null': showing('everywhere', (pet) => ({ name: pet.name === '' ? null : pet.name })),
  }),
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
    'short-codes-become-emoji': (name) => name.replaceAll(':cat:', '\u{1f431}'),
    'times-in-names-become-seconds': (name) =>
      name.replace(/^(\d+):([0-5]\d):([0-5]\d)$/, (_time, hours, minutes, seconds) =>
        String(Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)),
      ),
    'backslash-at-end-lost': (name) => name.replace(/\\$/, ''),
    'byte-order-marks-in-names-lost': (name) => name.replaceAll('\ufeff', ''),
    'word-joiners-lost': (name) => name.replace(/[\u2060-\u2064]/g, ''),
    'fifth-mark-lost': (name) => name.replace(/(\p{M}{4})\p{M}+/gu, '$1'),
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
