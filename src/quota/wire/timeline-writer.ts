import { closeSync } from 'node:fs';
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

/** Appends the entries of timelines to a file, one JSON array a line; without an entry, no file is made. */
export class TimelineWriter {
  readonly #path: string;
  #descriptor: number | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws {FileRefused} */
  append(plan: string, entries: Timeline): void {
    if (entries.length === 0) {
      return;
    }
    const isNew = this.#descriptor === null;
    this.#descriptor ??= openForAppending(this.#path);
    const lines = entries.map((entry) => line(plan, entry));
    writeText(
      this.#descriptor,
      [...(isNew ? [`${JSON.stringify(columns)}\n`] : []), ...lines].join(''),
      this.#path,
    );
  }

  close(): void {
    if (this.#descriptor !== null) {
      closeSync(this.#descriptor);
      this.#descriptor = null;
    }
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
