import type { Exchange, Operation } from './exchange.ts';
import { isOutage } from './outage.ts';
import { operationOf } from './request-description.ts';

/** The numbers of incomplete exchanges of one operation, each counted once, except in `retried`. */
export interface DeliveryCounts {
  /** The connection was closed, or violated HTTP, before a response. */
  readonly dropped: number;
  /** The connection was closed, or violated HTTP, during a response body. */
  readonly truncated: number;
  readonly timedOut: number;
  /** The body does not have the coding of its `Content-Encoding`. */
  readonly undecodable: number;
  /** Requests retried because a reused connection was closed before a response. */
  readonly retried: number;
}

type Kind = Exclude<keyof DeliveryCounts, 'retried'>;

const none: DeliveryCounts = { dropped: 0, truncated: 0, timedOut: 0, undecodable: 0, retried: 0 };

/** Counts the incomplete exchanges of a run by operation. */
export class DeliveryTally {
  readonly #counts = new Map<Operation | 'other', DeliveryCounts>();
  #exchanges = 0;
  #unreadable = 0;

  see(exchange: Exchange): void {
    if (isOutage(exchange)) {
      return;
    }
    const kind = kindOf(exchange);
    this.#exchanges += 1;
    this.#unreadable += kind === null ? 0 : 1;
    if (kind === null && exchange.retryOf === undefined) {
      return;
    }
    const { method, target } = exchange.request;
    const operation = operationOf(method, target.split('?', 1)[0] ?? '') ?? 'other';
    const counts = this.#counts.get(operation) ?? none;
    this.#counts.set(operation, {
      ...counts,
      ...(kind === null ? {} : { [kind]: counts[kind] + 1 }),
      retried: counts.retried + (exchange.retryOf === undefined ? 0 : 1),
    });
  }

  get exchanges(): number {
    return this.#exchanges;
  }

  /** Exchanges without a complete response. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /** Operations with incomplete exchanges; `other`: other methods and paths. */
  get byOperation(): ReadonlyMap<Operation | 'other', DeliveryCounts> {
    return this.#counts;
  }
}

function kindOf({ response, failure }: Exchange): Kind | null {
  switch (failure?.code) {
    case 'timeout':
      return 'timedOut';
    case 'bad-content-encoding':
      return 'undecodable';
    case 'reset':
    case 'truncated':
    case 'not-http':
      return response === null ? 'dropped' : 'truncated';
    default:
      return null;
  }
}
