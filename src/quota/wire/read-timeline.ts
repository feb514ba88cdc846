import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { operations } from '../../exchange/exchange.ts';
import { phases, retryAfterForms, Timeline, type TimelineEntry } from '../timeline.ts';
import { columns } from './timeline-writer.ts';

/**
 * Reads the entries of one plan that a `TimelineWriter` wrote; none without such a file. A last line that breaks off, as
 * after a run that was killed, and lines that are no entries are left out.
 */
export async function readTimeline(path: string, plan: string): Promise<Timeline> {
  const timeline = new Timeline();
  if (!existsSync(path)) {
    return timeline;
  }
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const entry = entryOf(line, plan);
    if (entry !== null) {
      timeline.add(entry);
    }
  }
  return timeline;
}

function entryOf(line: string, plan: string): TimelineEntry | null {
  const values = parsed(line);
  if (values?.length !== columns.length || values[0] !== plan || !values.every(isOfColumn)) {
    return null;
  }
  const [, ...members] = columns;
  // A figure that was missing is written as null.
  const entry = Object.fromEntries(members.map((name, index) => [name, values[index + 1] ?? Number.NaN]));
  const flags = { unreadable: null, cached: entry['cached'] === 1, page: entry['page'] === 1 };
  return { ...(entry as unknown as TimelineEntry), ...flags };
}

const wordsOf: Readonly<Record<string, readonly string[]>> = {
  operation: operations,
  phase: phases,
  retryAfterForm: retryAfterForms,
};

function isOfColumn(value: unknown, index: number): boolean {
  const name = columns[index] ?? '';
  if (name === 'plan') {
    return true;
  }
  return typeof value === 'string'
    ? (wordsOf[name]?.includes(value) ?? false)
    : !(name in wordsOf) && (value === null || typeof value === 'number');
}

function parsed(line: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
