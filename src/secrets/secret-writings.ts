/** An encoded form of a secret. Any piece of `leastPiece` characters exposes the secret. */
export interface Writing {
  readonly text: string;
  readonly shownAs: string;
  /** Whether it is the secret itself. */
  readonly isValue: boolean;
  readonly leastPiece: number;
  /** Whether the base64 character before or after it includes bits of the secret. */
  readonly sharesFirst: boolean;
  readonly sharesLast: boolean;
  /** Whether its pieces may be common words. */
  readonly isReadable: boolean;
  /** Whether it counts only as a whole, because the value may consist of common words. */
  readonly countsWhole: boolean;
}

/** The minimum number of characters of a secret that are masked. */
const leastPiece = 8;

/**
 * The forms of a secret that the search finds without decoding: plain, in upper or lower case, reversed, UTF-8 read as
 * Latin-1 (as in header fields), form-encoded, in hexadecimal digits, in base64 of either alphabet at each of its three
 * alignments, also reversed, and in base32 at each of its five.
 */
export function writingsOf(value: string, shownAs: string): Writing[] {
  const asLatin1 = Buffer.from(value, 'utf8').toString('latin1');
  const encoded = [...new Set([value, asLatin1, value.toLowerCase(), value.toUpperCase()])];
  const readable = new Set([
    ...encoded,
    ...encoded.map((text) => text.replaceAll(' ', '+')),
    reversed(value),
  ]);
  // The bytes of each form, whether its text is Latin-1 or not.
  const bytes = encoded.map((text) => Buffer.from(text, isLatin1(text) ? 'latin1' : 'utf8'));
  return [
    ...[...readable].map((text) => ({ ...plainWriting, text, shownAs, isValue: text === value })),
    ...bytes.flatMap((one) => [...hexWritings(one, shownAs), ...base64Writings(one, shownAs)]),
    // Only in the original letter case, because each additional form slows down every search.
    ...bytes
      .slice(0, 1)
      .flatMap((one) => [...base64Writings(one, shownAs).map(backwards), ...base32Writings(one, shownAs)]),
  ];
}

/** The forms of a near miss. Without upper and lower case, since those share almost all pieces with the secret. */
export function nearWritingsOf(value: string, shownAs: string): Writing[] {
  const bytes = Buffer.from(value, isLatin1(value) ? 'latin1' : 'utf8');
  const plain = { ...plainWriting, text: value, shownAs, isValue: true };
  const reverse = { ...plainWriting, text: reversed(value), shownAs };
  return [plain, reverse, ...hexWritings(bytes, shownAs), ...base64Writings(bytes, shownAs)];
}

const plainWriting = {
  leastPiece,
  sharesFirst: false,
  sharesLast: false,
  isReadable: true,
  countsWhole: false,
  isValue: false,
} as const;

function isLatin1(text: string): boolean {
  return !/[^\0-\xff]/.test(text);
}

function hexWritings(bytes: Buffer, shownAs: string): Writing[] {
  const digits = bytes.toString('hex');
  return [digits, digits.toUpperCase()].map((text) => ({
    ...plainWriting,
    text,
    shownAs,
    leastPiece: 2 * leastPiece,
    isReadable: false,
  }));
}

/** The number of base64 characters that only eight bytes determine, at any alignment. */
const leastBase64Piece = 10;

/** The base64 characters that only this value determines, at each alignment in a longer text. */
function base64Writings(bytes: Buffer, shownAs: string): Writing[] {
  return [0, 1, 2].flatMap((offset) => {
    const bits = (offset + bytes.length) * 8;
    const standard = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
    const urlSafe = standard.replaceAll('+', '-').replaceAll('/', '_');
    return [...new Set([standard, urlSafe])].map((text) => ({
      ...plainWriting,
      text,
      shownAs,
      leastPiece: leastBase64Piece,
      sharesFirst: offset !== 0,
      sharesLast: bits % 6 !== 0,
      isReadable: false,
    }));
  });
}

function backwards(writing: Writing): Writing {
  const { text, sharesFirst, sharesLast } = writing;
  return { ...writing, text: reversed(text), sharesFirst: sharesLast, sharesLast: sharesFirst };
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

/** The number of base32 characters that only eight bytes determine, at any alignment. */
const leastBase32Piece = 12;
const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32Writings(bytes: Buffer, shownAs: string): Writing[] {
  return [0, 1, 2, 3, 4].flatMap((offset) => {
    const bits = (offset + bytes.length) * 8;
    const text = base32(Buffer.concat([Buffer.alloc(offset), bytes])).slice(
      Math.ceil((offset * 8) / 5),
      Math.floor(bits / 5),
    );
    return [text, text.toLowerCase()].map((one) => ({
      ...plainWriting,
      text: one,
      shownAs,
      leastPiece: leastBase32Piece,
      sharesFirst: offset !== 0,
      sharesLast: bits % 5 !== 0,
      isReadable: false,
    }));
  });
}

/** Without padding (RFC 4648 section 6). */
function base32(bytes: Buffer): string {
  let text = '';
  let waiting = 0;
  let bits = 0;
  for (const byte of bytes) {
    waiting = ((waiting << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) {
      text += base32Alphabet[(waiting >> (bits - 5)) & 31];
    }
  }
  return bits === 0 ? text : text + base32Alphabet[(waiting << (5 - bits)) & 31];
}
