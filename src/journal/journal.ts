import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RunEvent } from '../verdict/run-event.ts';

/** An append-only record of a run: one event a line, as JSON (NDJSON). */
export interface Journal {
  /** Writes one event; when it returns, the event has left this process. @throws {Error} where the disk refuses. */
  append(event: RunEvent): void;
  close(): void;
}

/** A line that is no event. */
interface CorruptLine {
  /** 1, 2, … */
  readonly line: number;
  readonly problem: string;
}

/** What could be read of a journal. */
export interface JournalContent {
  readonly events: readonly RunEvent[];
  readonly corruptLines: readonly CorruptLine[];
  /** Whether the last line broke off, as where the run was killed while it wrote; it is no corrupt line. */
  readonly torn: boolean;
}

/** Every kind of event, so that a kind that is added is added here too. */
const eventTypes: Readonly<Record<RunEvent['type'], true>> = {
  'run-started': true,
  preflight: true,
  'check-started': true,
  'check-finished': true,
  exchange: true,
  finding: true,
  evidence: true,
  observation: true,
  wait: true,
  'animal-created': true,
  'internal-error': true,
  'run-finished': true,
};

/** Opens a journal for appending, and makes the file where there is none. @throws {Error} where that can't be. */
export function openJournal(path: string): Journal {
  const descriptor = openSync(path, 'a', 0o600);
  return {
    append(event) {
      const line = Buffer.from(`${JSON.stringify(event)}\n`, 'utf8');
      for (let written = 0; written < line.length; ) {
        written += writeSync(descriptor, line, written);
      }
    },
    close() {
      closeSync(descriptor);
    },
  };
}

/** Reads a journal, whatever state it was left in. @throws {Error} where the file can't be read. */
export async function readJournal(path: string): Promise<JournalContent> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  const last = lines.pop() ?? '';
  const events: RunEvent[] = [];
  const corruptLines: CorruptLine[] = [];
  lines.forEach((text, index) => {
    const event = parseEvent(text);
    if (typeof event === 'string') {
      corruptLines.push({ line: index + 1, problem: event });
    } else {
      events.push(event);
    }
  });
  // A last line that lacks only its end is whole all the same.
  const unfinished = last === '' ? null : parseEvent(last);
  if (unfinished !== null && typeof unfinished !== 'string') {
    events.push(unfinished);
  }
  return { events, corruptLines, torn: typeof unfinished === 'string' };
}

function parseEvent(text: string): RunEvent | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text === '' ? 'the line is empty' : 'the line is not JSON';
  }
  return isRunEvent(value) ? value : 'the line is no event of a run';
}

/** The journal is our own file: its lines are told apart by their kind, not checked member by member. */
function isRunEvent(value: unknown): value is RunEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    Object.hasOwn(eventTypes, value.type)
  );
}
