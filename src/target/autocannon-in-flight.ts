/** The status and the header fields of a response; names and values in turn. */
export interface ResponseHead {
  readonly statusCode: number;
  readonly headers: readonly string[];
}

/**
 * Autocannon's queue of the requests in flight, of which there is one. Its own one reads a clock twice for each and
 * keeps each body as a string, which nothing reads and which takes longer than judging a list.
 */
export class AutocannonInFlight {
  readonly #headed: (head: ResponseHead) => void;
  readonly #grown: (chunk: Buffer) => void;
  /** In the form that autocannon reads. */
  readonly #request = { req: {}, headers: {}, body: '', bytes: 0, duration: 0 };

  constructor(headed: (head: ResponseHead) => void, grown: (chunk: Buffer) => void) {
    this.#headed = headed;
    this.#grown = grown;
  }

  insertRequest(request: object): void {
    this.#request.req = request;
  }

  addByteCount(): void {}

  setHeaders(head: ResponseHead): void {
    this.#request.headers = head;
    this.#headed(head);
  }

  addBody(chunk: Buffer): void {
    this.#grown(chunk);
  }

  terminateRequest(): object {
    return this.#request;
  }

  clear(): void {}
}
