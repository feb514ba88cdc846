import type { Client } from 'autocannon';
import { AutocannonClient, type CannonOutcome } from '../target/autocannon-client.ts';
import type { WireRequest } from '../target/wire-exchange.ts';
import type { EngineParts, LoadRequest } from './load-engine.ts';

/** A request with the forms that autocannon and the record need. */
export interface CannonSlot {
  readonly request: LoadRequest;
  readonly wire: WireRequest;
  readonly headerBlock: string;
}

/** One client of autocannon in a load, which sends the requests of its slots in turn until the end of the load. */
export class LoadClient {
  readonly #parts: EngineParts;
  readonly #client: AutocannonClient<CannonSlot>;
  readonly #onIrregular: (reason: string) => void;
  #slot: CannonSlot | null = null;
  #number = 0;
  #startedAtMs = 0;
  #leaving = false;
  #over = false;

  /**
   * Call this while autocannon creates the client.
   *
   * @param onIrregular receives the reason why it can't continue
   */
  constructor(
    client: Client,
    slots: readonly CannonSlot[],
    parts: EngineParts,
    onIrregular: (reason: string) => void,
  ) {
    this.#parts = parts;
    this.#onIrregular = onIrregular;
    this.#client = new AutocannonClient(client, slots, ({ wire }) => wire, {
      ...parts,
      began: (slot, atMs) => this.#began(slot, atMs),
      ended: (slot, outcome) => this.#ended(slot, outcome),
      broken: (reason) => this.#irregular(reason),
      failed: (error) =>
        this.#irregular(`a connection broke (${'code' in error ? String(error.code) : error.message})`),
    });
  }

  /** Starts no more requests, and ends after the pending responses. */
  leave(): void {
    this.#leaving = true;
    if (this.#slot === null) {
      this.end();
    }
  }

  /** Ends immediately and withdraws the request in flight. */
  end(): void {
    if (!this.#over) {
      this.#over = true;
      if (this.#slot !== null) {
        this.#parts.ledger.withdrawn(this.#slot.request, this.#startedAtMs);
        this.#slot = null;
      }
      this.#client.destroy();
    }
  }

  #began(slot: CannonSlot, atMs: number): void {
    this.#slot = slot;
    this.#number = this.#parts.nextNumber();
    this.#startedAtMs = atMs;
    this.#parts.ledger.started(slot.request, this.#startedAtMs, this.#startedAtMs);
  }

  /** autocannon begins the next request even without a response: this one timed out or was lost. */
  #ended({ request, headerBlock }: CannonSlot, outcome: CannonOutcome): void {
    const code = outcome.failure?.code ?? null;
    if (code !== null && code !== 'timeout') {
      this.#irregular('a connection was closed between two responses');
      return;
    }
    this.#slot = null;
    this.#parts.ledger.ended({
      // A spread would take 7 µs; a whole request takes 13.
      request,
      number: this.#number,
      connection: outcome.connection,
      intendedAtMs: this.#startedAtMs,
      sentAtMs: outcome.sentAtMs,
      headersAtMs: outcome.headersAtMs,
      finishedAtMs: outcome.finishedAtMs,
      status: outcome.status,
      headers: outcome.headers,
      body: outcome.body,
      failure: outcome.failure,
      reused: outcome.reused,
      receivedBytes: outcome.receivedBytes,
      headerBlock,
      traceparent: '',
    });
    if (code === 'timeout') {
      this.#irregular('a request got no response in time');
    } else if (this.#leaving || outcome.finishedAtMs >= this.#parts.untilMs) {
      this.end();
    } else if (announcesEnd(outcome.headers)) {
      this.#irregular('a response announced the end of its connection');
    }
  }

  #irregular(reason: string): void {
    if (!this.#over) {
      this.#onIrregular(reason);
      this.end();
    }
  }
}

/** `Connection: close`, after which nothing may be sent (RFC 9112 section 9.6), even if the server leaves it open. */
function announcesEnd(headers: readonly string[]): boolean {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (name.length === connection.length && name.toLowerCase() === connection) {
      const value = headers[index + 1] ?? '';
      return value !== 'keep-alive' && /(?:^|,)[ \t]*close[ \t]*(?:,|$)/i.test(value);
    }
  }
  return false;
}

const connection = 'connection';
