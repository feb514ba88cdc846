import { FileRefused } from '../files/file-problem.ts';
import { type Journal, readJournal } from '../journal/journal.ts';
import { foldRun } from '../report/fold.ts';
import type { Report } from '../report/report.ts';
import { lightEvent } from '../report/report-exchange.ts';
import { journalPath } from './journal-path.ts';

/**
 * The report of a finished run, from its journal on disk.
 *
 * @param tag the tag of the run in its header
 * @throws {FolderShared} if other runs wrote to the journal.
 * @throws {FileRefused} if the folder was removed.
 */
export async function reportOfOwnJournal(reportDir: string, tag: string, journal: Journal): Promise<Report> {
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
