import type { Exchange, FailureCode } from '../exchange/exchange.ts';
import type { Deviation } from '../verdict/finding.ts';
import { RepeatedFailures } from './repeated-failures.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const lostCodes: readonly FailureCode[] = ['reset', 'truncated', 'not-http'];
/** The minimum number of lost responses. A network may drop one or two connections of a run by chance. */
const minLost = 3;
/** The number of requests per lost response that may be chance. */
const requestsPerAccident = 300;
/** The shortest idle time of a connection, in ms, after which a server may close it. */
const leastIdleMs = 100;
/** The share of requests on reused connections beyond which a server that keeps none drops them. */
const mostOfKept = 0.1;
/** A server that closes idle connections drops at most one request per this number of closed ones. */
const closingsPerLoss = 10;

/** Whether a connection broke before or within a response. */
export function isLost({ failure }: Exchange): boolean {
  return failure !== null && lostCodes.includes(failure.code);
}

/**
 * Counts responses that were lost or cut off although the same request got a complete one another time: one may be an
 * accident of the network, many are not. Other requirements judge requests without any response.
 */
export class LostResponses {
  readonly #failed = new RepeatedFailures();
  readonly #failedOnKept = new RepeatedFailures();
  readonly #losses: { readonly operation: string; readonly isOnKept: boolean }[] = [];
  /** The end of the latest exchange of each connection that may be open, in ms since the start of the run. */
  readonly #kept = new Map<number, number>();
  #closings = 0;
  #requests = 0;
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
    this.#followConnection(exchange, idleMs);
    if (isLost(exchange) && !request.unusual && this.#counts(exchange, idleMs)) {
      const isOnKept = exchange.response === null && idleMs !== null;
      (isOnKept ? this.#failedOnKept : this.#failed).failed(exchange);
      return null;
    }
    const isOnKept = whole && this.#failedOnKept.succeeded(exchange);
    if (!isOnKept && !(whole && this.#failed.succeeded(exchange))) {
      return null;
    }
    this.#losses.push({ operation: request.operation ?? 'others', isOnKept });
    return this.#isOften ? this.#deviation : null;
  }

  /** A new connection although an idle one was open means that the server had closed it. */
  #followConnection({ connection, failure, sentAtMs, finishedAtMs }: Exchange, idleMs: number | null): void {
    if (idleMs === null && [...this.#kept.values()].some((lastUsedMs) => lastUsedMs < sentAtMs)) {
      this.#closings += 1;
      this.#kept.clear();
    }
    if (failure === null) {
      this.#kept.set(connection, finishedAtMs);
    } else {
      this.#kept.delete(connection);
    }
  }

  /** A server may close idle connections: a loss counts only on one in use, if the server keeps others open. */
  #counts({ response }: Exchange, idleMs: number | null): boolean {
    if (response !== null || idleMs === null) {
      return true;
    }
    this.#lostOnKept += 1;
    return idleMs < leastIdleMs && this.#lostOnKept <= mostOfKept * this.#onKept;
  }

  /** The losses that count, by operation. */
  get #counted(): readonly string[] {
    const onKept = this.#losses.filter(({ isOnKept }) => isOnKept).length;
    const closesUnannounced = this.#closings > onKept * closingsPerLoss;
    return this.#losses.flatMap(({ operation, isOnKept }) =>
      isOnKept && closesUnannounced ? [] : [operation],
    );
  }

  get #isOften(): boolean {
    const lost = this.#counted.length;
    return lost >= minLost && lost * requestsPerAccident > this.#requests;
  }

  get #deviation(): Deviation {
    const lost = this.#counted;
    const counts = [...new Set(lost)].map(
      (operation) => `${lost.filter((one) => one === operation).length} of ${operation}`,
    );
    return {
      kind: 'lost-responses',
      message: 'Responses are lost or cut off, too often for an accident of the network',
      expected: 'a complete response to every request',
      actual: `${lost.length} of ${this.#requests} requests got none at first: ${counts.join(', ')}`,
    };
  }

  /** Why the requirement is undecided, or `null`. */
  get undecided(): string | null {
    const lost = this.#counted.length;
    return lost < minLost || this.#isOften
      ? null
      : `complete responses to all requests (${lost} of ${this.#requests} were lost or cut off)`;
  }
}
