import {
  binaryByte,
  decimalByte,
  endOfDigits,
  hexByteAt,
  isDigit,
  isHexNumber,
  isNoNumber,
  isOfText,
  noByte,
  octalByte,
} from './number-tokens.ts';

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
