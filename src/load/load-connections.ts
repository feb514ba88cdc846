import { HttpConnection } from '../target/http-connection.ts';
import type { WireOutcome } from '../target/wire-exchange.ts';
import type { EngineParts, LoadRequest } from './load-engine.ts';

/** The maximum number of retries of a request after a reused connection was closed. */
const mostRepeats = 2;
const noBody = Buffer.alloc(0);

/**
 * The connections of a load over undici: each carries one request at a time, and the last one used is reused first, so
 * that few are open. Certificates are verified.
 */
export class LoadConnections {
  readonly #parts: EngineParts;
  readonly #all: HttpConnection[] = [];
  readonly #idle: HttpConnection[] = [];

  constructor(parts: EngineParts) {
    this.#parts = parts;
    parts.signal.addEventListener('abort', () => this.#abort(), { once: true });
  }

  /** A free connection, or `null` if all are busy. */
  take(): HttpConnection | null {
    const idle = this.#idle.pop();
    if (idle !== undefined || this.#all.length >= this.#parts.connections) {
      return idle ?? null;
    }
    const { base, transport, timeoutMs, now, nextConnection } = this.#parts;
    const connection = new HttpConnection({
      base,
      transport,
      timeoutMs,
      now,
      nextNumber: nextConnection,
    });
    this.#all.push(connection);
    return connection;
  }

  /** Sends a request over a taken connection, counts its result, and releases the connection. */
  async send(connection: HttpConnection, request: LoadRequest, intendedAtMs: number): Promise<void> {
    const { ledger, nextNumber, signal, caller } = this.#parts;
    const number = nextNumber();
    const wire = caller.wire(request.outgoing, number, request.body);
    let outcome = await connection.exchange(wire);
    // A server may close an idle connection at any time, even while a request is in flight (RFC 9112 section 9.3.1).
    for (
      let repeats = 0;
      repeats < mostRepeats && wasClosedBefore(outcome) && !signal.aborted;
      repeats += 1
    ) {
      ledger.repeated();
      outcome = await connection.exchange(wire);
    }
    this.#idle.push(connection);
    if (outcome.failure?.code === 'interrupted') {
      ledger.withdrawn(request, intendedAtMs);
    } else {
      const { answer, ...sent } = outcome;
      ledger.ended({
        ...sent,
        request,
        number,
        intendedAtMs,
        traceparent: caller.traceparent(number),
        status: answer?.status ?? 0,
        headers: answer?.headers.flat() ?? [],
        body: answer?.body ?? noBody,
      });
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((connection) => connection.destroy()));
  }

  #abort(): void {
    for (const connection of this.#all) {
      connection.abort({ code: 'interrupted', detail: 'the load was interrupted' });
    }
  }
}

function wasClosedBefore({ failure, receivedBytes, reused }: WireOutcome): boolean {
  return failure?.code === 'reset' && receivedBytes === 0 && reused;
}
