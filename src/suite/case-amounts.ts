import type { Exchange } from '../exchange/exchange.ts';
import { readRateFields } from '../exchange/rate-fields.ts';
import { rateLimitReading } from '../target/rate-limit-reading.ts';
import type { Effort } from '../verdict/run-event.ts';

/** How many cases of each table a run sends. */
export interface CaseAmounts {
  /** The maximum, including generated ones. */
  readonly cases: number;
  /** The number that fast-check generates, if the table has a generator. */
  readonly generated: number;
}

/** The number of cases of a table in a normal run. */
export const usualCases = 12;
const usualGenerated = 2;

/** @param isAmple whether the key and the service allow a normal run to send every case */
export function caseAmounts(effort: Effort, isAmple: boolean): CaseAmounts {
  switch (effort) {
    case 'smoke':
      return { cases: 1, generated: 0 };
    case 'normal':
      return { cases: isAmple ? Number.POSITIVE_INFINITY : usualCases, generated: usualGenerated };
    case 'thorough':
      return { cases: Number.POSITIVE_INFINITY, generated: 100 };
  }
}

/** The number of hand-written cases of a table to send, beside its generated ones. */
export function handWrittenCases({ cases, generated }: CaseAmounts, generates: boolean, weight = 1): number {
  return Math.max(1, Math.floor(cases / weight) - (generates ? generated : 0));
}

/** A limit in requests per minute that all cases together do not exhaust. */
export const ampleLimit = 3_000;
const ampleShare = 0.5;

/** Whether this limit and its remaining requests allow a run to send every case. */
export function leavesPlenty(limit: number, remaining: number): boolean {
  return limit >= ampleLimit && remaining >= ampleShare * limit;
}

/** The longest response time, in ms, at which a run of many requests stays short. */
export const quickMs = 20;

/**
 * Whether the service responds within 20 ms, and its newest response to the key shows a limit of at least 3,000
 * requests per minute with half of them remaining. A `Reset` of more than a minute means that `Limit` may be the daily
 * limit, and the limit per minute far lower.
 */
export function isAmple(lastServed: Exchange | null, quickestMs: number, minuteMs: number): boolean {
  const fields = readRateFields(lastServed?.response?.headers ?? []);
  const reading = rateLimitReading(fields);
  if (lastServed === null || reading === null || reading.reset === null || quickestMs > quickMs) {
    return false;
  }
  const nowMs = fields.dateMs ?? Date.parse(lastServed.startedAt);
  const resetInMs = 'epochMs' in reading.reset ? reading.reset.epochMs - nowMs : reading.reset.afterMs;
  return leavesPlenty(reading.limit, reading.remaining) && resetInMs <= minuteMs + 2_000;
}
