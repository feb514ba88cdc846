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

/** Counts requests by operation and status, and their durations. */
export class TrafficTally {
  readonly #tallies = new Map<Operation | null, OperationTally>();

  see({ request, response, failure, sentAtMs, finishedAtMs }: Exchange): void {
    const operation = operationOf(request.method, request.target.split('?', 1)[0] ?? '');
    const tally = this.#of(operation);
    if (response === null) {
      tally.unanswered += 1;
      return;
    }
    tally.addStatus(response.status, 1);
    if (failure === null) {
      tally.addDuration(Math.max(0, finishedAtMs - sentAtMs), 1);
    }
  }

  /** Adds complete responses with the same duration. */
  addResponses(operation: Operation, status: number, durationMs: number, count: number): void {
    const tally = this.#of(operation);
    tally.addStatus(status, count);
    tally.addDuration(durationMs, count);
  }

  addUnanswered(operation: Operation, count: number): void {
    if (count > 0) {
      this.#of(operation).unanswered += count;
    }
  }

  /** Only operations with requests. */
  get traffic(): OperationTraffic[] {
    return operations.flatMap((operation) => this.#tallies.get(operation)?.traffic(operation) ?? []);
  }

  #of(operation: Operation | null): OperationTally {
    const tally = this.#tallies.get(operation) ?? new OperationTally();
    this.#tallies.set(operation, tally);
    return tally;
  }
}

class OperationTally {
  unanswered = 0;
  readonly #statuses = new Map<number, number>();
  readonly #within: number[] = durationBoundsMs.map(() => 0);
  #count = 0;
  #sumMs = 0;

  addStatus(status: number, count: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + count);
  }

  addDuration(durationMs: number, count: number): void {
    this.#count += count;
    this.#sumMs += durationMs * count;
    for (const [index, bound] of durationBoundsMs.entries()) {
      this.#within[index] = (this.#within[index] ?? 0) + (durationMs <= bound ? count : 0);
    }
  }

  traffic(operation: Operation | null): OperationTraffic {
    const statuses = [...this.#statuses].sort(([left], [right]) => left - right);
    return {
      operation,
      statuses: Object.fromEntries(statuses),
      unanswered: this.unanswered,
      durations: {
        count: this.#count,
        sumMs: Math.round(this.#sumMs * 1_000) / 1_000,
        within: durationBoundsMs.map((ms, index) => ({ ms, count: this.#within[index] ?? 0 })),
      },
    };
  }
}
