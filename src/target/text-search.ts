/** A text to look for. */
export interface Needle {
  readonly text: string;
  /** Tells of a place where the text stands whether it counts, and how far it reaches. */
  readonly extent: (
    haystack: string,
    start: number,
    end: number,
  ) => readonly [start: number, end: number] | null;
}

/** A place where a needle was found: from `start` up to, not including, `end`. */
export interface Place<N extends Needle> {
  readonly needle: N;
  readonly start: number;
  readonly end: number;
}

const longestStep = 255;

/**
 * Looks for many needles in one pass, as Wu and Manber do (A fast algorithm for multi-pattern searching, 1994): the
 * last two characters of a stretch as long as the shortest needle say how far off the next place may be at the least.
 * So most positions are never looked at, and the cost hardly depends on the number of needles.
 */
export class TextSearch<N extends Needle> {
  /** The length of the shortest needle; longer ones are told apart by so many of their characters. */
  readonly #length: number;
  /** By the pair of characters that ends a stretch: how many positions may be passed over, 0 where a needle may be. */
  readonly #steps: Uint8Array;
  readonly #byBeginning = new Map<string, N[]>();

  /** Needles without a character are left out. */
  constructor(needles: readonly N[]) {
    const usable = needles.filter((needle) => needle.text !== '');
    this.#length = Math.min(...usable.map((needle) => needle.text.length));
    this.#steps = new Uint8Array(1 << 16).fill(Math.min(longestStep, this.#length - 1));
    for (const needle of usable.sort((left, right) => right.text.length - left.text.length)) {
      const beginning = needle.text.slice(0, this.#length);
      this.#noteSteps(beginning);
      this.#byBeginning.set(beginning, [...(this.#byBeginning.get(beginning) ?? []), needle]);
    }
  }

  /** Every place, also overlapping ones; at one start only the longest needle. */
  find(haystack: string): Place<N>[] {
    const places: Place<N>[] = [];
    for (let index = 0; index + this.#length <= haystack.length; ) {
      const step = this.#steps[pairEndingAt(haystack, index + this.#length - 1)] ?? 0;
      if (step === 0) {
        const place = this.#placeAt(haystack, index);
        if (place !== null) {
          places.push(place);
        }
      }
      index += Math.max(1, step);
    }
    return places;
  }

  #noteSteps(beginning: string): void {
    for (let end = 1; end < beginning.length; end += 1) {
      const pair = pairEndingAt(beginning, end);
      this.#steps[pair] = Math.min(this.#steps[pair] ?? 0, beginning.length - 1 - end);
    }
  }

  #placeAt(haystack: string, index: number): Place<N> | null {
    for (const needle of this.#byBeginning.get(haystack.slice(index, index + this.#length)) ?? []) {
      if (haystack.startsWith(needle.text, index)) {
        const extent = needle.extent(haystack, index, index + needle.text.length);
        if (extent !== null) {
          return { needle, start: extent[0], end: extent[1] };
        }
      }
    }
    return null;
  }
}

function pairEndingAt(text: string, index: number): number {
  return (text.charCodeAt(index - 1) * 251 + text.charCodeAt(index)) & 0xffff;
}
