import { max, min } from 'd3-array';
import type { ClockBounds } from '../../exchange/server-clock.ts';
import { groupedBy } from '../../grouped-by.ts';
import type { PlanUnderTest } from '../quota-wire.ts';
import { isServed, type Timeline, type TimelineEntry } from '../timeline.ts';
import { isTimestamp, saysMinute } from './entries.ts';
import type { KeyLedger } from './key-ledger.ts';
import { type Allowance, drift, timerMs } from './limiter-model.ts';

/** The admitted requests of one key whose answers announced the same `Reset` for the minute. */
export interface WindowLabel {
  readonly reset: number;
  /** The bounds of the announced time on the timeline's clock, allowing for rounding. */
  readonly earliestMs: number;
  readonly latestMs: number;
  readonly entries: Timeline;
  readonly firstSentMs: number;
  readonly lastSentMs: number;
  readonly firstAnsweredMs: number;
}

/** `Reset` may be rounded either way to a whole second. */
export const roundingMs = 1000 + timerMs;

/** Bounds of a clock as wide as this are those of several clocks: what they announce can't be compared. */
const severalClocksMs = 4000;

/** In the order of their `Reset`. */
export function windowLabels(
  ledger: KeyLedger,
  plan: PlanUnderTest,
  clock: ClockBounds | null,
): readonly WindowLabel[] {
  if (clock === null || clock.mostMs - clock.leastMs > severalClocksMs) {
    return [];
  }
  const says = (entry: TimelineEntry) => isTimestamp(entry.reset) && saysMinute(entry, plan);
  const driftMs = drift * (ledger.lastAnsweredMs - ledger.firstSentMs);
  return [...groupedBy(ledger.admittedEntries.filter(says), ({ reset }) => reset)]
    .sort(([one], [other]) => one - other)
    .map(([reset, entries]) => ({
      reset,
      earliestMs: reset * 1000 - clock.mostMs - roundingMs - driftMs,
      latestMs: reset * 1000 - clock.leastMs + roundingMs + driftMs,
      entries,
      firstSentMs: min(entries, ({ sentAtMs }) => sentAtMs) ?? 0,
      lastSentMs: max(entries, ({ sentAtMs }) => sentAtMs) ?? 0,
      firstAnsweredMs: min(entries, ({ answeredAtMs }) => answeredAtMs) ?? 0,
    }));
}

/**
 * Whether two announced times are further apart than their responses, and closer than the ends of two windows: like
 * the time when a bucket is full, which each request defers.
 */
export function movesWithUse(labels: readonly WindowLabel[], { windowMs }: Allowance): boolean {
  for (let position = 1; position < labels.length; position += 1) {
    for (let other = position - 1; other >= 0; other -= 1) {
      const [one, two] = [labels[other], labels[position]];
      const apartMs = ((two?.reset ?? 0) - (one?.reset ?? 0)) * 1000;
      if (one === undefined || two === undefined || apartMs > windowMs - 2 * roundingMs) {
        break;
      }
      const meanwhileMs =
        Math.max(one.firstAnsweredMs, two.firstAnsweredMs) - Math.min(one.firstSentMs, two.firstSentMs);
      if (apartMs > meanwhileMs + 2 * roundingMs && meanwhileMs + apartMs < windowMs - 2 * roundingMs) {
        return true;
      }
    }
  }
  return false;
}

/**
 * Whether requests of one burst fell across the edge of a window: of the answers that announce the latest `Reset`, one has more
 * left than one of those that announce the earliest. A bucket's latest `Reset` goes with the least that is left.
 */
export function crossedEdge(entries: Timeline, minuteMs: number): boolean {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let leastAtFirst = Number.NaN;
  let mostAtLast = Number.NaN;
  for (const entry of entries) {
    const { reset, remaining } = entry;
    if (!isServed(entry) || Number.isNaN(reset + remaining)) {
      continue;
    }
    leastAtFirst =
      reset < first ? remaining : reset === first ? Math.min(leastAtFirst, remaining) : leastAtFirst;
    mostAtLast = reset > last ? remaining : reset === last ? Math.max(mostAtLast, remaining) : mostAtLast;
    first = Math.min(first, reset);
    last = Math.max(last, reset);
  }
  // Half a window: the same moment may be rounded to one second or the next.
  return last - first >= Math.max(1, minuteMs / 2000) && mostAtLast > leastAtFirst;
}
