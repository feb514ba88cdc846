import { type FileHandle, open } from 'node:fs/promises';
import { FileRefused } from '../../files/file-problem.ts';
import { appendFlags } from '../../files/written-file.ts';
import type { Timeline } from '../timeline.ts';

/** The columns of a line, in their order; the first line of the file names them. Times are ms since the start. */
export const columns = [
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

const entriesAtOnce = 2048;

/** Appends the entries of timelines to a file, one JSON array a line. */
export class TimelineWriter {
  readonly #path: string;
  #file: FileHandle | null = null;
  #last: Promise<void> = Promise.resolve();

  /** Nothing is written, and no file made, before the first entry. */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Writes the entries from one index up to, not including, another; resolves when they are written.
   *
   * @throws {FileRefused}
   */
  append(plan: string, timeline: Timeline, from: number, to: number): Promise<void> {
    this.#last = this.#last
      .then(() => this.#write(plan, timeline, from, to))
      .catch((error: unknown) => {
        throw error instanceof FileRefused ? error : new FileRefused(this.#path, error);
      });
    return this.#last;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#file?.close();
    this.#file = null;
  }

  async #write(plan: string, timeline: Timeline, from: number, to: number): Promise<void> {
    if (from >= to) {
      return;
    }
    if (this.#file === null) {
      this.#file = await open(this.#path, appendFlags, 0o600);
      await this.#file.appendFile(`${JSON.stringify(columns)}\n`);
    }
    for (let start = from; start < to; start += entriesAtOnce) {
      const lines: string[] = [];
      for (let index = start; index < Math.min(to, start + entriesAtOnce); index += 1) {
        lines.push(line(plan, timeline, index));
      }
      await this.#file.appendFile(lines.join(''));
    }
  }
}

/** A figure that is missing (NaN) is `null`. */
function line(plan: string, timeline: Timeline, index: number): string {
  const entry = { plan, page: false, place: 0, ...timeline.at(index) };
  return `${JSON.stringify(columns.map((column) => written(entry[column])))}\n`;
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
