import type { Exchange, FailureCode } from '../exchange/exchange.ts';

const lostCodes: readonly FailureCode[] = ['reset', 'truncated', 'not-http'];
/** The minimum number of lost responses. A network may drop one or two connections of a run by chance. */
const minLost = 3;

/**
 * Counts lost responses that violate no requirement: the network may have dropped the connection, or the server may have
 * refused a large body. A run with several of them can't verify that the service responds to every request.
 */
export class LostResponses {
  readonly #largeBodies = new RepeatedFailures();
  readonly #sizes = new Map<number, number>();
  #lost = 0;

  /** Sees a response, or a request without one on a new connection. Counts a lost or truncated response. */
  see(exchange: Exchange): void {
    this.#largeBodies.succeeded(exchange);
    if (exchange.failure !== null && lostCodes.includes(exchange.failure.code)) {
      this.#lost += 1;
    }
  }

  /** Sees a request with a large body that got no response on a new connection. */
  seeLargeBody(exchange: Exchange, body: string): void {
    if (this.#largeBodies.failed(exchange) !== null) {
      const bytes = Buffer.byteLength(body);
      this.#sizes.set(bytes, (this.#sizes.get(bytes) ?? 1) + 1);
    }
  }

  /** The responses that the run did not receive, as reasons of an inconclusive requirement. */
  get undecided(): readonly string[] {
    return [
      ...[...this.#sizes].map(
        ([bytes, times]) =>
          `a response to a body of ${bytes} bytes (lost ${times} times; a server may close the connection to refuse a large body)`,
      ),
      ...(this.#lost < minLost
        ? []
        : [`complete responses to all requests (${this.#lost} were lost or truncated)`]),
    ];
  }
}

/**
 * Remembers exchanges that failed, until the same request fails again: once can be chance. The second one has to be
 * sent after the first had failed.
 */
export class RepeatedFailures {
  readonly #before = new Map<string, Exchange>();

  /** The exchange in which this request failed before, or `null`. */
  failed(exchange: Exchange): Exchange | null {
    const key = identity(exchange);
    const before = this.#before.get(key);
    if (before === undefined) {
      this.#before.set(key, exchange);
      return null;
    }
    return exchange.sentAtMs < before.finishedAtMs ? null : before;
  }

  /** The request did not fail: what was before is forgiven. */
  succeeded(exchange: Exchange): void {
    if (this.#before.size > 0) {
      this.#before.delete(identity(exchange));
    }
  }
}

function identity({ request }: Exchange): string {
  const fields = request.headers.filter(([name]) => name.toLowerCase() !== 'traceparent').flat();
  return JSON.stringify([request.method, request.target, request.body, request.credential, fields]);
}
