import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Timeline, type TimelineEntry } from '../timeline.ts';
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
  if (values?.length !== columns.length || values[0] !== plan) {
    return null;
  }
  const value = (name: (typeof columns)[number]): unknown => values[columns.indexOf(name)];
  const number = (name: (typeof columns)[number]): number => {
    const found = value(name);
    return typeof found === 'number' ? found : Number.NaN;
  };
  return {
    exchange: number('exchange'),
    key: number('key'),
    connection: number('connection'),
    operation: value('operation') as TimelineEntry['operation'],
    phase: value('phase') as TimelineEntry['phase'],
    sentAtMs: number('sentAtMs'),
    answeredAtMs: number('answeredAtMs'),
    status: number('status'),
    limit: number('limit'),
    remaining: number('remaining'),
    reset: number('reset'),
    retryAfterForm: value('retryAfterForm') as TimelineEntry['retryAfterForm'],
    retryAfterMs: number('retryAfterMs'),
    unreadable: null,
    dateMs: number('dateMs'),
    cached: number('cached') === 1,
    page: number('page') === 1,
    place: number('place'),
  };
}

function parsed(line: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
