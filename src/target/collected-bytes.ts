import { targetLimits } from './limits.ts';

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

  /** All bytes, or the first `most`. Append nothing afterwards. */
  taken(most: number = this.#length): Buffer {
    const length = Math.min(most, this.#length);
    return length === this.#bytes.length ? this.#bytes : this.#bytes.subarray(0, length);
  }

  #makeRoom(length: number): void {
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
  }
}

/**
 * Bounds what a run reads of large bodies. A single one may have `bodyBytes`; but a service that answers every request
 * with megabytes must fill neither memory nor disk, nor make a short run long. So all of them together have
 * `largeBodiesBytes`, and once these are exhausted, no body is read beyond `largeBodyBytes`.
 */
export class LargeBodies {
  #read = 0;

  /** Takes in that a body grew, in bytes. Returns why no more of it is read, or `null`. */
  grown(before: number, bytes: number): string | null {
    const { bodyBytes, largeBodyBytes, largeBodiesBytes } = targetLimits;
    if (bytes > largeBodyBytes) {
      this.#read += bytes - Math.max(before, largeBodyBytes);
    }
    if (bytes > bodyBytes) {
      return `larger than ${bodyBytes} bytes, the most that this client reads`;
    }
    return bytes > largeBodyBytes && this.#read > largeBodiesBytes
      ? `larger than ${largeBodyBytes} bytes, the most that this client reads after so many large bodies`
      : null;
  }
}

/** The beginning of a large body that a record keeps: a copy, to release the memory of the rest. */
export function beginning(body: CollectedBytes): Buffer {
  return Buffer.from(body.taken(targetLimits.keptBodyBytes + targetLimits.cutMarginBytes));
}
