import type { PlanLimitRecord } from '../../verdict/plan-limit-record.ts';
import { decimate, type Point } from './decimate.ts';
import { spanOf } from './quota-bins.ts';

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
