import fc from 'fast-check';

const base62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';

/** Typical keys, without eight consecutive letters (as in a word of this program) and without dates. */
export const key = fc
  .array(fc.constantFrom(...base62), { minLength: 12, maxLength: 48 })
  .map((characters) => characters.map((one, index) => (index % 6 === 5 ? String(index % 10) : one)).join(''))
  .filter((value) => new Set(value).size > 7 && !/[-.\dTZ]{8}/.test(value));

/** A key, and a piece of it that is long enough to be masked. */
export const keyAndPiece = key.chain((value) =>
  fc
    .tuple(fc.nat(value.length - 8), fc.integer({ min: 8, max: 48 }))
    .map(([start, length]) => [value, value.slice(start, start + length)] as const),
);

export const bytesOf = (text: string) => [...Buffer.from(text, 'utf8')];
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const eachByte = (text: string, write: (byte: number) => string) => bytesOf(text).map(write).join('');
const eachUnit = (text: string, write: (unit: number) => string) =>
  text
    .split('')
    .map((unit) => write(unit.charCodeAt(0)))
    .join('');

/** Encodings of any text that are searched for. */
export const encodings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'in lower case': (text) => text.toLowerCase(),
  'in upper case': (text) => text.toUpperCase(),
  'UTF-8 read as Latin-1': (text) => Buffer.from(text, 'utf8').toString('latin1'),
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (text) =>
    encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
  'percent-encoded throughout': (text) => eachByte(text, (byte) => `%${hex(byte, 2).toUpperCase()}`),
  'form-encoded': (text) => text.replaceAll(' ', '+'),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  'JSON with every character escaped': (text) => eachUnit(text, (unit) => `\\u${hex(unit, 4)}`),
  'JSON with escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'decimal character references': (text) => eachUnit(text, (unit) => `&#${unit};`),
  'hexadecimal character references': (text) => eachUnit(text, (unit) => `&#x${hex(unit, 2)};`),
  HTML: (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  hexadecimal: (text) => eachByte(text, (byte) => hex(byte, 2)),
  'hexadecimal in upper case': (text) => eachByte(text, (byte) => hex(byte, 2)).toUpperCase(),
  'JSON of a buffer': (text) => JSON.stringify(Buffer.from(text)),
  'bytes printed by Python': (text) => `[${bytesOf(text).join(', ')}]`,
  'bytes printed by Go': (text) => `[${bytesOf(text).join(' ')}]`,
};

/** One of the encodings, with its name, or base64 of either alphabet with other bytes around the text. */
export const encoding: fc.Arbitrary<readonly [string, (text: string) => string]> = fc.oneof(
  fc.constantFrom(...Object.entries(encodings)),
  fc
    .tuple(fc.constantFrom('base64', 'base64url'), fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }))
    .map(([alphabet, before, after]) => {
      const encode = (text: string) => Buffer.from(`${before}${text}${after}`).toString(alphabet);
      return [`${alphabet} after ${before.length} characters`, encode] as const;
    }),
);
