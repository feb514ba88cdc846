import type { PlanLimitRecord, RetryPromise } from '../../verdict/plan-limit-record.ts';
import { spanOf } from './quota-bins.ts';

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
  // A time in seconds may be rounded either way: one second of a minute of 60.
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
