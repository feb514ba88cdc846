import { groupedBy } from '../grouped-by.ts';
import { type Exchange, isOutage, type Operation } from './exchange.ts';
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

/** The incomplete exchanges of a run. */
export interface Delivery {
  /** Exchanges without a complete response. */
  readonly unreadable: number;
  /** The operations with losses; `null`: other methods and paths. */
  readonly byOperation: readonly ({ readonly operation: Operation | null } & DeliveryCounts)[];
}

/** Counts the incomplete exchanges of a run, outages apart. */
export function deliveryOf(exchanges: Iterable<Exchange>): Delivery {
  const incomplete = [...exchanges]
    .filter((exchange) => !isOutage(exchange))
    .map((exchange) => ({ exchange, kind: kindOf(exchange), isRetry: exchange.retryOf !== undefined }))
    .filter(({ kind, isRetry }) => kind !== null || isRetry);
  const byOperation = groupedBy(incomplete, ({ exchange: { request } }) =>
    operationOf(request.method, request.target),
  );
  return {
    unreadable: incomplete.filter(({ kind }) => kind !== null).length,
    byOperation: [...byOperation].map(([operation, some]) => {
      const count = (of: Kind): number => some.filter(({ kind }) => kind === of).length;
      return {
        operation,
        dropped: count('dropped'),
        truncated: count('truncated'),
        timedOut: count('timedOut'),
        undecodable: count('undecodable'),
        retried: some.filter(({ isRetry }) => isRetry).length,
      };
    }),
  };
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
