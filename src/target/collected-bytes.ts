/**
 * Bytes as they come in, in one buffer that doubles: a `Buffer` that is kept for each chunk takes hundreds of bytes, and
 * a body may come in chunks of one.
 */
export class CollectedBytes {
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;

  /** How many have come. */
  get length(): number {
    return this.#length;
  }

  append(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (this.#length === 0) {
      // Most bodies come in one piece, and need no copy.
      this.#bytes = chunk;
    } else {
      this.#makeRoom(length);
      chunk.copy(this.#bytes, this.#length);
    }
    this.#length = length;
  }

  /** All of them, or the first `most`; nothing may be appended afterwards. */
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
