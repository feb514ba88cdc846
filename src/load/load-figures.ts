import { sum } from 'd3-array';
import type { Operation } from '../exchange/exchange.ts';
import type { LoadDeviation } from '../verdict/load-record.ts';
import type { GeneratorState } from './generator-health.ts';
import type { EncodedLatencies } from './latency-histograms.ts';
import type { StepCounts } from './load-series.ts';

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

/** What is counted of the requests of a load. */
export interface LoadCounts {
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

/** The figures of a load by one process, to be added to those of others: a record is made of the sum, also of one. */
export interface LoadFigures extends LoadCounts {
  readonly latencies: readonly EncodedLatencies[];
  readonly steps: readonly LoadStep[];
  /** The measured duration, in ms: less than planned if the load ended early. */
  readonly measuredMs: number;
  /** `null` if unknown. */
  readonly generator: GeneratorState | null;
  readonly engines: readonly string[];
  readonly notes: readonly string[];
  readonly deviations: readonly LoadDeviation[];
  readonly clock: LoadClock;
  /** The bound that ended it early, or `null`. */
  readonly ended: string | null;
  /** That the service no longer responded at the end, or `null`. */
  readonly gone: string | null;
  /** Closed loop: the rate limit of the whole load in requests per second, or `null`. */
  readonly heldBackTo: number | null;
}

/** The clocks of a load. */
export interface LoadClock {
  /** When it started by the wall clock, in ms since 1970. */
  readonly startedAtMs: number;
  /** The adjustment of the wall clock until the end of the load, in ms. */
  readonly setByMs: number;
}

/** The requests of one step of the series, not per second. */
export interface LoadStep extends StepCounts {
  readonly second: number;
  /** Encoded; `null` without a response. */
  readonly latencies: string | null;
}

/** The sums of these members. */
export function totals<Member extends string>(
  members: readonly Member[],
  all: readonly Readonly<Record<Member, number>>[],
): Record<Member, number> {
  const entries = members.map((member) => [member, sum(all, (one) => one[member])]);
  return Object.fromEntries(entries) as Record<Member, number>;
}

/** The sum of some outcomes. */
export function outcomeSum(outcomes: readonly OutcomeCounts[]): OutcomeCounts {
  return totals(['requests', 'answered', 'errors', 'failed', 'timedOut', 'missed'], outcomes);
}

export function emptyOutcome(): { -readonly [Member in keyof OutcomeCounts]: OutcomeCounts[Member] } {
  return { requests: 0, answered: 0, errors: 0, failed: 0, timedOut: 0, missed: 0 };
}
