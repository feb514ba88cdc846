import type { Exchange } from '../exchange/exchange.ts';
import { readJournalLightly } from '../journal/journal.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { isExchange } from './read-recorded-journal.ts';

/** A year, in ms: no exchange takes longer. */
const longestMs = 3.2e10;

/** The state of a journal that another run goes on from. */
export interface CheckedJournal {
  /** The first damaged line, from 1 on, and the problem; `null` if there is none. */
  readonly damage: { readonly line: number; readonly problem: string } | null;
  /** Whether it ends before its run did: the run was killed, or the file is truncated. */
  readonly isCut: boolean;
}

/**
 * Validates the events that a later run reads, because anyone may have edited a journal.
 *
 * @throws {Error} if the file can't be read.
 */
export async function checkedJournal(path: string): Promise<CheckedJournal> {
  let isFinished = false;
  const damaged: { line: number; problem: string }[] = [];
  const { corruptLines } = await readJournalLightly(path, (event, line) => {
    isFinished ||= event.type === 'run-finished';
    const problem = damaged.length === 0 ? problemOf(event) : null;
    if (problem !== null) {
      damaged.push({ line, problem });
    }
  });
  const [damage = null] = [...corruptLines, ...damaged].sort((one, other) => one.line - other.line);
  return { damage, isCut: !isFinished };
}

function problemOf(event: RunEvent): string | null {
  switch (event.type) {
    case 'run-started':
      return isTime(event.header?.startedAt) && typeof event.header.baseUrl === 'string'
        ? null
        : 'the start or the base URL of the run is invalid';
    case 'exchange':
      return isExchange(event.exchange) && isTimed(event.exchange)
        ? null
        : 'a time or another member of the exchange is invalid';
    case 'animal-created':
      return typeof event.id === 'string' && typeof event.name === 'string'
        ? null
        : 'the id or the name of the animal is invalid';
    default:
      return null;
  }
}

/** The end of a run is computed from the duration of its last exchange. */
function isTimed({ sentAtMs, finishedAtMs }: Exchange): boolean {
  return Math.abs(finishedAtMs - sentAtMs) <= longestMs;
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
