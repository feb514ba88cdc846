import type { Operation } from '../exchange/exchange.ts';

/** The delay beyond which a start of the open loop counts as late, in ms. */
export const punctualMs = 2;

/** The results of the requests of one operation, or of all. */
export interface OutcomeCounts {
  readonly requests: number;
  readonly answered: number;
  /** Responses with a status of 400 and above except 429. */
  readonly errors: number;
  /** Requests without a complete response. */
  readonly failed: number;
  /** Those of them that timed out. */
  readonly timedOut: number;
  /** Requests that could not be started at their time, because every connection waited for a response. */
  readonly missed: number;
}

/** The counts of a load, or of one of its shards. */
export interface LoadBooks {
  readonly outcomes: Readonly<Record<Operation, OutcomeCounts>>;
  /** Failures of transport, by their code. */
  readonly failures: Readonly<Record<string, number>>;
  readonly missedStarts: number;
  readonly lateStarts: number;
  /** How late the latest start was, in ms. */
  readonly latestStartMs: number;
  /** Creations that returned 201, measured or not. */
  readonly created: number;
  /** Requests that were retried after their reused connection was closed. */
  readonly sentAgain: number;
}

/** The sum of some outcomes. */
export function outcomeSum(outcomes: Iterable<OutcomeCounts>): OutcomeCounts {
  const sum = emptyOutcome();
  for (const outcome of outcomes) {
    sum.requests += outcome.requests;
    sum.answered += outcome.answered;
    sum.errors += outcome.errors;
    sum.failed += outcome.failed;
    sum.timedOut += outcome.timedOut;
    sum.missed += outcome.missed;
  }
  return sum;
}

export function emptyOutcome(): { -readonly [Member in keyof OutcomeCounts]: OutcomeCounts[Member] } {
  return { requests: 0, answered: 0, errors: 0, failed: 0, timedOut: 0, missed: 0 };
}
