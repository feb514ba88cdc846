import { readJournalLightly } from '../journal/journal.ts';
import { foldLightly } from '../report/fold.ts';
import { lightEvent } from '../report/light-event.ts';
import type { Report } from '../report/report.ts';
import { FolderShared } from './folder-shared.ts';
import { journalPath } from './journal-path.ts';

/**
 * The report of a run that is over, from its journal as it stands on disk.
 *
 * @param tag what names the run in its header
 * @throws {FolderShared} where the journal is not that of this run alone.
 */
export async function reportOfOwnJournal(reportDir: string, tag: string): Promise<Report> {
  const { events } = await readJournalLightly(journalPath(reportDir), lightEvent);
  const [first, ...others] = events.filter((event) => event.type === 'run-started');
  if (first?.header.tag !== tag || others.length > 0) {
    throw new FolderShared();
  }
  return foldLightly(events);
}
