import { leastBytes } from './number-stretches.ts';
import { isLetter } from './number-tokens.ts';

/** Separates two runs. It is not a byte of text, so no piece of a key extends across it. */
const separator = 1;
const quote = 0x22;
const ampersand = 0x26;
const zero = 0x30;
const backslash = 0x5c;
const smallO = 0x6f;
const smallX = 0x78;
const letterFactor = 31;

/**
 * The bytes that numbers of a text denote, in runs. Within a run the letters between two numbers are always the same,
 * or there are none, and no string starts or ends. So the numbers of a list are one run, and a number in another member
 * is not part of it. A number between two runs belongs to both. Runs too short for a piece of a key are dropped.
 */
export class UniformRuns {
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  #length = 0;
  #runStart = 0;
  /** Index of the first byte of the last number. */
  #numberStart = 0;
  #numbers = 0;
  /** Letters and quotes between the numbers of this run. */
  #joint = 0;
  #letters = 0;
  #isWithinString = 0;

  /** @param most the maximum number of bytes */
  constructor(most: number) {
    // Each byte can belong to two runs, and each run of at least eight bytes has one separator.
    const room = 2 * most + Math.ceil(most / 4) + 2;
    this.#bytes = new Uint8Array(room);
    this.#starts = new Uint32Array(room);
  }

  /** Adds a character between two numbers. */
  passOver(text: string, index: number): void {
    const code = text.charCodeAt(index);
    if (code === quote) {
      this.#isWithinString ^= 1;
    } else if (isLetter(code) && !isOfPrefix(text, index, code)) {
      this.#letters = (Math.imul(this.#letters, letterFactor) + code) | 0;
    }
  }

  /** @param isFirst whether this is the first byte of its number */
  add(byte: number, start: number, isFirst = true): void {
    if (isFirst) {
      this.#beginNumber();
    }
    this.#put(byte, start);
  }

  /** The bytes as text, and where each of them begins in the source. */
  read(): { readonly text: string; readonly starts: Uint32Array } {
    this.#splitPair();
    const length = this.#length - this.#runStart < leastBytes ? this.#runStart : this.#length;
    return {
      text: Buffer.from(this.#bytes.buffer, 0, length).toString('latin1'),
      starts: this.#starts.subarray(0, length),
    };
  }

  #beginNumber(): void {
    const between = this.#letters * 2 + this.#isWithinString;
    this.#letters = 0;
    this.#isWithinString = 0;
    if (this.#numbers > 1 && this.#joint !== between) {
      this.#splitPair();
      if (this.#numbers > 1) {
        this.#beginRun(this.#length);
      }
    }
    this.#joint = between;
    this.#numbers += 1;
    this.#numberStart = this.#length;
  }

  /** Two numbers may belong to two members: letters that occur only once are not a separator of a list. */
  #splitPair(): void {
    if (this.#numbers === 2 && this.#joint !== 0) {
      this.#beginRun(this.#numberStart);
    }
  }

  /** Starts a run at the last number, and ends the one before it at `end`. */
  #beginRun(end: number): void {
    const isKept = end - this.#runStart >= leastBytes;
    const start = isKept ? end + 1 : this.#runStart;
    this.#bytes.copyWithin(start, this.#numberStart, this.#length);
    this.#starts.copyWithin(start, this.#numberStart, this.#length);
    if (isKept) {
      this.#bytes[end] = separator;
    }
    this.#length += start - this.#numberStart;
    this.#numberStart = start;
    this.#runStart = start;
    this.#numbers = 1;
  }

  #put(byte: number, start: number): void {
    this.#bytes[this.#length] = byte;
    this.#starts[this.#length] = start;
    this.#length += 1;
  }
}

/** Whether a letter belongs to an escape (`\\n`, `\\x61`) or to a radix prefix (`0x61`, `&H61`). */
function isOfPrefix(text: string, index: number, code: number): boolean {
  const before = text.charCodeAt(index - 1);
  const letter = code | 0x20;
  return (
    before === backslash ||
    before === ampersand ||
    (before === zero && (letter === smallX || letter === smallO))
  );
}
