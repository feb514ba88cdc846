import fc from 'fast-check';

const base62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';

/** Keys as they are issued; no eight characters in a row are letters, as in a word of this program, or like a date. */
export const key = fc
  .array(fc.constantFrom(...base62), { minLength: 12, maxLength: 48 })
  .map((characters) => characters.map((one, index) => (index % 6 === 5 ? String(index % 10) : one)).join(''))
  .filter((value) => new Set(value).size > 7 && !/[-.\dTZ]{8}/.test(value));

/** A key, and a piece of it that is long enough to be hidden. */
export const keyAndPiece = key.chain((value) =>
  fc
    .tuple(fc.nat(value.length - 8), fc.integer({ min: 8, max: 48 }))
    .map(([start, length]) => [value, value.slice(start, start + length)] as const),
);

export const bytesOf = (text: string) => [...Buffer.from(text, 'utf8')];
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const octal = (value: number) => value.toString(8);
const each = (text: string, write: (code: number) => string) =>
  [...text].map((one) => write(one.charCodeAt(0))).join('');

/** Encodings of any text. What stands about the text in the same encoding is made of random bytes. */
export const encodings: Readonly<Record<string, (text: string, around: string) => string>> = {
  percent: (text) => each(text, (code) => `%${hex(code, 2)}`),
  decimal: (text) => each(text, (code) => `&#${code};`),
  'decimal with zeros': (text) => each(text, (code) => `&#00000${code};`),
  hexadecimal: (text) => each(text, (code) => `&#x${hex(code, 4).toUpperCase()};`),
  JSON: (text) => each(text, (code) => `\\u${hex(code, 4)}`),
  'JSON string': (text) => JSON.stringify(text).slice(1, -1),
  base64: (text, around) => Buffer.from(`${around}${text}${around}`).toString('base64'),
  base64url: (text, around) => Buffer.from(`${around}${text}${around}`).toString('base64url'),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'JSON of a buffer': (text) => JSON.stringify(Buffer.from(text)),
  'a buffer as Node.js shows it': (text) =>
    `<Buffer ${bytesOf(text)
      .map((byte) => hex(byte, 2))
      .join(' ')}>`,
  'bytes as Go shows them': (text) => `[${bytesOf(text).join(' ')}]`,
  'bytes on lines': (text) => `[\n  ${bytesOf(text).join(',\n  ')}\n]`,
  octal: (text) => each(text, (code) => `\\${octal(code)}`),
  'octal bytes': (text) => `[${bytesOf(text).map(octal).join(', ')}]`,
  'octal bytes of Python': (text) =>
    `[${bytesOf(text)
      .map((byte) => `0o${octal(byte)}`)
      .join(', ')}]`,
  'octal bytes of od': (text) =>
    `0000000 ${bytesOf(text)
      .map((byte) => octal(byte).padStart(3, '0'))
      .join(' ')}`,
  'UTF-16': (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  'UTF-16 the other way round': (text) => Buffer.from(text, 'utf16le').swap16().toString('latin1'),
};
export const innermost: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'small letters': (text) => text.toLowerCase(),
  capitals: (text) => text.toUpperCase(),
  base32: (text) => base32(text),
  'base32, two bytes further': (text) => base32(`xy${text}z`).toLowerCase(),
};

/** RFC 4648 section 6, bit by bit. */
function base32(text: string): string {
  const bits = bytesOf(text)
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups
    .map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}
export const encoding = fc.constantFrom(...Object.entries(encodings));
