const chunkBits = 16;
const chunkLength = 1 << chunkBits;
const chunkMask = chunkLength - 1;
/** Represents NaN in 32 bits. */
const missing = 0xffff_ffff;

/**
 * Numbers by index that are nearly always whole multiples of a unit, or NaN. Each takes 4 bytes, or 8 in a block where
 * one doesn't fit; growing copies nothing.
 */
export class WholeNumbers {
  readonly #unit: number;
  readonly #chunks: (Uint32Array | Float64Array)[] = [];

  constructor(unit = 1) {
    this.#unit = unit;
  }

  /** Indices are set in ascending order, each once. */
  set(index: number, value: number): void {
    const position = index & chunkMask;
    let chunk = this.#chunks[index >>> chunkBits];
    if (chunk === undefined) {
      chunk = new Uint32Array(chunkLength);
      this.#chunks.push(chunk);
    }
    if (chunk instanceof Float64Array) {
      chunk[position] = value;
      return;
    }
    const count = value / this.#unit;
    if (Number.isNaN(value)) {
      chunk[position] = missing;
    } else if (count >>> 0 === count && count !== missing) {
      chunk[position] = count;
    } else {
      this.#widen(index >>> chunkBits, position)[position] = value;
    }
  }

  /** `undefined` if there is none. */
  at(index: number): number | undefined {
    const chunk = this.#chunks[index >>> chunkBits];
    if (chunk instanceof Float64Array) {
      return chunk[index & chunkMask];
    }
    const count = chunk?.[index & chunkMask];
    return count === undefined ? undefined : count === missing ? Number.NaN : count * this.#unit;
  }

  #widen(chunk: number, length: number): Float64Array {
    const wide = new Float64Array(chunkLength);
    for (let position = 0; position < length; position += 1) {
      wide[position] = this.at((chunk << chunkBits) + position) ?? Number.NaN;
    }
    this.#chunks[chunk] = wide;
    return wide;
  }
}
