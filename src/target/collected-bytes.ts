const noBytes = Buffer.alloc(0);

/**
 * Received bytes in one buffer that doubles its size. One `Buffer` per chunk would take hundreds of bytes each, and a
 * body may arrive in chunks of one byte.
 */
export class CollectedBytes {
  #bytes: Buffer = noBytes;
  #length = 0;

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

  /** All bytes. Append nothing afterwards. */
  taken(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #makeRoom(length: number): void {
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
  }
}
