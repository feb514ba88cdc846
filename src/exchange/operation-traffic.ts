import { sum } from 'd3-array';
import type { Exchange, Operation } from './exchange.ts';
import { operationOf } from './request-description.ts';

/** The requests of one operation by the status of their responses, and the durations of complete responses. */
export interface OperationTraffic {
  /** `null`: other methods and paths. */
  readonly operation: Operation | null;
  /** The number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The number of requests without a response. */
  readonly unanswered: number;
  readonly durations: DurationCounts;
}

/** Durations from the start of a request to the end of its response. */
export interface DurationCounts {
  /** The number of complete responses. */
  readonly count: number;
  readonly sumMs: number;
  /** The numbers of complete responses within these times, which ascend. */
  readonly within: readonly { readonly ms: number; readonly count: number }[];
}

/** From a service on the same machine to a timeout. */
export const durationBoundsMs: readonly number[] = [
  1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000,
];

const operations: readonly (Operation | null)[] = ['listPets', 'createPet', 'getPet', null];

/** Requests of one operation with the same outcome. */
export interface SameTraffic {
  readonly operation: Operation | null;
  /** `null` without a response. */
  readonly status: number | null;
  /** `null` without a complete response. */
  readonly durationMs: number | null;
  readonly count: number;
}

export function trafficOfExchange(exchange: Exchange): SameTraffic {
  const { request, response, failure, sentAtMs, finishedAtMs } = exchange;
  return {
    operation: operationOf(request.method, request.target),
    status: response?.status ?? null,
    durationMs: response === null || failure !== null ? null : Math.max(0, finishedAtMs - sentAtMs),
    count: 1,
  };
}

/** Adds traffic up by operation, those with requests alone. */
export function sumOfTraffic(all: readonly SameTraffic[]): OperationTraffic[] {
  return operations.flatMap((operation) => {
    const own = all.filter((one) => one.operation === operation && one.count > 0);
    return own.length === 0 ? [] : [sumOfOperation(operation, own)];
  });
}

function sumOfOperation(operation: Operation | null, own: readonly SameTraffic[]): OperationTraffic {
  const counted = (wanted: (one: SameTraffic) => boolean) => sum(own.filter(wanted), ({ count }) => count);
  const statuses = [...new Set(own.map(({ status }) => status))].filter((status) => status !== null);
  const sumMs = sum(own, ({ durationMs, count }) => (durationMs ?? 0) * count);
  return {
    operation,
    statuses: Object.fromEntries(statuses.map((status) => [status, counted((one) => one.status === status)])),
    unanswered: counted(({ status }) => status === null),
    durations: {
      count: counted(({ durationMs }) => durationMs !== null),
      sumMs: Math.round(sumMs * 1_000) / 1_000,
      within: durationBoundsMs.map((ms) => ({
        ms,
        count: counted(({ durationMs }) => durationMs !== null && durationMs <= ms),
      })),
    },
  };
}
