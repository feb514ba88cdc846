import { createHash } from 'node:crypto';
import { closeSync, createReadStream, fstatSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange, RecordedResponse } from '../exchange/exchange.ts';
import { shortHeaders } from '../exchange/headers.ts';
import { linesOf } from '../files/lines-of.ts';
import { openForAppending, writeText } from '../files/written-file.ts';
import type { RunEvent, RunHeader } from '../verdict/run-event.ts';

/** An append-only record of a run: one event a line, as JSON (NDJSON). */
export interface Journal {
  /** Writes one event; it has left this process when this returns. @throws {FileRefused} */
  append(event: RunEvent): void;
  close(): void;
  /** Whether its path still leads to the opened file: the folder may have been replaced. */
  isInPlace(): boolean;
}

interface CorruptLine {
  /** 1, 2, … */
  readonly line: number;
  readonly problem: string;
}

export interface JournalContent<Kept = RunEvent> {
  readonly events: readonly Kept[];
  /** Excludes a truncated last line: the run was killed while writing it. */
  readonly corruptLines: readonly CorruptLine[];
}

/** Every type of event; the type checker requires new ones here. */
const eventTypes: Readonly<Record<RunEvent['type'], true>> = {
  'run-started': true,
  preflight: true,
  'check-started': true,
  'check-finished': true,
  exchange: true,
  finding: true,
  evidence: true,
  observation: true,
  cases: true,
  wait: true,
  'animal-created': true,
  'plan-limit': true,
  load: true,
  across: true,
  'internal-error': true,
  'run-finished': true,
};

/**
 * Opens a journal for appending, and creates the file if it is missing. Beyond `mostBytes` of the file, it keeps only
 * the first header fields of a response, and the beginning, length and digest of its body.
 *
 * @throws {FileRefused}
 */
export function openJournal(path: string, mostBytes: number = wholeBodiesBytes): Journal {
  const descriptor = openForAppending(path);
  const opened = fstatSync(descriptor, { bigint: true });
  // Threads of a run append to the same file.
  const isFull = (): boolean => fstatSync(descriptor).size > mostBytes;
  return {
    append(event) {
      const kept = event.type === 'exchange' && isFull() ? shortEvent(event) : event;
      writeText(descriptor, `${JSON.stringify(kept)}\n`, path);
    },
    close() {
      closeSync(descriptor);
    },
    isInPlace() {
      const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      return found === undefined || (found.dev === opened.dev && found.ino === opened.ino);
    },
  };
}

/**
 * Reads a journal in any state, and keeps only the result of `kept` for each event: the journal may be larger than
 * memory, or than a string.
 *
 * @param kept also gets the number of the line: 1, 2, …
 * @throws {Error} if the file can't be read.
 */
export async function readJournal<Kept>(
  path: string,
  kept: (event: RunEvent, line: number) => Kept,
): Promise<JournalContent<Kept>> {
  const events: Kept[] = [];
  const corruptLines: CorruptLine[] = [];
  let number = 0;
  for await (const { text, ended } of linesOfFile(path)) {
    number += 1;
    const event = parseEvent(text);
    if (typeof event !== 'string') {
      // A last line without only its line break is complete.
      events.push(kept(event, number));
    } else if (ended) {
      corruptLines.push({ line: number, problem: event });
    }
  }
  return { events, corruptLines };
}

/** The number of first lines to try, because some may be damaged. */
const linesToRecognise = 3;

/**
 * The first event among the first lines of a file, or `null` if it is no journal.
 *
 * @throws {Error} if it can't be read.
 */
export async function firstEvent(path: string): Promise<RunEvent | null> {
  let lines = 0;
  for await (const { text } of linesOfFile(path)) {
    const event = parseEvent(text);
    lines += 1;
    if (typeof event !== 'string' || lines === linesToRecognise) {
      return typeof event === 'string' ? null : event;
    }
  }
  return null;
}

/** The run header of a journal, or `null` if the file is not a journal. */
export async function journalHeader(path: string): Promise<RunHeader | null> {
  const event = await firstEvent(path);
  return event?.type === 'run-started' ? (event.header ?? null) : null;
}

/**
 * The exchanges of a journal, one at a time. Skips lines that are not events.
 *
 * @throws {Error} if the file can't be read.
 */
export async function* journalExchanges(
  path: string,
): AsyncGenerator<Extract<RunEvent, { type: 'exchange' }>['exchange']> {
  for await (const { text } of linesOfFile(path)) {
    const event = parseEvent(text);
    if (typeof event !== 'string' && event.type === 'exchange') {
      yield event.exchange;
    }
  }
}

/** The maximum length of a line, because other files may not fit into memory. */
const mostLineBytes = 64 * 1024 * 1024;

function linesOfFile(path: string) {
  return linesOf(createReadStream(path, { highWaterMark: 1024 * 1024 }), mostLineBytes);
}

function parseEvent(text: string): RunEvent | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text === '' ? 'the line is empty' : 'the line is not JSON';
  }
  return isRunEvent(value) ? value : 'the line is not an event of a run';
}

/** The journal is our own file, so its lines are distinguished by type, without validating each member. */
function isRunEvent(value: unknown): value is RunEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    Object.hasOwn(eventTypes, value.type)
  );
}

/**
 * The first bytes of a journal, and of a HAR, in which responses are kept whole. Both together stay below 100 MB,
 * except in runs of very many exchanges.
 */
export const wholeBodiesBytes = 40_000_000;
/** The parts of a response to keep beyond that: characters of its body, header fields, and places that repeat a key. */
const keptCharacters = 1_024;
const keptHeaders = { fields: 50, characters: 2_048 };
const keptEchoes = 20;

/** An event in the form that a journal of more than `wholeBodiesBytes` keeps. */
export function shortEvent(event: RunEvent): RunEvent {
  return event.type === 'exchange' ? { ...event, exchange: shortExchange(event.exchange) } : event;
}

function shortExchange(exchange: Exchange): Exchange {
  const { response } = exchange;
  return response === null
    ? exchange
    : { ...exchange, response: { ...response, ...shortHead(response), ...shortBody(response) } };
}

function shortHead(response: RecordedResponse): Partial<RecordedResponse> {
  return {
    ...shortHeaders(response, keptHeaders),
    secretsEchoedIn: response.secretsEchoedIn.slice(-keptEchoes),
  };
}

function shortBody({ body, bodyDigest }: RecordedResponse): Partial<RecordedResponse> {
  if (body.length <= keptCharacters || bodyDigest !== undefined) {
    return {};
  }
  const digest = createHash('sha256').update(body).digest('hex');
  return {
    body: body.slice(0, keptCharacters).replace(/[\uD800-\uDBFF]$/, ''),
    bodyDigest: `sha256:${digest}`,
  };
}

export function journalPath(reportDir: string): string {
  return join(reportDir, 'journal.ndjson');
}
