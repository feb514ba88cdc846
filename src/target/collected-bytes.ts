/**
 * Received bytes in one buffer that doubles its size. One `Buffer` per chunk would take hundreds of bytes each, and a
 * body may arrive in chunks of one byte.
 */
export class CollectedBytes {
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;

  /** The number of bytes received. */
  get length(): number {
    return this.#length;
  }

  append(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (this.#length === 0) {
      // Most bodies arrive in one chunk, and need no copy.
      this.#bytes = chunk;
    } else {
      this.#makeRoom(length);
      chunk.copy(this.#bytes, this.#length);
    }
    this.#length = length;
  }

  /** All bytes, or the first `most`. Append nothing afterwards. */
  taken(most: number = this.#length): Buffer {
    return this.#bytes.subarray(0, Math.min(most, this.#length));
  }

  #makeRoom(length: number): void {
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
  }
}
