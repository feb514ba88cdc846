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

/** What a normal run sends of each table: little where a creation takes seconds, since there are hundreds of them. */
export type Extent = 'few' | 'usual' | 'all';

const ofNormalRun: Readonly<Record<Extent, CaseAmounts>> = {
  few: { cases: 3, generated: 1 },
  usual: { cases: usualCases, generated: 2 },
  all: { cases: Number.POSITIVE_INFINITY, generated: 2 },
};

export function caseAmounts(effort: Effort, extent: Extent): CaseAmounts {
  switch (effort) {
    case 'smoke':
      return { cases: 1, generated: 0 };
    case 'normal':
      return ofNormalRun[extent];
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

/** How long the quickest responses of the service took, in ms. */
export interface Pace {
  readonly any: number;
  /** `null` before the first creation. */
  readonly creation: number | null;
}

/** At this pace, a run of many requests stays short. */
export const quickMs = 20;
export const quickCreationMs = 100;
/** A normal run sends about 235 creations, refused ones included: at this pace they take six minutes. */
const slowCreationMs = 1_500;

/** @param isAmple whether the limit of the key leaves room for every case */
export function extentOf({ any, creation }: Pace, isAmple: boolean): Extent {
  if (creation !== null && creation > slowCreationMs) {
    return 'few';
  }
  return isAmple && any <= quickMs && (creation ?? 0) <= quickCreationMs ? 'all' : 'usual';
}

/**
 * Whether a response to the key shows a limit of at least 3,000 requests per minute with half of them remaining. A
 * `Reset` of more than a minute means that `Limit` may be the daily limit, and the limit per minute far lower.
 */
export function showsAmpleLimit({ response, startedAt }: Exchange, minuteMs: number): boolean {
  const fields = readRateFields(response?.headers ?? []);
  const reading = rateLimitReading(fields);
  if (reading === null || reading.reset === null) {
    return false;
  }
  const nowMs = fields.dateMs ?? Date.parse(startedAt);
  const resetInMs = 'epochMs' in reading.reset ? reading.reset.epochMs - nowMs : reading.reset.afterMs;
  return leavesPlenty(reading.limit, reading.remaining) && resetInMs <= minuteMs + 2_000;
}
