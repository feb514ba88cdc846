import type { PlanLimitRecord } from '../../verdict/plan-limit-record.ts';
import { decimate, type Point, sane, saneCount } from './decimate.ts';
import { spanOf } from './quota-bins.ts';

/** Changes that a limiter makes by itself beyond these are not followed: a window of a microsecond has millions. */
const mostChanges = 20_000;

export interface AllowanceLeft {
  /** The limiter used for counting, or `null` if no permitted one explains the measurement. */
  readonly limiter: string | null;
  /** At most 400 points: ms since the start of the measurement, requests left. */
  readonly points: readonly Point[];
}

/**
 * Computes the remaining quota: by a permitted limiter that explains the whole measurement, otherwise as the limit
 * minus the requests admitted in the last minute, which may be negative.
 */
export function allowanceLeft(record: PlanLimitRecord): AllowanceLeft {
  const limit = saneCount(record.perMinute);
  const minuteMs = Math.max(1e-3, sane(record.minuteMs));
  for (const limiter of record.explainedBy) {
    const ledger = ledgerOf(limiter, limit, minuteMs, record);
    if (ledger !== null) {
      // The order within a step is unknown; an explaining limiter can't have been below 0.
      const points = followed(ledger, record).map(({ x, y }) => ({ x, y: Math.max(0, y) }));
      return { limiter, points: decimate(points) };
    }
  }
  return { limiter: null, points: decimate(followed(slidingLog(limit, minuteMs), record)) };
}

function ledgerOf(
  limiter: string,
  limit: number,
  minuteMs: number,
  record: PlanLimitRecord,
): AllowanceLedger | null {
  const endMs = announcedEnd(record);
  switch (limiter) {
    case 'fixed window from the first request':
      return windows(limit, minuteMs, null);
    case 'fixed window aligned to the clock':
      return endMs === null ? null : windows(limit, minuteMs, endMs);
    case 'sliding counter':
      return endMs === null ? null : windows(limit, minuteMs, endMs, true);
    case 'sliding log':
      return slidingLog(limit, minuteMs);
    case 'token bucket':
      return tokenBucket(limit, minuteMs);
    default:
      return null;
  }
}

/** The first `Reset` that can be the end of a window of this measurement. */
function announcedEnd({ steps, minuteMs }: PlanLimitRecord): number | null {
  const step = steps.find(
    ({ atMs, resetAtMs }) =>
      resetAtMs !== null && resetAtMs > atMs - minuteMs && resetAtMs < atMs + 2 * minuteMs,
  );
  return step?.resetAtMs ?? null;
}

function followed(ledger: AllowanceLedger, record: PlanLimitRecord): Point[] {
  const spanMs = spanOf(record);
  const points: Point[] = [];
  let changes = 0;
  const draw = (atMs: number) => points.push({ x: atMs, y: sane(ledger.left()) });
  const goTo = (atMs: number) => {
    for (let change = ledger.nextChangeMs(); change <= atMs; change = ledger.nextChangeMs()) {
      changes += 1;
      if (changes > mostChanges) {
        break;
      }
      if (!ledger.rising) {
        points.push({ x: change, y: sane(ledger.left()) });
      }
      ledger.advance(change);
      draw(change);
    }
    ledger.advance(atMs);
    draw(atMs);
  };
  goTo(0);
  for (const step of [...record.steps].sort((left, right) => left.atMs - right.atMs)) {
    if (step.admitted > 0) {
      goTo(saneCount(step.atMs));
      ledger.take(saneCount(step.admitted));
      draw(saneCount(step.atMs));
    }
  }
  goTo(spanMs);
  return points;
}

/** The remaining requests of a limiter of one kind over time. Times in ms. */
interface AllowanceLedger {
  /** The current quota, negative after an excess. */
  left(): number;
  /** Advances to a time not before the previous one. */
  advance(toMs: number): void;
  take(count: number): void;
  /** The next time at which the remaining quota changes its slope without a request, or Infinity. */
  nextChangeMs(): number;
  /** Whether it increases linearly until then; otherwise it is constant and jumps. */
  readonly rising: boolean;
}

/**
 * Windows of one length.
 *
 * @param anEndMs the end of one of them, or `null` if each begins with the first request after the previous one
 * @param sliding whether the requests of the previous window count in proportion to its share of the sliding window
 */
function windows(limit: number, windowMs: number, anEndMs: number | null, sliding = false): AllowanceLedger {
  const endAfter = (atMs: number): number =>
    anEndMs === null
      ? Number.POSITIVE_INFINITY
      : anEndMs + (Math.floor((atMs - anEndMs) / windowMs) + 1) * windowMs;
  let now = 0;
  let before = 0;
  let used = 0;
  let end = endAfter(0);
  return {
    rising: sliding,
    left: () => limit - used - before * Math.max(0, Math.min(1, (end - now) / windowMs)),
    advance(toMs) {
      if (toMs >= end) {
        before = sliding && toMs - end < windowMs ? used : 0;
        used = 0;
        end = endAfter(toMs);
      }
      now = toMs;
    },
    take(count) {
      used += count;
      end = Math.min(end, now + windowMs);
    },
    nextChangeMs: () => end,
  };
}

/** Every request counts for one window from its own time. */
function slidingLog(limit: number, windowMs: number): AllowanceLedger {
  const taken: { readonly atMs: number; readonly count: number }[] = [];
  let now = 0;
  let used = 0;
  let oldest = 0;
  return {
    rising: false,
    left: () => limit - used,
    advance(toMs) {
      now = toMs;
      for (let entry = taken[oldest]; entry !== undefined; entry = taken[oldest]) {
        if (entry.atMs + windowMs > toMs) {
          break;
        }
        used -= entry.count;
        oldest += 1;
      }
    },
    take(count) {
      used += count;
      taken.push({ atMs: now, count });
    },
    nextChangeMs: () => (taken[oldest]?.atMs ?? Number.POSITIVE_INFINITY) + windowMs,
  };
}

/** A bucket with the capacity of the limit, which refills linearly within one window. */
function tokenBucket(limit: number, windowMs: number): AllowanceLedger {
  let now = 0;
  let level = limit;
  return {
    rising: true,
    left: () => level,
    advance(toMs) {
      level = Math.min(limit, level + ((toMs - now) * limit) / windowMs);
      now = toMs;
    },
    take(count) {
      level -= count;
    },
    nextChangeMs: () =>
      level < limit && limit > 0 ? now + ((limit - level) * windowMs) / limit : Number.POSITIVE_INFINITY,
  };
}
