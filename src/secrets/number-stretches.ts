const digitKind = 1;
const hexLetterKind = 2;
const letterKind = 4;

/** Decimal digits, the letters of hexadecimal digits, and other letters. */
const kinds = new Uint8Array(128);
for (const [characters, kind] of [
  ['0123456789', digitKind],
  ['ABCDEFabcdef', hexLetterKind],
  ['GHIJKLMNOPQRSTUVWXYZghijklmnopqrstuvwxyz', letterKind],
] as const) {
  for (const character of characters) {
    kinds[character.charCodeAt(0)] = kind;
  }
}

function kindAt(text: string, index: number): number {
  return kinds[text.charCodeAt(index)] ?? 0;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

export function isLetter(code: number): boolean {
  return ((kinds[code] ?? 0) & (hexLetterKind | letterKind)) !== 0;
}

/** The end of the hexadecimal digits that begin at `start`. */
export function endOfDigits(text: string, start: number): number {
  let end = start + 1;
  while ((kindAt(text, end) & (digitKind | hexLetterKind)) !== 0) {
    end += 1;
  }
  return end;
}

/** The end of the decimal digits that begin at `start`. A letter after them may belong to the following text. */
export function endOfDecimals(text: string, start: number): number {
  let end = start + 1;
  while (isDigit(text.charCodeAt(end))) {
    end += 1;
  }
  return end;
}

/** Whether digits belong to a prefix (`0x`, `0o`) or to a type suffix (`97u8`, `97i16`) and are not a number. */
export function isNoNumber(text: string, start: number, end: number): boolean {
  return (
    (end - start === 1 && text.charCodeAt(start) === 0x30 && kindAt(text, end) === letterKind) ||
    isWidth(text, start)
  );
}

function isWidth(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1);
  return (
    (before === 0x75 || before === 0x69) && (kindAt(text, start - 2) & (digitKind | hexLetterKind)) !== 0
  );
}

export const noByte = -1;

/** The byte of text that a number denotes in one radix; -1 if it denotes none. */
export type ByteOf = (text: string, start: number, end: number) => number;

/** Whether a byte may be text. Other bytes are indices of a list, or the upper bytes of UTF-16. */
export function isOfText(code: number): boolean {
  return code >= 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

function byteOf(radix: number, leastDigits: number, mostDigits: number): ByteOf {
  return (text, start, end) => {
    if (end - start < leastDigits) {
      return noByte;
    }
    let byte = 0;
    let index = start;
    for (; index < end && isDigit(text.charCodeAt(index)); index += 1) {
      const digit = text.charCodeAt(index) - 0x30;
      if (digit >= radix || index - start === mostDigits) {
        return noByte;
      }
      byte = byte * radix + digit;
    }
    return index - start >= leastDigits && byte < 256 && isOfText(byte) ? byte : noByte;
  };
}

/** A single digit would be a tab, or an index. */
export const decimalByte = byteOf(10, 2, 4);
export const octalByte = byteOf(8, 2, 4);
const bareBinaryByte = byteOf(2, 7, 8);
/** The prefix `0b` consists of hexadecimal digits. */
export const binaryByte: ByteOf = (text, start, end) =>
  bareBinaryByte(text, (text.charCodeAt(start + 1) | 0x20) === 0x62 ? start + 2 : start, end);

/** The byte of two hexadecimal digits. */
export function hexByteAt(text: string, index: number): number {
  return 16 * hexValue(text.charCodeAt(index)) + hexValue(text.charCodeAt(index + 1));
}

function hexValue(code: number): number {
  return (code & 0xf) + (code > 0x39 ? 9 : 0);
}

/** Whether hexadecimal digits make up whole bytes and are not part of a word. */
export function isHexNumber(text: string, start: number, end: number): boolean {
  return (
    (end - start) % 2 === 0 &&
    ((kindAt(text, end) & letterKind) === 0 || afterHex.test(text[end] ?? '')) &&
    (kindAt(text, start - 1) === 0 || beforeHex.test(text.slice(Math.max(0, start - 2), start)))
  );
}

/** `61h`, and the prefix of the next number if there is no separator: `x61x73`. */
const afterHex = /[hHuUxX]/;
/** The letter of an escape, as in `\n61`, or of a prefix, as in `0x61`, `&H61`, `\u0061`. */
const beforeHex = /\\[bfnrt]$|(?<![A-Za-z])[xXuUhH]$/;

/** The maximum distance between numbers of a list. Separators of JSON, XML and dumps are shorter. */
const reach = 32;
/** The minimum number of bytes that can include a piece of a key. */
export const leastBytes = 8;
/** Eight bytes have seven indices between them. */
const leastSteps = leastBytes - 2;

/** A part of a text with numbers close to each other, and how many of them may be bytes of text. */
export interface NumberStretch {
  readonly start: number;
  readonly end: number;
  readonly decimal: number;
  readonly octal: number;
  readonly binary: number;
  /** Pairs of hexadecimal digits. */
  readonly hex: number;
  /** Whether every other number counts up, for the length of a piece of a key. */
  readonly countsUp: boolean;
}

const hexDigit = '[0-9A-Fa-f]';
/** A byte of ASCII in decimal, octal or binary digits, or several in hexadecimal digits. */
const byte = `(?:0{0,2}(?:[3-9][0-9]|1[0-7][0-9])|0?[01]{7}|(?:00){0,3}(?:[2-7]${hexDigit}){1,16})(?!${hexDigit})`;
const fewBytes = `(?:[2-7]${hexDigit}){3,16}(?!${hexDigit})`;
const next = `[^0-9](?:[^]{0,${reach - 2}}?[^0-9])??`;
/** Three bytes close to each other, or two groups of bytes: most texts have neither and are not read further. */
const likelyList = new RegExp(`(?<![0-9])(?:${byte}(?:${next}${byte}){2}|${fewBytes}${next}${fewBytes})`);

/** Whether a text may contain a list of bytes. */
export function mayHoldList(text: string): boolean {
  return likelyList.test(text) && stretchFrom(text, 0) !== null;
}

/** The stretches of a text that may contain a list of bytes. */
export function* numberStretches(text: string): Generator<NumberStretch> {
  if (!likelyList.test(text)) {
    return;
  }
  for (let found = stretchFrom(text, 0); found !== null; found = stretchFrom(text, found.end)) {
    yield found;
  }
}

function stretchFrom(text: string, from: number): NumberStretch | null {
  let counted: Counted | null = null;
  const { length } = text;
  for (let index = from; index < length; index += 1) {
    if (isDigit(text.charCodeAt(index))) {
      const start = index;
      index = endOfDigits(text, start);
      if (counted !== null && start - counted.end > reach) {
        if (counted.isList) {
          return counted;
        }
        counted = null;
      }
      // A single digit is not a byte of a key. It may be an index.
      if (counted !== null || index - start > 1) {
        counted ??= new Counted(start);
        counted.add(text, start, index);
      }
    }
  }
  return counted?.isList === true ? counted : null;
}

/** Neither an index nor the predecessor of one. */
const noCount = -2;

function countAt(text: string, start: number, end: number): number {
  let count = 0;
  for (let index = start; index < end; index += 1) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit > 9 || end - start > 8) {
      return noCount;
    }
    count = count * 10 + digit;
  }
  return count;
}

class Counted implements NumberStretch {
  readonly start: number;
  end: number;
  decimal = 0;
  octal = 0;
  binary = 0;
  hex = 0;
  countsUp = false;
  #hexInRow = 0;
  #isHexList = false;
  #before = noCount;
  #beforeThat = noCount;
  #steps = 0;
  #otherSteps = 0;

  constructor(start: number) {
    this.start = start;
    this.end = start;
  }

  get isList(): boolean {
    return (
      this.#isHexList || this.decimal >= leastBytes || this.octal >= leastBytes || this.binary >= leastBytes
    );
  }

  add(text: string, start: number, end: number): void {
    if (isNoNumber(text, start, end)) {
      return;
    }
    this.#count(text, start, end);
    if (end - start > 1) {
      this.end = end;
      this.decimal += decimalByte(text, start, end) === noByte ? 0 : 1;
      this.octal += octalByte(text, start, end) === noByte ? 0 : 1;
      this.binary += binaryByte(text, start, end) === noByte ? 0 : 1;
      if (isHexNumber(text, start, end)) {
        this.#countHex(text, start, end);
      }
    }
  }

  #countHex(text: string, start: number, end: number): void {
    for (let index = start; index < end; index += 2) {
      const byte = hexByteAt(text, index);
      if (isOfText(byte)) {
        this.hex += 1;
        this.#hexInRow = byte < 0x80 ? this.#hexInRow + 1 : 0;
        this.#isHexList ||= this.#hexInRow >= leastBytes;
      }
    }
  }

  /** Indices and bytes alternate. */
  #count(text: string, start: number, end: number): void {
    const number = countAt(text, start, end);
    const steps = number === this.#beforeThat + 1 ? this.#otherSteps + 1 : 0;
    this.countsUp ||= steps >= leastSteps;
    this.#otherSteps = this.#steps;
    this.#steps = steps;
    this.#beforeThat = this.#before;
    this.#before = number;
  }
}
