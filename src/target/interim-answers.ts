import type { Socket } from 'node:net';
import { targetLimits } from './limits.ts';

const statusEnd = 'HTTP/1.1 100'.length;

/**
 * Takes interim answers (1xx, but not 101) out of what a socket brings.
 *
 * A client must cope with interim answers that it did not ask for (RFC 9110 section 15.2); undici drops the
 * connection on an unasked `100 Continue`.
 */
export class InterimAnswers {
  #atStart = false;
  #held: Buffer | null = null;
  #beginning: Buffer | null = null;

  constructor(socket: Socket) {
    const read = socket.read.bind(socket);
    socket.read = (size?: number) => (size === undefined ? this.#next(read) : read(size));
  }

  /** To be called when a request is about to be written: what comes next begins its answer. */
  expectAnswer(): void {
    this.#atStart = true;
    this.#held = null;
    this.#beginning = null;
  }

  /** The first bytes of the final answer as they came, or `null` where none did. */
  get beginning(): Buffer | null {
    return this.#beginning ?? this.#held;
  }

  #next(read: () => unknown): unknown {
    for (;;) {
      const chunk = read();
      if (!this.#atStart || !(chunk instanceof Buffer)) {
        return chunk;
      }
      const bytes = this.#held === null ? chunk : Buffer.concat([this.#held, chunk]);
      const rest = withoutInterim(bytes);
      if (rest.complete) {
        this.#atStart = false;
        this.#held = null;
        this.#beginning = rest.bytes;
        return rest.bytes;
      }
      this.#held = rest.bytes;
    }
  }
}

/** Drops whole interim answers; `complete` is false where more bytes must tell what the rest is. */
function withoutInterim(received: Buffer): { readonly bytes: Buffer; readonly complete: boolean } {
  let bytes = received;
  for (;;) {
    const head = bytes.toString('latin1', 0, statusEnd);
    if (!mayBeInterim(head)) {
      return { bytes, complete: true };
    }
    const end = head.length < statusEnd ? -1 : bytes.indexOf('\r\n\r\n');
    if (end < 0) {
      return { bytes, complete: bytes.length > targetLimits.headerBytes };
    }
    bytes = bytes.subarray(end + 4);
  }
}

function mayBeInterim(head: string): boolean {
  for (const version of ['HTTP/1.1 1', 'HTTP/1.0 1']) {
    if (head.startsWith(version)) {
      return head.length < statusEnd || (head !== `${version}01` && /\d\d$/.test(head));
    }
    if (version.startsWith(head)) {
      return true;
    }
  }
  return false;
}
