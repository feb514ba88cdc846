import { FileRefused } from '../files/file-problem.ts';
import { type Journal, journalPath, openJournal, readJournal } from '../journal/journal.ts';
import { foldRun } from '../report/fold/fold.ts';
import type { Report } from '../report/report.ts';
import { lightEvent } from '../report/report-exchange.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { RunEvent, RunHeader } from '../verdict/run-event.ts';

/** How a run ended. */
export interface RunEnd {
  readonly durationMs: number;
  readonly interrupted: string | null;
}

/** Masks the secrets in events before they are written, and receives each event as it is written. */
export interface RecordOptions {
  readonly redactor?: Redactor;
  readonly listener?: (event: RunEvent) => void;
}

/**
 * Writes the events of a run to the journal of its folder as they happen, between its header and its end, and folds the
 * report from the journal on disk.
 *
 * @throws {FolderShared} if other runs wrote to the journal.
 * @throws {FileRefused} if the folder was removed.
 */
export async function recordRun(
  reportDir: string,
  header: RunHeader,
  { redactor, listener }: RecordOptions,
  work: (record: (event: RunEvent) => void) => Promise<RunEnd>,
): Promise<Report> {
  const journal = openJournal(journalPath(reportDir));
  const record = (said: RunEvent): void => {
    const event = redactor === undefined ? said : redactedEvent(said, redactor);
    journal.append(event);
    listener?.(event);
  };
  record({ type: 'run-started', header });
  const { durationMs, interrupted } = await work(record);
  const finishedAt = new Date(Date.parse(header.startedAt) + durationMs).toISOString();
  record({ type: 'run-finished', finishedAt, durationMs, interrupted });
  journal.close();
  return reportOfOwnJournal(reportDir, header.tag, journal);
}

async function reportOfOwnJournal(reportDir: string, tag: string, journal: Journal): Promise<Report> {
  const path = journalPath(reportDir);
  if (!journal.isInPlace()) {
    throw new FolderShared();
  }
  const { events } = await readJournal(path, lightEvent).catch((error: unknown) => {
    throw new FileRefused(path, error, 'read');
  });
  const [first, ...others] = events.filter((event) => event.type === 'run-started');
  if (first?.header.tag !== tag || others.length > 0) {
    throw new FolderShared();
  }
  return foldRun(events);
}

/** The journal is not that of this run: another run wrote into its folder, or another process replaced it. */
export class FolderShared extends Error {
  override readonly name = 'FolderShared';

  constructor() {
    super(
      'another run used the report folder at the same time, or replaced it, so this run has no record of its own: run again with a separate --report-dir for each run',
    );
  }
}

/** Events with texts about requests that were not sent, of internal errors, of commands and of files of the user. */
const withTexts: ReadonlySet<RunEvent['type']> = new Set([
  'run-started',
  'check-finished',
  'internal-error',
  'observation',
  'finding',
  'preflight',
  'across',
]);

/** An event without secrets in its texts. Exchanges are redacted when they are recorded. */
export function redactedEvent(event: RunEvent, redactor: Redactor): RunEvent {
  return withTexts.has(event.type) ? redactedValue(event, redactor) : event;
}

/** A value with every text in it redacted. */
export function redactedValue<Value>(value: Value, redactor: Redactor): Value;
export function redactedValue(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') {
    return redactor.redact(value);
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown) => redactedValue(item, redactor));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactedValue(item, redactor)]))
    : value;
}
