/** One way to write a secret, of which any long enough piece gives it away. */
export interface Writing {
  readonly text: string;
  /** What stands for the secret. */
  readonly shownAs: string;
  /** Whether it is the secret itself. */
  readonly isValue: boolean;
  /** The length from which on a piece counts. */
  readonly leastPiece: number;
  /** Whether the characters of base64 at either side of it are partly of the secret. */
  readonly sharesFirst: boolean;
  readonly sharesLast: boolean;
  /** Whether pieces that are ordinary words may stand in it. */
  readonly isReadable: boolean;
  /** Whether only all of it counts: a value that may be made of ordinary words. */
  readonly countsWhole: boolean;
}

/** From so many characters of a secret on, a piece of it is hidden. */
const leastPiece = 8;

/**
 * The ways to write a secret that need no decoding to be found: as it is, in one letter case, backwards, with UTF-8
 * read as Latin-1 (as header fields are), form-encoded, in hexadecimal digits, within base64 of either alphabet at any
 * of its three alignments, that also backwards, and within base32 at any of its five.
 */
export function writingsOf(value: string, shownAs: string): Writing[] {
  const asLatin1 = Buffer.from(value, 'utf8').toString('latin1');
  const encoded = [...new Set([value, asLatin1, value.toLowerCase(), value.toUpperCase()])];
  const readable = new Set([
    ...encoded,
    ...encoded.map((text) => text.replaceAll(' ', '+')),
    reversed(value),
  ]);
  // Each character of these is a byte, whether it was one of UTF-8 or of Latin-1 before.
  const bytes = encoded.map((text) => Buffer.from(text, isLatin1(text) ? 'latin1' : 'utf8'));
  return [
    ...[...readable].map((text) => ({ ...plainWriting, text, shownAs, isValue: text === value })),
    ...bytes.flatMap((one) => [...hexWritings(one, shownAs), ...base64Writings(one, shownAs)]),
    // In its own letter case alone: the more is looked for, the longer each text takes.
    ...bytes
      .slice(0, 1)
      .flatMap((one) => [...base64Writings(one, shownAs).map(backwards), ...base32Writings(one, shownAs)]),
  ];
}

/** Those of a near miss of a secret. In one letter case its pieces are nearly all pieces of the secret. */
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

/** So many characters of base64 are of eight bytes alone, at each alignment. */
const leastBase64Piece = 10;

/** The characters of a longer base64 text that a value decides alone, at each place in a group of three to begin at. */
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

/** So many characters of base32 are of eight bytes alone, at each alignment. */
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
