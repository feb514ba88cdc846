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
const octal = (value: number) => value.toString(8);
const each = (text: string, write: (code: number) => string) =>
  [...text].map((one) => write(one.charCodeAt(0))).join('');

/** Encodings of any text; `around` is encoded together with it. */
export const encodings: Readonly<Record<string, (text: string, around: string) => string>> = {
  percent: (text) => each(text, (code) => `%${hex(code, 2)}`),
  decimal: (text) => each(text, (code) => `&#${code};`),
  'decimal with leading zeros': (text) => each(text, (code) => `&#00000${code};`),
  hexadecimal: (text) => each(text, (code) => `&#x${hex(code, 4).toUpperCase()};`),
  JSON: (text) => each(text, (code) => `\\u${hex(code, 4)}`),
  'JSON string': (text) => JSON.stringify(text).slice(1, -1),
  base64: (text, around) => Buffer.from(`${around}${text}${around}`).toString('base64'),
  base64url: (text, around) => Buffer.from(`${around}${text}${around}`).toString('base64url'),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex in upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'JSON of a buffer': (text) => JSON.stringify(Buffer.from(text)),
  'a buffer printed by Node.js': (text) =>
    `<Buffer ${bytesOf(text)
      .map((byte) => hex(byte, 2))
      .join(' ')}>`,
  'bytes printed by Go': (text) => `[${bytesOf(text).join(' ')}]`,
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
  'code points in braces': (text) => each(text, (code) => `\\u{${hex(code, 2)}}`),
  'escape() of JavaScript': (text) => each(text, (code) => `%u${hex(code, 4)}`),
  'base64 in wrapped lines': (text, around) =>
    Buffer.from(`${around}${text}${around}`).toString('base64').replace(/.{8}/g, '$&\r\n'),
  'UTF-16': (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  'UTF-16 big-endian': (text) => Buffer.from(text, 'utf16le').swap16().toString('latin1'),
};
export const innermost: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'small letters': (text) => text.toLowerCase(),
  capitals: (text) => text.toUpperCase(),
  'base64 reversed': (text) => [...Buffer.from(`x${text}yz`).toString('base64')].reverse().join(''),
  base32: (text) => base32(text),
  'base32 at an offset of two bytes': (text) => base32(`xy${text}z`).toLowerCase(),
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

const octet = (byte: number) => hex(byte, 2);

/** Notations of a byte in a list. */
const byteNotations: Readonly<Record<string, (byte: number) => string>> = {
  decimal: String,
  octal: (byte) => `0${octal(byte)}`,
  binary: (byte) => byte.toString(2).padStart(8, '0'),
  hexadecimal: octet,
  'in C': (byte) => `0x${octet(byte)}`,
  'in Pascal': (byte) => `#$${octet(byte)}`,
  'in Basic': (byte) => `&H${octet(byte)}`,
  'in assembler': (byte) => `${octet(byte)}h`,
  'in Rust': (byte) => `${byte}u8`,
  'as an escape': (byte) => `\\x${octet(byte)}`,
  'as a code point of Go': (byte) => `U+00${octet(byte).toUpperCase()}`,
  'as a code point in braces': (byte) => `\\u{${octet(byte)}}`,
  'in SQL': (byte) => `CHAR(${byte})`,
  'in PHP': (byte) => `chr(${byte})`,
  'in a dump of PHP': (byte) => `int(${byte})`,
  'in XML': (byte) => `<byte>${byte}</byte>`,
  'as a string': (byte) => `"${byte}"`,
};
/** Notations of an index in a list. */
const indexNotations: Readonly<Record<string, (index: number) => string>> = {
  'without indices': () => '',
  'as members': (index) => `"${index}":`,
  'with indices of print_r': (index) => `[${index}] => `,
  'with indices of var_dump': (index) => `[${index}]=>\n  `,
  'with indices of Python': (index) => `${index}: `,
};
const separator = fc
  .string({ unit: fc.constantFrom(...' ,;:.-_|+/=<>()[]{}"\n\t#*~^!?'), minLength: 1, maxLength: 8 })
  // A string between a comma and a colon is a member name.
  .filter((between) => !/^\s*:.*[{,]\s*$/s.test(between));

/** Lists of bytes: a description, and a function that writes a text whose first byte has the index `from`. */
export const listing = fc
  .tuple(
    fc.constantFrom(...Object.entries(byteNotations)),
    fc.constantFrom(...Object.entries(indexNotations)),
    separator,
    fc.nat(300),
  )
  .map(([[kind, write], [counted, count], between, first]) => ({
    how: `${kind}, ${counted}, ${JSON.stringify(between)}, from ${first}`,
    write: (text: string, from: number) =>
      bytesOf(text)
        .map((byte, index) => `${count(first + from + index)}${write(byte)}`)
        .join(between),
  }));

/** If a string ends between two groups, the second group may be another member. */
const withinString = separator.filter((between) => (between.split('"').length - 1) % 2 === 0);

/** Hexadecimal digits in groups of `size` bytes. */
export const grouping = fc
  .tuple(fc.constantFrom(1, 2, 4, 8), withinString, fc.constantFrom('', '0x', '\\x'), fc.boolean())
  .map(([size, between, prefix, inCapitals]) => ({
    how: `${size} bytes, ${JSON.stringify(`${between}${prefix}`)}`,
    size,
    write: (text: string) => {
      const digits = Buffer.from(text).toString('hex');
      const groups =
        (inCapitals ? digits.toUpperCase() : digits).match(new RegExp(`.{1,${2 * size}}`, 'g')) ?? [];
      return groups.map((group) => `${prefix}${group}`).join(between);
    },
  }));
