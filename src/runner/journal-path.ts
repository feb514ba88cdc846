import { join } from 'node:path';

/** The path of a run's journal. */
export function journalPath(reportDir: string): string {
  return join(reportDir, 'journal.ndjson');
}
