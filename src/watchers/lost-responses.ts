import type { Exchange, FailureCode } from '../exchange/exchange.ts';
import { RepeatedFailures } from './repeated-failure.ts';

const lost: readonly FailureCode[] = ['reset', 'truncated', 'not-http'];
/** A network loses one or two connections of a run by chance. */
const fewestLost = 3;

/**
 * Requests whose responses were lost, although that violates nothing: a network may have lost them, or a server may
 * have refused them. A run that meets several can't tell that the service answers everything.
 */
export class LostResponses {
  readonly #largeBodies = new RepeatedFailures();
  readonly #sizes = new Map<number, number>();
  /** Exchanges that are the first to lose their response; one sent again by itself is the same request. */
  #brokenOff = 0;

  /** A response that broke off, or none on a connection that had served no other request. */
  see(exchange: Exchange): void {
    this.#largeBodies.succeeded(exchange);
    if (exchange.failure !== null && lost.includes(exchange.failure.code)) {
      this.#brokenOff += 1;
    }
  }

  /** A request with a large body, whose connection was closed without a response. */
  seeLargeBody(exchange: Exchange, body: string): void {
    if (this.#largeBodies.failed(exchange) !== null) {
      const bytes = Buffer.byteLength(body);
      this.#sizes.set(bytes, (this.#sizes.get(bytes) ?? 1) + 1);
    }
  }

  /** What they leave open, as a list of what was not exercised. */
  get undecided(): readonly string[] {
    return [
      ...[...this.#sizes].map(
        ([bytes, times]) =>
          `a response to a body of ${bytes} bytes (the connection was closed without one ${times} times: a server may refuse a large body so)`,
      ),
      ...(this.#brokenOff < fewestLost
        ? []
        : [`whole responses to all requests (${this.#brokenOff} were lost, none of them repeatedly)`]),
    ];
  }
}
