import type { PlanLimitRecord } from '../../verdict/plan-limit-record.ts';
import {
  type AllowanceLedger,
  alignedWindow,
  slidingCounter,
  slidingLog,
  tokenBucket,
  windowFromFirstRequest,
} from './allowance-ledger.ts';
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
      return windowFromFirstRequest(limit, minuteMs);
    case 'fixed window aligned to the clock':
      return endMs === null ? null : alignedWindow(limit, minuteMs, endMs);
    case 'sliding counter':
      return endMs === null ? null : slidingCounter(limit, minuteMs, endMs);
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
