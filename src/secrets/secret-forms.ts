/** A form in which software writes a secret, unit by unit. */
export interface SecretForm {
  readonly shownAs: string;
  /** What is written for each character or byte of the secret. */
  readonly units: readonly string[];
  /** Written between two units: `, ` in a list of bytes. */
  readonly separator: string;
  /** The fewest consecutive units that expose the secret. */
  readonly leastUnits: number;
  /** Whether it is the secret itself. */
  readonly isValue: boolean;
  /** Whether its pieces may be common words. */
  readonly isReadable: boolean;
  /** Whether it consists of decimal numbers instead of characters. */
  readonly isOfNumbers: boolean;
}

/** The fewest characters of a secret that are masked. */
const leastCharacters = 8;
/** The number of base64 characters that only eight bytes determine, at any alignment. */
const leastBase64 = 10;

const ofCharacters = {
  separator: '',
  leastUnits: leastCharacters,
  isValue: false,
  isReadable: false,
  isOfNumbers: false,
} as const;

/**
 * The forms of a secret that are searched for: plain, in upper or lower case, UTF-8 read as Latin-1 (as in header
 * fields), and for its original letter case also the forms of `encodedForms`.
 */
export function formsOf(value: string, shownAs: string): SecretForm[] {
  const asLatin1 = Buffer.from(value, 'utf8').toString('latin1');
  const texts = [value, asLatin1, value.toLowerCase(), value.toUpperCase(), value.replaceAll(' ', '+')];
  const plain = [...new Set(texts)].map((text) => ({ ...plainForm(text, shownAs), isValue: text === value }));
  return [...plain, ...encodedForms(value, shownAs)];
}

/** The secret as it is. Of a near miss nothing else is searched for: it shares most of its pieces with the secret. */
export function plainForm(value: string, shownAs: string): SecretForm {
  return { ...ofCharacters, shownAs, units: value.split(''), isValue: true, isReadable: true };
}

/** A form that counts only as a whole, because the value may consist of common words. */
export function wholeForm(form: SecretForm): SecretForm {
  return { ...form, units: [form.units.join(form.separator)], separator: '', leastUnits: 1 };
}

/**
 * Escapes of JSON, percent-encoding and character references, of those characters that need it and of all;
 * hexadecimal digits; base64 of either alphabet at each of its three alignments; and lists of decimal bytes.
 */
function encodedForms(value: string, shownAs: string): SecretForm[] {
  const bytes = [...Buffer.from(value, /^[\0-\xff]*$/.test(value) ? 'latin1' : 'utf8')];
  const encodedBytes = [...Buffer.from(value, 'utf8')];
  const codes = value.split('').map((unit) => unit.charCodeAt(0));
  const escapes = [
    value.split('').map((unit) => JSON.stringify(unit).slice(1, -1)),
    value.split('').map((unit) => (unit === '/' ? '\\/' : JSON.stringify(unit).slice(1, -1))),
    [...value].map((character) => percentEncoded(character)),
    [...value].map((character) => percentEncoded(character).replace(/%../g, (byte) => byte.toLowerCase())),
    value.split('').map((unit) => namedReferences[unit] ?? unit),
  ].filter((units) => units.join('') !== value);
  const allEscaped = [
    codes.map((code) => `\\u${hexadecimal(code, 4)}`),
    codes.map((code) => `\\u${hexadecimal(code, 4).toUpperCase()}`),
    encodedBytes.map((byte) => `%${hexadecimal(byte, 2)}`),
    encodedBytes.map((byte) => `%${hexadecimal(byte, 2).toUpperCase()}`),
    codes.map((code) => `&#${code};`),
    codes.map((code) => `&#x${hexadecimal(code, 2)};`),
    codes.map((code) => `&#x${hexadecimal(code, 2).toUpperCase()};`),
    bytes.map((byte) => hexadecimal(byte, 2)),
    bytes.map((byte) => hexadecimal(byte, 2).toUpperCase()),
  ];
  const lists = [',', ', ', ' '].map((separator) => ({ units: bytes.map(String), separator }));
  return [
    ...[...escapes, ...allEscaped].map((units) => ({ ...ofCharacters, shownAs, units })),
    ...base64Texts(Buffer.from(bytes)).map((text) => ({
      ...ofCharacters,
      shownAs,
      units: text.split(''),
      leastUnits: leastBase64,
    })),
    ...lists.map((list) => ({ ...ofCharacters, ...list, shownAs, isOfNumbers: true })),
  ];
}

const namedReferences: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A lone surrogate has no encoding, and stays. */
function percentEncoded(character: string): string {
  return /\p{Cs}/u.test(character) ? character : encodeURIComponent(character);
}

function hexadecimal(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}

/** The base64 characters that only these bytes determine, at each alignment in a longer text, in both alphabets. */
function base64Texts(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const standard = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    return [...new Set([standard, standard.replaceAll('+', '-').replaceAll('/', '_')])];
  });
}
