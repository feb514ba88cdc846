import type { Socket } from 'node:net';
import { targetLimits } from './limits.ts';

const statusEnd = 'HTTP/1.1 100'.length;

/**
 * Removes interim responses (1xx except 101) from the data of a socket, and trailing white space of header values from
 * the final response.
 *
 * A client must accept unsolicited interim responses (RFC 9110 section 15.2), but undici drops the connection on an
 * unsolicited `100 Continue`.
 */
export class InterimAnswers {
  #atStart = false;
  #held: Buffer | null = null;
  #beginning: Buffer | null = null;
  #latest: Buffer | null = null;
  #expecting = false;
  readonly #onUnsolicited: (bytes: Buffer) => void;

  /** @param onUnsolicited called with what comes while no answer is expected */
  constructor(socket: Socket, onUnsolicited: (bytes: Buffer) => void) {
    this.#onUnsolicited = onUnsolicited;
    const read = socket.read.bind(socket);
    socket.read = (size?: number) => (size === undefined ? this.#next(read) : read(size));
  }

  /** To be called when a request is about to be written: what comes next begins its answer. */
  expectAnswer(): void {
    this.#expecting = true;
    this.#atStart = true;
    this.#held = null;
    this.#beginning = null;
    this.#latest = null;
  }

  /** Call this at the end of a response: further bytes are unsolicited. */
  answerEnded(): void {
    this.#expecting = false;
  }

  /** The first bytes of the final response, or `null`. */
  get beginning(): Buffer | null {
    return this.#beginning ?? this.#held;
  }

  /** The bytes that arrived together with a response and begin with a status line; empty without any. */
  get surplus(): Buffer {
    const latest = this.#latest ?? Buffer.alloc(0);
    const statusLines = [...latest.toString('latin1').matchAll(/HTTP\/1\.[01] \d{3}/g)];
    const start = statusLines.at(-1)?.index ?? 0;
    return start === 0 ? Buffer.alloc(0) : latest.subarray(start);
  }

  #next(read: () => unknown): unknown {
    for (;;) {
      const chunk = read();
      // Parsers ignore empty lines between answers.
      if (!this.#expecting && chunk instanceof Buffer && /[^\r\n]/.test(chunk.toString('latin1'))) {
        this.#onUnsolicited(chunk);
      }
      if (!(chunk instanceof Buffer)) {
        return chunk;
      }
      if (!this.#atStart) {
        this.#latest = chunk;
        return chunk;
      }
      const bytes = this.#held === null ? chunk : Buffer.concat([this.#held, chunk]);
      const rest = withoutInterim(bytes);
      const head = rest.complete ? headerEnd(rest.bytes) : null;
      if (head !== null) {
        this.#atStart = false;
        this.#held = null;
        this.#beginning = rest.bytes;
        this.#latest = rest.bytes;
        return withoutBlanksBehindValues(rest.bytes, head);
      }
      this.#held = rest.bytes;
    }
  }
}

/** The end of the header section; 0 if these bytes have none, `null` if more are needed. */
function headerEnd(bytes: Buffer): number | null {
  if (!isHttp(bytes) || bytes.length > targetLimits.headerBytes) {
    return 0;
  }
  const end = /\r?\n\r?\n/.exec(bytes.toString('latin1'));
  return end === null ? null : end.index + end[0].length;
}

function isHttp(bytes: Buffer): boolean {
  const start = 'HTTP/1.';
  const head = bytes.toString('latin1', 0, start.length);
  return head === start || (start.startsWith(head) && head.length < start.length);
}

/**
 * Trailing white space is not part of a field value (RFC 9110 section 5.5), but the parser of undici rejects a length
 * or a coding before a tab.
 */
function withoutBlanksBehindValues(bytes: Buffer, headEnd: number): Buffer {
  const head = bytes.toString('latin1', 0, headEnd);
  const trimmed = head.replace(/(?<=[^\s])[ \t]+(?=\r?\n)/g, '');
  return trimmed.length === head.length
    ? bytes
    : Buffer.concat([Buffer.from(trimmed, 'latin1'), bytes.subarray(headEnd)]);
}

/** Drops complete interim responses; `complete` is false if more bytes are needed to classify the rest. */
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
