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

/**
 * Looks for many needles in one pass. A table of character pairs turns nearly every position down at once, so
 * the cost hardly depends on the number of needles.
 */
export class TextSearch<N extends Needle> {
  readonly #distance: number;
  readonly #shortest: number;
  readonly #byPair = new Map<number, N[]>();
  readonly #pairs = new Uint8Array(1 << 16);

  /** Needles without a character are left out. */
  constructor(needles: readonly N[]) {
    const usable = needles.filter((needle) => needle.text !== '');
    this.#shortest = Math.min(...usable.map((needle) => needle.text.length));
    this.#distance = Math.min(2, this.#shortest - 1);
    for (const needle of usable.sort((left, right) => right.text.length - left.text.length)) {
      const pair = this.#pairAt(needle.text, 0);
      this.#pairs[pair] = 1;
      this.#byPair.set(pair, [...(this.#byPair.get(pair) ?? []), needle]);
    }
  }

  /** Every place, also overlapping ones; at one start only the longest needle. */
  find(haystack: string): Place<N>[] {
    const places: Place<N>[] = [];
    for (let index = 0; index + this.#shortest <= haystack.length; index += 1) {
      const pair = this.#pairAt(haystack, index);
      if (this.#pairs[pair] === 1) {
        const place = this.#placeAt(haystack, index, pair);
        if (place !== null) {
          places.push(place);
        }
      }
    }
    return places;
  }

  #pairAt(text: string, index: number): number {
    return (text.charCodeAt(index) * 251 + text.charCodeAt(index + this.#distance)) & 0xffff;
  }

  #placeAt(haystack: string, index: number, pair: number): Place<N> | null {
    for (const needle of this.#byPair.get(pair) ?? []) {
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
