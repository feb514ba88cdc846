import type { Exchange, FailureCode } from '../exchange/exchange.ts';
import type { Deviation } from '../verdict/finding.ts';
import { RepeatedFailures } from './repeated-failures.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const lostCodes: readonly FailureCode[] = ['reset', 'truncated', 'not-http'];
/** The minimum number of lost responses. A network may drop one or two connections of a run by chance. */
const minLost = 3;
/** In more requests than this, one lost response may be chance. */
const requestsPerAccident = 300;
/** A server is not done waiting on a connection that was used so shortly before. */
const leastIdleMs = 100;
/** A server that closes its connections unannounced drops at least every tenth request on a kept one. */
const mostOfKept = 0.1;

/** Whether a connection broke before or within a response. */
export function isLost({ failure }: Exchange): boolean {
  return failure !== null && lostCodes.includes(failure.code);
}

/**
 * Counts responses that were lost or cut off where the same request got its whole response another time: each may be an
 * accident of the network, many are not. A request that is never served is for other requirements.
 */
export class LostResponses {
  readonly #failed = new RepeatedFailures();
  readonly #byOperation = new Map<string, number>();
  #requests = 0;
  #lost = 0;
  #onKept = 0;
  #lostOnKept = 0;

  /**
   * Sees an exchange, and returns the deviation if too many responses were lost by now.
   *
   * @param idleMs how long the connection had been idle, or `null` for a new one
   */
  see({ exchange, request, whole }: WatchedExchange, idleMs: number | null): Deviation | null {
    this.#requests += 1;
    this.#onKept += idleMs === null ? 0 : 1;
    if (isLost(exchange) && !request.unusual && this.#counts(exchange, idleMs)) {
      this.#failed.failed(exchange);
      return null;
    }
    if (!(whole && this.#failed.succeeded(exchange))) {
      return null;
    }
    const operation = request.operation ?? 'others';
    this.#byOperation.set(operation, (this.#byOperation.get(operation) ?? 0) + 1);
    this.#lost += 1;
    return this.#isOften ? this.#deviation : null;
  }

  /** A kept connection may be closed at any time: that counts only if it was in use, and others are kept. */
  #counts({ response }: Exchange, idleMs: number | null): boolean {
    if (response !== null || idleMs === null) {
      return true;
    }
    this.#lostOnKept += 1;
    return idleMs < leastIdleMs && this.#lostOnKept <= mostOfKept * this.#onKept;
  }

  get #isOften(): boolean {
    return this.#lost >= minLost && this.#lost * requestsPerAccident > this.#requests;
  }

  get #deviation(): Deviation {
    const counts = [...this.#byOperation].map(([operation, count]) => `${count} of ${operation}`);
    return {
      kind: 'lost-responses',
      message: 'Responses are lost or cut off, too often for an accident of the network',
      expected: 'a complete response to every request',
      actual: `${this.#lost} of ${this.#requests} requests got none at first: ${counts.join(', ')}`,
    };
  }

  /** Why the requirement is undecided, or `null`. */
  get undecided(): string | null {
    return this.#lost < minLost || this.#isOften
      ? null
      : `complete responses to all requests (${this.#lost} of ${this.#requests} were lost or cut off)`;
  }
}
