import { writeJson } from '../responses.ts';
import { parsed } from './creation-bodies.ts';
import { naming } from './creation-exactness.ts';
import { cutAtBytes } from './creation-text.ts';
import { lenientText, shownPets, withBody } from './decorations.ts';
import { around, type Fault, fault, violating } from './fault.ts';

const operations = ['createPet', 'getPet', 'listPets'] as const;

/** Stores an altered name, for names that only further cases send. */
function namingWhereAmple(name: string, change: (name: string) => string): Fault {
  return { ...naming(name, change), needs: 'ample-allowance' };
}

/** Returns another value than the name; `undefined` omits it. */
function showingNames(name: string, change: (name: string) => unknown): Fault {
  return fault(
    name,
    ['create/text-exact', 'responses/schema'],
    shownPets(operations, (shown, pet) => ({ ...shown, name: change(pet.name) })),
    {
      mayViolate: ['create/echoes-fields', 'get/returns-created', 'list/returns-pets'],
      needs: 'ample-allowance',
    },
  );
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const isoDate = /^\d{4}-\d\d-\d\d$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const booleansOfYaml = /^(?:(y|yes|true|on)|n|no|false|off)$/i;
const literalsOfPython: Readonly<Record<string, unknown>> = { True: true, False: false, None: null };
/** An object for lookups, which also finds inherited members. */
const nicknames = {};

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
    ['create/text-exact'],
    lenientText((text) => inChunks(text, size)),
    { mayViolate: consequences, needs: 'ample-allowance' },
  );
}

/** Decodes a body by the charset of its media type; `null` stands for UTF-8. */
function ofCharset(name: string, decode: (charset: string, body: Uint8Array) => string | null): Fault {
  const decoding = around('readNewPet', (inner) => (request) => {
    const [, charset] = /charset="?([^";]+)/i.exec(request.headers['content-type'] ?? '') ?? [];
    const text = charset === undefined || request.body === null ? null : decode(charset, request.body);
    return inner(text === null ? request : withBody(request, text));
  });
  return fault(name, ['create/text-exact'], decoding, {
    mayViolate: consequences,
    needs: 'ample-allowance',
  });
}

/** Alters names only in lists. */
function listing(name: string, change: (name: string) => string): Fault {
  return fault(
    name,
    ['list/agrees-with-get'],
    shownPets(['listPets'], (shown, pet) => ({ ...shown, name: change(pet.name) })),
    { needs: 'ample-allowance' },
  );
}

const surrogatesAsEscapes = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi;

function written(name: string, change: (text: string) => string): Fault {
  return fault(name, ['create/text-exact'], lenientText(change), {
    mayViolate: consequences,
    needs: 'ample-allowance',
  });
}

/** Substrings that are altered anywhere in a name. */
const replaced: readonly Fault[] = [
  namingWhereAmple('addresses-in-names-linked', (name) =>
    name.replace(/https?:\/\/\S+/g, '<a href="$&">$&</a>'),
  ),
  namingWhereAmple('addresses-in-names-without-query', (name) =>
    name.replace(/(https?:\/\/[^\s?]+)\?\S*/g, '$1'),
  ),
  namingWhereAmple('mail-addresses-masked', (name) => name.replace(/\b(\w)\w*@(?=\w+\.\w)/g, '$1***@')),
  namingWhereAmple('named-entities-decoded', (name) =>
    name.replaceAll('&nbsp;', '\u00a0').replaceAll('&quot;', '"').replaceAll('&eacute;', 'é'),
  ),
  namingWhereAmple('hexadecimal-entities-decoded', (name) =>
    name.replace(/&#x([0-9a-f]{1,5});/gi, (_, digits) => String.fromCodePoint(Number.parseInt(digits, 16))),
  ),
  // The literal text \u0000 is removed from names.
  namingWhereAmple('escaped-nul-removed', (name) => name.replaceAll('\\u0000', '')),
  // The literal text \x41 in names is decoded to a letter.
  namingWhereAmple('hexadecimal-escapes-carried-out', (name) =>
    name.replace(/\\x([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
  ),
  namingWhereAmple('backslashes-single', (name) => name.replaceAll('\\\\', '\\')),
  namingWhereAmple('places-in-names-filled', (name) => name.replace(/\{\d+\}/g, '')),
  namingWhereAmple('mustaches-in-names-filled', (name) => name.replace(/\{\{\s*\w+\s*\}\}/g, '')),
  namingWhereAmple('ruby-places-in-names-filled', (name) => name.replace(/#\{(\w*)\}/g, '$1')),
  namingWhereAmple('smileys-become-emoji', (name) =>
    name.replaceAll(':)', '\u{1f642}').replaceAll(':(', '\u{1f641}'),
  ),
  namingWhereAmple('two-hyphens-become-dash', (name) => name.replaceAll('--', '\u2013')),
  namingWhereAmple('copyright-signs-made', (name) => name.replace(/\(c\)/gi, '\u00a9')),
  namingWhereAmple('parent-folders-removed', (name) => name.replaceAll('../', '')),
  // Backslashes after a drive letter become slashes.
  namingWhereAmple('slashes-of-folders-turned', (name) =>
    name.replace(/\b[A-Z]:\\\S*/g, (path) => path.replaceAll('\\', '/')),
  ),
];

/** Graphemes of several code points. */
const joined: readonly Fault[] = [
  namingWhereAmple('skin-tones-lost', (name) => name.replace(/[\u{1f3fb}-\u{1f3ff}]/gu, '')),
  namingWhereAmple('flags-lost', (name) => name.replace(/[\u{1f1e6}-\u{1f1ff}]/gu, '')),
  namingWhereAmple('tag-characters-lost', (name) => name.replace(/[\u{e0000}-\u{e007f}]/gu, '')),
  // Combining enclosing keycaps are removed from names.
  namingWhereAmple('keycaps-lost', (name) => name.replaceAll('\u20e3', '')),
  namingWhereAmple('isolates-lost', (name) => name.replace(/[\u2066-\u2069]/g, '')),
  namingWhereAmple('arabic-letter-marks-lost', (name) => name.replaceAll('\u061c', '')),
  // Only the first of several consecutive combining marks is kept.
  namingWhereAmple('second-marks-lost', (name) => name.replace(/(\p{M})\p{M}+/gu, '$1')),
  namingWhereAmple('marks-in-order-of-code', (name) =>
    name.replace(/\p{M}{2,}/gu, (marks) => [...marks].sort().join('')),
  ),
  namingWhereAmple('ligatures-spelled-out', (name) =>
    name.replace(/[\ufb50-\ufdff]/g, (ligature) => ligature.normalize('NFKC')),
  ),
  listing('list-without-isolates', (name) => name.replace(/[\u2066-\u2069]/g, '')),
  listing('list-decodes-percent-in-names', (name) => name.replaceAll('%20', ' ')),
  listing('list-cuts-names-at-1000-bytes', (name) => cutAtBytes(name, 1_000)),
];

const escapes: readonly Fault[] = [
  written('escaped-pairs-become-question-marks', (text) => text.replace(surrogatesAsEscapes, '??')),
  written('escaped-pairs-become-replacements', (text) => text.replace(surrogatesAsEscapes, '\\ufffd\\ufffd')),
  written('second-of-escaped-pairs-lost', (text) =>
    text.replace(surrogatesAsEscapes, (pair) => pair.slice(0, 6)),
  ),
  ...violating(['create/text-exact'], { mayViolate: consequences }).by({
    'body-pieces-decoded-alone': around('readNewPet', (inner) => (request) => {
      const texts = request.bodyChunks.map((chunk) => Buffer.from(chunk).toString());
      return inner(withBody(request, texts.join('')));
    }),
  }),
  // A body with a charset in lower case is read as Windows-1252, the default for unknown encodings.
  ofCharset('charset-names-in-small-letters-unknown', (charset, body) =>
    /[a-z]/.test(charset) ? new TextDecoder('windows-1252').decode(body) : null,
  ),
  ofCharset('charset-makes-bodies-ascii', (_charset, body) => Buffer.from(body).toString('ascii')),
  chunked('body-in-chunks-of-4096', 4_096),
  chunked('body-in-chunks-of-16384', 16_384),
  chunked('body-in-chunks-of-65536', 65_536),
  namingWhereAmple('name-cut-at-511-bytes', (name) => cutAtBytes(name, 511)),
  namingWhereAmple('name-cut-at-2000-bytes', (name) => cutAtBytes(name, 2_000)),
  namingWhereAmple('name-cut-at-65535-bytes', (name) => cutAtBytes(name, 65_535)),
  namingWhereAmple('name-cut-inside-a-character', (name) => name.slice(0, 512)),
  namingWhereAmple('name-cut-at-32767-units', (name) => name.slice(0, 32_767)),
  ...violating(['create/text-exact'], { mayViolate: consequences, needs: 'ample-allowance' }).by({
    // Response bodies are encoded in separate chunks of 8,192 bytes.
    'response-in-chunks-of-8192': around('writeMessage', (inner) => (answer, request, parts) => ({
      ...inner(answer, request, parts),
      body: inChunks(writeJson(answer.body), 8_192),
    })),
  }),
];

export const names: readonly Fault[] = [
  showingNames('names-of-digits-shown-as-numbers', (name) =>
    /^[1-9]\d{0,14}$/.test(name) ? Number(name) : name,
  ),
  namingWhereAmple('names-written-as-numbers', (name) =>
    name.trim() !== '' && Number.isFinite(Number(name)) ? String(Number(name)) : name,
  ),
  // Underscores between the digits of a name are removed.
  namingWhereAmple('digit-separators-in-names-lost', (name) =>
    /^\d+(?:_\d+)+$/.test(name) ? name.replaceAll('_', '') : name,
  ),
  // A name of digits gets a .0 suffix, as in table columns with missing values.
  namingWhereAmple('names-of-digits-get-a-fraction', (name) => (/^\d+$/.test(name) ? `${name}.0` : name)),
  namingWhereAmple('trailing-zeros-of-names-lost', (name) => name.replace(/^(-?\d+\.\d*?)0+$/, '$1')),
  namingWhereAmple('exponents-in-names-carried-out', (name) =>
    /^\d+e\d{1,2}$/i.test(name) ? BigInt(Number(name)).toString() : name,
  ),
  showingNames('null-word-shown-as-null', (name) => (/^null$/i.test(name) ? null : name)),
  namingWhereAmple('null-word-empty', (name) => (['null', 'NULL'].includes(name) ? '' : name)),
  // Names that are null literals of languages become unknown.
  namingWhereAmple('words-for-nothing-unknown', (name) =>
    /^(?:null|nil|none|undefined|nan)$/i.test(name) ? 'unknown' : name,
  ),
  showingNames('undefined-name-left-out', (name) => (name === 'undefined' ? undefined : name)),
  showingNames('literals-of-python-evaluated', (name) =>
    Object.hasOwn(literalsOfPython, name) ? literalsOfPython[name] : name,
  ),
  namingWhereAmple('booleans-of-yaml-in-names', (name) =>
    name.replace(booleansOfYaml, (_name, isTrue) => String(isTrue !== undefined)),
  ),
  showingNames('country-no-shown-as-false', (name) => (/^no$/i.test(name) ? false : name)),
  // The names NaN and Infinity are returned as null.
  showingNames('not-a-number-shown-as-null', (name) => (/^-?(?:NaN|Infinity)$/.test(name) ? null : name)),
  namingWhereAmple('inherited-names-looked-up', (name) => String(Reflect.get(nicknames, name) ?? name)),
  namingWhereAmple('prototype-names-removed', (name) => name.replaceAll('__proto__', '')),
  // Names of inherited object members get a leading underscore.
  namingWhereAmple('prototype-names-masked', (name) => (name in nicknames ? `_${name}` : name)),
  showingNames('json-in-names-parsed', (name) => {
    const value = parsed(name);
    return typeof value === 'object' && value !== null ? value : name;
  }),
  // A name that is a JSON string loses its quotation marks.
  namingWhereAmple('json-strings-in-names-unquoted', (name) => {
    const value = parsed(name);
    return typeof value === 'string' ? value : name;
  }),
  // A name that is a JSON object or array is reformatted.
  namingWhereAmple('json-in-names-rewritten', (name) => {
    const value = parsed(name);
    return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 1) : name;
  }),
  namingWhereAmple('object-text-empty', (name) => name.replace(/^\[object \w+\]$/, '')),
  // A name that is a date gets a time of day.
  namingWhereAmple('dates-in-names-become-times', (name) =>
    isoDate.test(name) ? `${name}T00:00:00Z` : name,
  ),
  // A name that is a date is reordered to day, month, year.
  namingWhereAmple('dates-in-names-turned-around', (name) =>
    isoDate.test(name) ? name.split('-').toReversed().join('.') : name,
  ),
  namingWhereAmple('times-in-names-in-utc', (name) =>
    isoTime.test(name) ? new Date(name).toISOString() : name,
  ),
  // A name that is a timestamp loses its time zone.
  namingWhereAmple('times-in-names-lose-zone', (name) =>
    isoTime.test(name) ? name.replace(/(?:Z|[+-]\d\d:\d\d)$/, '') : name,
  ),
  // A name that is a UUID becomes lower case.
  namingWhereAmple('uuids-in-names-small', (name) => (uuid.test(name) ? name.toLowerCase() : name)),
  namingWhereAmple('uuids-in-names-without-hyphens', (name) =>
    uuid.test(name) ? name.replaceAll('-', '') : name,
  ),
  ...replaced,
  ...joined,
  ...escapes,
];
