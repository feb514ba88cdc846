/** A part of a text from `start` to `end`, exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A text decoded from another one, with the original positions of its characters. */
export interface DecodedText {
  readonly text: string;
  /** Whether the original has numbers instead of its characters. */
  readonly isOfNumbers: boolean;
  /** The original places of the characters from `start` to `end`, in order. Numbers of a list can have several. */
  placesOf(start: number, end: number): readonly Place[];
}

export function asItIs(text: string): DecodedText {
  return { text, isOfNumbers: false, placesOf: (start, end) => [{ start, end }] };
}

/** A text decoded from a part of another one, with functions from its indices to the positions there. */
export function readWithin(
  source: DecodedText,
  text: string,
  { start, end }: { readonly start: (index: number) => number; readonly end: (index: number) => number },
): DecodedText {
  return {
    text,
    isOfNumbers: source.isOfNumbers,
    placesOf: (first, last) => source.placesOf(start(first), end(last - 1)),
  };
}

/**
 * A part of a text with some characters removed or replaced, and their original positions. Typed arrays keep this to a
 * few bytes per character, since there can be millions.
 */
export class RebuiltText {
  readonly #source: string;
  readonly #from: number;
  /** The UTF-16 code units so far, and the bitwise OR of them. */
  readonly #units: Uint16Array;
  #bits = 0;
  #length = 0;
  #taken: number;
  /** From each unit on, by how much the positions in the source are ahead. */
  readonly #shifts = new Shifts();

  constructor(source: string, from: number, to: number) {
    this.#source = source;
    this.#from = from;
    this.#taken = from;
    this.#units = new Uint16Array(to - from);
  }

  /** Copies up to `start`, and skips from there to `end`. */
  leaveOut(start: number, end: number): void {
    this.takeTo(start);
    this.#taken = end;
    this.#shifts.add(this.#length, end - start);
  }

  /** Copies up to `start`, and adds a character for the source from there to `end`. */
  replace(start: number, end: number, code: number): void {
    this.takeTo(start);
    this.#taken = end;
    const before = this.#length;
    if (code > 0xffff) {
      this.#put(0xd800 + ((code - 0x10000) >> 10));
    }
    this.#put(code > 0xffff ? 0xdc00 + (code & 0x3ff) : code);
    this.#shifts.add(this.#length, end - start - (this.#length - before));
  }

  takeTo(end: number): void {
    for (let index = this.#taken; index < end; index += 1) {
      this.#put(this.#source.charCodeAt(index));
    }
    this.#taken = Math.max(this.#taken, end);
  }

  /** @param hasReplaced whether characters were replaced, not removed */
  decodedFrom(source: DecodedText, hasReplaced: boolean): DecodedText {
    const startOf = (index: number) => this.#from + index + this.#shifts.upTo(index);
    const end = hasReplaced ? (index: number) => startOf(index + 1) : (index: number) => startOf(index) + 1;
    const decoded = readWithin(source, this.#text(), { start: startOf, end });
    return hasReplaced || !source.isOfNumbers ? decoded : withoutRemoved(decoded, startOf);
  }

  #put(unit: number): void {
    this.#units[this.#length] = unit;
    this.#bits |= unit;
    this.#length += 1;
  }

  #text(): string {
    return this.#bits < 0x100
      ? Buffer.from(this.#units.subarray(0, this.#length)).toString('latin1')
      : Buffer.from(this.#units.buffer, 0, 2 * this.#length).toString('utf16le');
  }
}

/** Numbers that were removed between others, such as an index that reads as a line break, are left out of the places. */
function withoutRemoved(decoded: DecodedText, startOf: (index: number) => number): DecodedText {
  return {
    ...decoded,
    placesOf: (start, end) => {
      const places: Place[] = [];
      for (let first = start, index = start; index < end; index += 1) {
        if (index + 1 === end || startOf(index + 1) !== startOf(index) + 1) {
          places.push(...decoded.placesOf(first, index + 1));
          first = index + 1;
        }
      }
      return places;
    },
  };
}

/** Cumulative sums by ascending position. */
class Shifts {
  #at = new Uint32Array(16);
  #sums = new Uint32Array(16);
  #count = 0;

  add(at: number, shift: number): void {
    if (this.#count === this.#at.length) {
      this.#at = doubled(this.#at);
      this.#sums = doubled(this.#sums);
    }
    this.#at[this.#count] = at;
    this.#sums[this.#count] = (this.#sums[this.#count - 1] ?? 0) + shift;
    this.#count += 1;
  }

  upTo(place: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#at[middle] ?? 0) <= place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return this.#sums[low - 1] ?? 0;
  }
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(2 * numbers.length);
  more.set(numbers);
  return more;
}

/** A line break, raw or escaped, and the indentation after it, within text that continues on the next line. */
const lineBreak =
  /(?<=[^\s,:[{>"\\])(?:\\{1,7}[rn]|[\r\n])(?:[ \t\r\n]|\\{1,7}[rnt]){0,200}(?=[^\s,\]}<"\\])/g;
const nuls = /\0+/g;

/** A raw line break. The pattern begins with the rare character. */
const bareLineBreak = /[\r\n](?<=[^\s,:[{>"\\][\r\n])[ \t\r\n]{0,200}(?=[^\s,\]}<"\\])/;

/** Whether a text without backslashes has lines that may be joined. */
export function mayBeWrapped(text: string): boolean {
  return bareLineBreak.test(text);
}

/** The text with wrapped lines joined; `null` if there are none. */
export function joinedLines(source: DecodedText): DecodedText | null {
  return /[\r\n]|\\[rn]/.test(source.text) ? without(source, lineBreak) : null;
}

/** The text without NULs, as in UTF-16 of either byte order; `null` if it has none. */
export function withoutNuls(source: DecodedText): DecodedText | null {
  return without(source, nuls);
}

function without(source: DecodedText, leftOut: RegExp): DecodedText | null {
  const { text } = source;
  const pattern = new RegExp(leftOut);
  if (!pattern.test(text)) {
    return null;
  }
  pattern.lastIndex = 0;
  const rest = new RebuiltText(text, 0, text.length);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    rest.leaveOut(match.index, pattern.lastIndex);
  }
  rest.takeTo(text.length);
  return rest.decodedFrom(source, false);
}
