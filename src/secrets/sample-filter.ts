/** The length of a sample, and the distance between samples: any eight characters contain a whole sample. */
export const sampleLength = 4;
export const sampleStep = 5;
/** Fewer slots take less memory and twice the time, because common characters of JSON would collide with windows. */
const placesPerWindow = 256;
const maxBits = 22;

/** A Bloom filter of the groups of four characters in some windows: false positives, but no false negatives. */
export class SampleFilter {
  readonly #added: string[] = [];
  #bits = 14;
  #places = new Uint8Array(1 << this.#bits);

  add(window: string): void {
    this.#added.push(window);
    if (this.#added.length * placesPerWindow > this.#places.length && this.#bits < maxBits) {
      this.#bits += 2;
      this.#places = new Uint8Array(1 << this.#bits);
      for (const text of this.#added) {
        this.#fill(text);
      }
    } else {
      this.#fill(window);
    }
  }

  /** The first position of a group that a window may contain, in steps from `from`; -1 if there is none. */
  next(text: string, from: number): number {
    const places = this.#places;
    const bits = this.#bits;
    const last = text.length - sampleLength;
    for (let index = from; index <= last; index += sampleStep) {
      if (places[placeOf(text, index, bits)] !== 0) {
        return index;
      }
    }
    return -1;
  }

  #fill(window: string): void {
    for (let index = 0; index + sampleLength <= window.length; index += 1) {
      this.#places[placeOf(window, index, this.#bits)] = 1;
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
