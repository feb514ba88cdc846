import type { CollectedBytes } from './collected-bytes.ts';
import { targetLimits } from './limits.ts';

/**
 * Bounds what a run reads of large bodies. A single one may have `bodyBytes`; but a service that answers every
 * request with megabytes must fill neither memory nor disk, nor make a short run long. So all of them together
 * have `largeBodiesBytes`, and once these are used up, no body is read beyond `largeBodyBytes`.
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
