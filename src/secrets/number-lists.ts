import {
  type ByteOf,
  binaryByte,
  decimalByte,
  endOfDecimals,
  endOfDigits,
  hexByteAt,
  isDigit,
  isHexNumber,
  isLetter,
  isNoNumber,
  isOfText,
  leastBytes,
  type NumberStretch,
  noByte,
  numberStretches,
  octalByte,
} from './number-stretches.ts';
import { isNumberOfJson } from './other-number.ts';
import type { DecodedText, Place } from './rebuilt-text.ts';

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
class UniformRuns {
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

/**
 * Reads the numbers of a text as bytes, with any separators: decimal, octal and binary numbers, and hexadecimal digits
 * in groups of any length. If every other number counts up, the rest are also read without them.
 */
export function* listedTexts(source: DecodedText): Generator<DecodedText> {
  for (const stretch of numberStretches(source.text)) {
    for (const turn of stretch.countsUp ? turns : noTurns) {
      for (const { name, add } of numberSystems) {
        if (stretch[name] >= leastBytes) {
          yield* textOf(
            source,
            name,
            runsOf(source.text, stretch, new UniformRuns(stretch[name]), add, turn),
          );
        }
      }
    }
  }
}

/** Which of two alternating numbers are read: both, the second, or the first. */
const noTurns = [null];
const turns = [null, 0, 1];

type AddNumber = (runs: UniformRuns, text: string, start: number, end: number) => void;

const numberSystems = [
  { name: 'decimal', add: adding(decimalByte) },
  { name: 'octal', add: adding(octalByte) },
  { name: 'binary', add: adding(binaryByte) },
  { name: 'hex', add: addHex },
] as const;

function adding(byteOf: ByteOf): AddNumber {
  return (runs, text, start, end) => {
    const byte = byteOf(text, start, end);
    if (byte !== noByte) {
      runs.add(byte, start);
    }
  };
}

function addHex(runs: UniformRuns, text: string, start: number, end: number): void {
  if (isHexNumber(text, start, end)) {
    let isFirst = true;
    for (let index = start; index < end; index += 2) {
      const byte = hexByteAt(text, index);
      if (isOfText(byte)) {
        runs.add(byte, index, isFirst);
        isFirst = false;
      }
    }
  }
}

function runsOf(
  text: string,
  { start: from, end: to }: NumberStretch,
  runs: UniformRuns,
  add: AddNumber,
  turn: number | null,
): UniformRuns {
  let numbers = 0;
  for (let index = from; index < to; ) {
    if (!isDigit(text.charCodeAt(index))) {
      runs.passOver(text, index);
      index += 1;
      continue;
    }
    const start = index;
    index = endOfDigits(text, start);
    if (!isNoNumber(text, start, index)) {
      numbers += 1;
      if (turn === null || (numbers & 1) === turn) {
        add(runs, text, start, index);
      }
    }
  }
  return runs;
}

const endOf = {
  decimal: endOfDecimals,
  octal: endOfDecimals,
  binary: endOfDigits,
  hex: (_: string, start: number) => start + 2,
};

function* textOf(source: DecodedText, system: keyof typeof endOf, runs: UniformRuns): Generator<DecodedText> {
  const { text, starts } = runs.read();
  if (text.length >= leastBytes) {
    const placeAt = (index: number) => {
      const start = starts[index] ?? 0;
      return { start, end: endOf[system](source.text, start) };
    };
    yield {
      text,
      isOfNumbers: true,
      placesOf: (start, end) =>
        numberPlaces(source.text, placeAt, start, end).flatMap((place) =>
          source.placesOf(place.start, place.end),
        ),
    };
  }
}

/** Separators that may be masked along with the numbers: nothing that delimits values in JSON, XML or a program. */
const isPlain = /^[^"[\]{}<>\dA-Za-z]*$/;
const beginsName = /[{,](?:\s|\\{1,7}[nrt]){0,40}\\{0,7}"$/;
const longestBeforeName = 60;
const endsName = /\\{0,7}"\s{0,40}:/y;
/** A longer member name is a list itself. */
const longestNumber = 4;

/**
 * The places of the numbers from `first` up to, not including, `last`: one place for a plain list, otherwise one for each
 * number, so that nothing between them is masked. Member names are left out, and so is a JSON integer that includes a
 * piece of a key in its digits, since it may be an id.
 */
function numberPlaces(text: string, placeAt: (index: number) => Place, first: number, last: number): Place[] {
  const places: Place[] = [];
  for (let index = first; index < last; index += 1) {
    const place = placeAt(index);
    const before = places.at(-1);
    if (before !== undefined && isPlain.test(text.slice(before.end, place.start))) {
      places[places.length - 1] = { start: before.start, end: place.end };
    } else {
      places.push(place);
    }
  }
  const [only] = places;
  // Fewer bytes are part of a longer piece: the numbers beside them were removed, such as NULs of UTF-16.
  return last - first >= leastBytes && places.length === 1 && only !== undefined && isInteger(text, only)
    ? []
    : places.filter((place) => !isName(text, place));
}

function isInteger(text: string, { start, end }: Place): boolean {
  return /^\d+$/.test(text.slice(start, end)) && isNumberOfJson(text, start, end);
}

function isName(text: string, { start, end }: Place): boolean {
  endsName.lastIndex = end;
  return (
    end - start <= longestNumber &&
    endsName.test(text) &&
    beginsName.test(text.slice(Math.max(0, start - longestBeforeName), start))
  );
}
