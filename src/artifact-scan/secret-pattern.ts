/** Of a longer secret its end is looked for: what tokens of one kind have in common stands at their beginning. */
const longestPiece = 64;
/** A shorter run of base64, or of hexadecimal digits, turns up by chance. */
const leastEncodedLength = 10;

/** The ways in which a secret may be written, as they are named in what is said of a hit. */
export const secretForms = {
  plain: 'as it is, or escaped',
  utf16: 'in UTF-16',
  base64: 'in base64',
  hexadecimal: 'in hexadecimal digits',
} as const;

/**
 * The source of a regular expression that finds a secret in bytes read as Latin-1: as it is or with any of its
 * characters escaped as in URLs, JSON or HTML, also one within the other; in UTF-16; in base64 of either alphabet at
 * any of the three alignments; and in hexadecimal digits. A group named as in `secretForms` tells which it was.
 *
 * Written without the redaction, which it checks on.
 */
export function secretPattern(value: string): string {
  const piece = [...value].slice(-longestPiece).join('');
  const bytes = [Buffer.from(piece, 'utf8'), Buffer.from(piece, 'latin1')];
  // UTF-8 that was read as Latin-1, as header fields are, and written as UTF-8 again.
  const texts = [...new Set([piece, Buffer.from(piece, 'utf8').toString('latin1')])];
  return [
    named('plain', texts.map(plainPattern)),
    named(
      'utf16',
      texts.map((text) => [...text].map(escapable).join(nul)),
    ),
    named('base64', bytes.flatMap(base64Patterns)),
    named('hexadecimal', bytes.map(hexPattern)),
  ]
    .filter((group) => group !== '')
    .join('|');
}

/** The same for a secret that is an ordinary word: only where it stands as a credential. */
export function credentialPattern(value: string): string {
  const pattern = [...value].map(escapable).join('');
  return `(?<plain>Bearer(?: |%20|\\+)(?:${pattern})(?=["'\\\\<&\\s]))`;
}

function named(form: keyof typeof secretForms, patterns: readonly string[]): string {
  const different = [...new Set(patterns)].filter((pattern) => pattern !== '');
  return different.length === 0 ? '' : `(?<${form}>${different.join('|')})`;
}

/** A number with more digits, or letters that go on, is another one. */
function plainPattern(text: string): string {
  const pattern = [...text].map(escapable).join('');
  return /^[0-9a-f]+$/i.test(text) ? `(?<![0-9A-Za-z.])${pattern}(?![0-9A-Za-z])` : pattern;
}

const percent = '(?:%(?:25)?|&#37;|\\\\u0025)';
const backslash = '(?:\\\\{1,2}|%5[Cc]|&#92;|&#x5[Cc];)';
const ampersand = '(?:&(?:amp;)?|%26|\\\\u0026)';
const nul = `(?:\\x00|${backslash}u0000|${percent}00|${ampersand}#0;)`;
const names: Readonly<Record<string, string>> = {
  '"': 'quot',
  "'": 'apos',
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
};

/** A character, or any way to write it by others. */
function escapable(character: string): string {
  const code = character.charCodeAt(0);
  const name = names[character];
  const numbers = `#0*${code}|#[xX]0*${hex(code.toString(16))}${name === undefined ? '' : `|${name}`}`;
  const escaped = [
    rawBytes(Buffer.from(character, 'utf8')),
    ...(code > 0x7f
      ? [Buffer.from(character, 'latin1')].flatMap((one) => [rawBytes(one), percentEncoded(one)])
      : []),
    percentEncoded(Buffer.from(character, 'utf8')),
    ...(character === ' ' ? ['\\+'] : []),
    ...('"\\/'.includes(character) ? [`${backslash}{1,2}${rawBytes(Buffer.from(character))}`] : []),
    `${backslash}u${hex(code.toString(16).padStart(4, '0'))}`,
    `${ampersand}(?:${numbers});`,
  ];
  return `(?:${escaped.join('|')})`;
}

function rawBytes(bytes: Buffer): string {
  return [...bytes].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

function percentEncoded(bytes: Buffer): string {
  return [...bytes].map((byte) => percent + hex(byte.toString(16).padStart(2, '0'))).join('');
}

/** Hexadecimal digits in either letter case. */
function hex(digits: string): string {
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** What a secret decides alone of a longer base64 text, at each of the three places that it can begin at. */
function base64Patterns(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const whole = Math.floor(((offset + bytes.length) * 8) / 6);
    const decided = text.slice(Math.ceil((offset * 8) / 6), whole);
    return decided.length < leastEncodedLength ? '' : decided.replace(/[+/]/g, base64Sign);
  });
}

function base64Sign(sign: string): string {
  return sign === '+' ? `(?:-|${escapable('+')})` : `(?:_|${escapable('/')})`;
}

function hexPattern(bytes: Buffer): string {
  const digits = bytes.toString('hex');
  return digits.length < leastEncodedLength ? '' : hex(digits);
}
