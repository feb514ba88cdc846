/** The length of a sample, and the distance between samples: any eight characters contain a whole sample. */
export const sampleLength = 4;
export const sampleStep = 5;
/** Fewer slots take less memory and twice the time, because common characters of JSON would collide with windows. */
const placesPerWindow = 256;
const maxBits = 22;

/** A Bloom filter of the groups of four characters in some windows: false positives, but no false negatives. */
export class SampleFilter {
  readonly #added: (readonly [window: string, bit: number])[] = [];
  #bits = 14;
  #places = new Uint8Array(1 << this.#bits);

  /** @param bit the bit that `bitsAt` returns for the groups of this window */
  add(window: string, bit: number): void {
    this.#added.push([window, bit]);
    if (this.#added.length * placesPerWindow > this.#places.length && this.#bits < maxBits) {
      this.#bits += 2;
      this.#places = new Uint8Array(1 << this.#bits);
      for (const [text, bitOfText] of this.#added) {
        this.#fill(text, bitOfText);
      }
    } else {
      this.#fill(window, bit);
    }
  }

  /** The bits of all windows that may contain the group at `index`; 0 if none does. */
  bitsAt(text: string, index: number): number {
    return this.#places[placeOf(text, index, this.#bits)] ?? 0;
  }

  /** The first position, in steps from 0, of a group that a window may contain; -1 if there is none. */
  firstIn(text: string): number {
    const places = this.#places;
    const bits = this.#bits;
    const last = text.length - sampleLength;
    for (let index = 0; index <= last; index += sampleStep) {
      if (places[placeOf(text, index, bits)] !== 0) {
        return index;
      }
    }
    return -1;
  }

  #fill(window: string, bit: number): void {
    for (let index = 0; index + sampleLength <= window.length; index += 1) {
      const place = placeOf(window, index, this.#bits);
      this.#places[place] = (this.#places[place] ?? 0) | bit;
    }
  }
}

function placeOf(text: string, index: number, bits: number): number {
  const sample =
    text.charCodeAt(index) ^
    (text.charCodeAt(index + 1) << 8) ^
    (text.charCodeAt(index + 2) << 16) ^
    (text.charCodeAt(index + 3) << 24);
  return Math.imul(sample, 0x9e3779b1) >>> (32 - bits);
}
