import type { ExchangeFailure } from '../exchange/exchange.ts';
import { CollectedBytes } from '../target/collected-bytes.ts';
import { targetLimits } from '../target/limits.ts';
import type { EngineParts, LoadAnswer, LoadRequest } from './load-engine.ts';

/** The events and methods of an autocannon client that we use; its own types leave some out. */
export interface CannonClient {
  readonly timeoutTicker: { clear(): void };
  setRequests(requests: readonly CannonRequest[]): void;
  destroy(): void;
  on(event: 'request', listener: () => void): this;
  on(event: 'connError', listener: (error: Error) => void): this;
  on(event: 'headers', listener: (head: { statusCode: number; headers: readonly string[] }) => void): this;
  on(event: 'body', listener: (chunk: Buffer) => void): this;
  on(event: 'response', listener: (status: number) => void): this;
}

/** A request as autocannon takes it. */
interface CannonRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** A request with the forms that autocannon and the record need. */
export interface CannonSlot {
  readonly request: LoadRequest;
  readonly cannon: CannonRequest;
  readonly headerBlock: string;
}

const noBody = Buffer.alloc(0);
const noHeaders: readonly string[] = [];
/** The time by which autocannon's timer may fire early, in ms. */
const timerSlackMs = 20;

/**
 * Follows one client of autocannon, which sends the requests of `slots` in turn, and keeps its books to the request:
 * what autocannon loses (see `runAutocannon`) shows as a request that starts while the one before is unanswered.
 */
export class WatchedClient {
  readonly #parts: EngineParts;
  readonly #client: CannonClient;
  readonly #slots: readonly CannonSlot[];
  readonly #connection: number;
  readonly #onIrregular: (reason: string) => void;
  #sent = 0;
  #slot: CannonSlot | null = null;
  #number = 0;
  #sentAtMs = 0;
  #headers: readonly string[] = [];
  #body = new CollectedBytes();
  #answered = 0;
  #leaving = false;
  #over = false;

  /**
   * Call this while autocannon creates the client.
   *
   * @param onIrregular receives the reason why it can't continue
   */
  constructor(
    client: CannonClient,
    slots: readonly CannonSlot[],
    parts: EngineParts,
    onIrregular: (reason: string) => void,
  ) {
    this.#parts = parts;
    this.#client = client;
    this.#slots = slots;
    this.#connection = parts.nextConnection();
    this.#onIrregular = onIrregular;
    client.setRequests(slots.map(({ cannon }) => cannon));
    client
      .on('request', () => this.#started())
      .on('headers', ({ statusCode, headers }) => this.#headed(statusCode, headers))
      .on('body', (chunk) => this.#grown(chunk))
      .on('response', (status) => this.#finished(status))
      .on('connError', (error) => this.#broken(error));
  }

  /** Starts no more requests, and ends after the pending responses. */
  leave(): void {
    this.#leaving = true;
    if (this.#slot === null) {
      this.end();
    }
  }

  /** Ends at once: what is under way is withdrawn. */
  end(): void {
    if (!this.#over) {
      this.#over = true;
      if (this.#slot !== null) {
        this.#parts.sink.withdrawn(this.#slot.request, this.#sentAtMs);
        this.#slot = null;
      }
      this.#client.destroy();
      // If it was about to send, autocannon restarts its timer and would reconnect when it fires.
      queueMicrotask(() => this.#client.timeoutTicker.clear());
    }
  }

  #started(): void {
    if (this.#over) {
      return;
    }
    if (this.#slot !== null) {
      this.#unanswered();
      return;
    }
    const slot = this.#slots[this.#sent % this.#slots.length];
    this.#sent += 1;
    this.#slot = slot ?? null;
    this.#number = this.#parts.nextNumber();
    this.#sentAtMs = this.#parts.now();
    if (slot !== undefined) {
      this.#parts.sink.started(slot.request, this.#sentAtMs, this.#sentAtMs);
    }
  }

  #headed(status: number, headers: readonly string[]): void {
    this.#headers = headers;
    if (status < 200) {
      this.#irregular('interim responses (1xx) were received');
    }
  }

  #grown(chunk: Buffer): void {
    this.#body.append(chunk);
    if (this.#body.length > targetLimits.largeBodyBytes) {
      this.#irregular(`a body is larger than ${targetLimits.largeBodyBytes} bytes`);
    }
  }

  #finished(status: number): void {
    const slot = this.#slot;
    const body = this.#body.taken();
    this.#body = new CollectedBytes();
    if (slot === null || this.#over) {
      return;
    }
    this.#slot = null;
    this.#answered += 1;
    const answer = this.#answer(slot, status, this.#headers, body, null);
    this.#parts.sink.ended(answer);
    if (this.#leaving || answer.finishedAtMs >= this.#parts.untilMs) {
      this.end();
    }
  }

  /** Autocannon begins the next request, though this one is unanswered: its time is over, or it was lost. */
  #unanswered(): void {
    const slot = this.#slot;
    const { timeoutMs, now, sink } = this.#parts;
    if (slot === null || now() - this.#sentAtMs < timeoutMs - timerSlackMs) {
      this.#irregular('a connection was closed between two answers');
      return;
    }
    this.#slot = null;
    const detail = `not done within ${timeoutMs} ms`;
    sink.ended(this.#answer(slot, 0, noHeaders, noBody, { code: 'timeout', detail }));
    this.#irregular('a request brought no answer in time');
  }

  #answer(
    { request, headerBlock }: CannonSlot,
    status: number,
    headers: readonly string[],
    body: Buffer,
    failure: ExchangeFailure | null,
  ): LoadAnswer {
    const finishedAtMs = this.#parts.now();
    return {
      request,
      number: this.#number,
      connection: this.#connection,
      intendedAtMs: this.#sentAtMs,
      sentAtMs: this.#sentAtMs,
      headersAtMs: status === 0 ? null : finishedAtMs,
      finishedAtMs,
      status,
      headers,
      body,
      failure,
      reused: this.#answered > 1,
      headerBlock,
      traceparent: '',
    };
  }

  #broken(error: Error): void {
    this.#irregular(`a connection broke (${'code' in error ? String(error.code) : error.message})`);
  }

  #irregular(reason: string): void {
    if (!this.#over) {
      this.#onIrregular(reason);
      this.end();
    }
  }
}
