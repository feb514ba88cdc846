import type { Exchange, Operation } from './exchange.ts';
import { operationOf } from './request-description.ts';

/** How often requests of one operation brought no whole response. An exchange counts once, but for `retried`. */
export interface DeliveryCounts {
  /** The connection was closed, or broke the protocol, before a response had come. */
  readonly dropped: number;
  /** The connection was closed, or broke the protocol, within a response's body. */
  readonly truncated: number;
  readonly timedOut: number;
  /** The body is not in the coding that `Content-Encoding` names. */
  readonly undecodable: number;
  /** Requests that were sent again because a kept connection was closed before it brought a response. */
  readonly retried: number;
}

type Kind = Exclude<keyof DeliveryCounts, 'retried'>;

const none: DeliveryCounts = { dropped: 0, truncated: 0, timedOut: 0, undecodable: 0, retried: 0 };

/** Counts, by operation, the exchanges of a run that brought no whole response. */
export class DeliveryTally {
  readonly #counts = new Map<Operation | 'other', DeliveryCounts>();
  #exchanges = 0;
  #unreadable = 0;

  see(exchange: Exchange): void {
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

  /** Exchanges that brought no whole response. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /** Operations of which something is counted; `other` stands for other methods and paths. */
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
