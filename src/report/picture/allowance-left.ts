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

/** What was left of an allowance, by the requests that were admitted. */
export interface AllowanceLeft {
  /** The limiter that it is counted for, or `null` where no permitted one explains what was seen. */
  readonly limiter: string | null;
  /** At most 400 points: ms since the start of the measurement, requests left. */
  readonly points: readonly Point[];
}

/**
 * Counts what was left. Where a permitted limiter explains the whole measurement, as that one counts; otherwise
 * the limit less what was admitted in the minute before, which may be below 0.
 */
export function allowanceLeft(record: PlanLimitRecord): AllowanceLeft {
  const limit = saneCount(record.perMinute);
  const minuteMs = Math.max(1e-3, sane(record.minuteMs));
  for (const limiter of record.explainedBy) {
    const ledger = ledgerOf(limiter, limit, minuteMs, record);
    if (ledger !== null) {
      // Within a step it's not known what came first: what the limiter explains can't have been below 0.
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
