import { max, sum } from 'd3-array';
import { groupedBy } from '../../grouped-by.ts';
import type { PlanLimitRecord, QuotaStep, RetryPromise } from '../../verdict/plan-limit-record.ts';
import { decimate, type Point } from './decimate.ts';

/** Narrower bars, as a share of the chart, can't be distinguished on a phone. */
const mostBins = 150;
/** Bins need not be shorter than this, nor longer than a sixtieth of the picture. */
const shortestBinMs = 1_000;

/** One bin of the chart; times in ms since the start of the measurement. */
export interface QuotaBin extends Pick<QuotaStep, 'sent' | 'admitted' | 'refused' | 'other'> {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The time that a picture of a measurement covers, in ms: above 0. */
export function spanOf({ durationMs, phases, steps, stepMs, promises }: PlanLimitRecord): number {
  return Math.max(
    1,
    durationMs,
    max(phases, ({ toMs }) => toMs) ?? 0,
    max(steps, ({ atMs }) => atMs + stepMs) ?? 0,
    max(promises, ({ retriedAtMs }) => retriedAtMs) ?? 0,
  );
}

/** The steps of a measurement, merged to at most 150 bins of equal length; empty ones are omitted. */
export function quotaBins(record: PlanLimitRecord): readonly QuotaBin[] {
  const spanMs = spanOf(record);
  const stepMs = Math.max(1e-3, record.stepMs);
  const wantedMs = Math.max(spanMs / mostBins, Math.min(shortestBinMs, spanMs / 60));
  const binMs = stepMs * Math.max(1, Math.ceil(wantedMs / stepMs));
  return [...groupedBy(record.steps, ({ atMs }) => Math.floor(atMs / binMs))]
    .sort(([one], [other]) => one - other)
    .map(([index, steps]) => ({
      fromMs: index * binMs,
      toMs: (index + 1) * binMs,
      sent: sum(steps, ({ sent }) => sent),
      admitted: sum(steps, ({ admitted }) => admitted),
      refused: sum(steps, ({ refused }) => refused),
      other: sum(steps, ({ other }) => other),
    }));
}

/** A count of a bin in requests per second. */
export function perSecond(count: number, { fromMs, toMs }: QuotaBin): number {
  return (count * 1_000) / (toMs - fromMs);
}

/**
 * The limit minus the requests admitted in the last minute, negative after an excess: at most 400 points, ms since the
 * start of the measurement and requests. Empty where a permitted limiter explains the measurement, because that one
 * may count otherwise.
 */
export function allowanceLeft(record: PlanLimitRecord): readonly Point[] {
  if (record.explainedBy.length > 0) {
    return [];
  }
  const minuteMs = Math.max(1e-3, record.minuteMs);
  const spanMs = spanOf(record);
  const changes = record.steps
    .filter(({ admitted }) => admitted > 0)
    .flatMap(({ atMs, admitted }) => [
      { atMs, by: -admitted },
      { atMs: atMs + minuteMs, by: admitted },
    ])
    .filter(({ atMs }) => atMs <= spanMs)
    .sort((one, other) => one.atMs - other.atMs);
  let left = record.perMinute;
  const points: Point[] = [{ x: 0, y: left }];
  for (const { atMs, by } of changes) {
    points.push({ x: atMs, y: left }, { x: atMs, y: left + by });
    left += by;
  }
  return decimate([...points, { x: spanMs, y: left }]);
}

const rowsOfEachKind = 6;

/** A time that the service announced, and the result of the retry; in ms since the start of the measurement. */
export interface PromiseRow {
  readonly field: 'Reset' | 'Retry-After';
  readonly announcedAtMs: number;
  readonly promisedAtMs: number;
  /** The first request after that time, or `null`. */
  readonly retriedAtMs: number | null;
  readonly outcome: 'admitted' | 'refused' | 'not retried';
}

/**
 * The times that `Reset` announced, each once, and whether requests were admitted after them; at most 6. Omits a time
 * shortly after the end of the measurement, such as the last one, because it proves nothing.
 */
export function resetRows(record: PlanLimitRecord): readonly PromiseRow[] {
  const endMs = spanOf(record);
  // A timestamp in seconds may be rounded up or down, by one of the 60 seconds of a minute.
  const roundingMs = record.minuteMs / 60;
  const rows: PromiseRow[] = [];
  for (const { atMs, resetAtMs: promisedAtMs } of record.steps) {
    if (
      promisedAtMs === null ||
      rows.some((row) => Math.abs(row.promisedAtMs - promisedAtMs) <= 1.5 * roundingMs)
    ) {
      continue;
    }
    const answer = record.steps.find(
      (step) =>
        step.atMs > atMs &&
        (step.admitted > 0
          ? step.atMs >= promisedAtMs
          : step.refused > 0 && step.atMs >= promisedAtMs + roundingMs),
    );
    rows.push({
      field: 'Reset',
      announcedAtMs: atMs,
      promisedAtMs,
      retriedAtMs: answer?.atMs ?? null,
      outcome: answer === undefined ? 'not retried' : answer.admitted > 0 ? 'admitted' : 'refused',
    });
    if (rows.length > 1_000) {
      break;
    }
  }
  return spread(
    rows.filter(({ promisedAtMs }) => promisedAtMs <= endMs || promisedAtMs > endMs + 2 * record.minuteMs),
  );
}

/** The times of `Retry-After`, tested ones preferred; at most 6, in the order of time. */
export function retryRows({ promises }: PlanLimitRecord): readonly PromiseRow[] {
  const rows = promises.map(retryRow);
  const asked = rows.filter(({ retriedAtMs }) => retriedAtMs !== null);
  const shown = asked.length > 0 ? asked : rows;
  return spread([...shown].sort((left, right) => left.announcedAtMs - right.announcedAtMs));
}

function retryRow({ refusedAtMs, promisedAtMs, retriedAtMs, admitted }: RetryPromise): PromiseRow {
  return {
    field: 'Retry-After',
    announcedAtMs: refusedAtMs,
    promisedAtMs,
    retriedAtMs,
    outcome: retriedAtMs === null || admitted === null ? 'not retried' : admitted ? 'admitted' : 'refused',
  };
}

/** A few of many, evenly distributed, including the first and the last. */
function spread(rows: readonly PromiseRow[]): readonly PromiseRow[] {
  if (rows.length <= rowsOfEachKind) {
    return rows;
  }
  const step = (rows.length - 1) / (rowsOfEachKind - 1);
  return rows.filter((_, index) =>
    Array.from({ length: rowsOfEachKind }, (__, wanted) => Math.round(wanted * step)).includes(index),
  );
}
