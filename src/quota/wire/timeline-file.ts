import { closeSync, existsSync } from 'node:fs';
import { openForAppending, writeText } from '../../files/written-file.ts';
import type { Timeline, TimelineEntry } from '../timeline.ts';

/** The columns of a line, in their order; the first line of the file names them. Times are ms since the start. */
const columns = [
  'plan',
  'exchange',
  'key',
  'connection',
  'operation',
  'phase',
  'sentAtMs',
  'answeredAtMs',
  'status',
  'limit',
  'remaining',
  'reset',
  'retryAfterForm',
  'retryAfterMs',
  'dateMs',
  'cached',
  'page',
  'place',
] as const;

/**
 * Appends the entries of a timeline to a file, one JSON array a line; without an entry, no file is made.
 *
 * @throws {FileRefused}
 */
export function appendTimeline(path: string, plan: string, entries: Timeline): void {
  if (entries.length === 0) {
    return;
  }
  const head = existsSync(path) ? [] : [`${JSON.stringify(columns)}\n`];
  const descriptor = openForAppending(path);
  try {
    writeText(descriptor, [...head, ...entries.map((entry) => line(plan, entry))].join(''), path);
  } finally {
    closeSync(descriptor);
  }
}

/** A figure that is missing (NaN) is `null`. */
function line(plan: string, entry: TimelineEntry): string {
  const values = { plan, ...entry };
  return `${JSON.stringify(columns.map((column) => written(values[column])))}\n`;
}

/** Times to the microsecond, and flags as numbers. */
function written(value: string | number | boolean): string | number {
  const number = Number(value);
  return typeof value === 'string'
    ? value
    : Number.isInteger(number)
      ? number
      : Math.round(number * 1000) / 1000;
}
