import { join } from 'node:path';

/** Where a run keeps its journal. */
export function journalPath(reportDir: string): string {
  return join(reportDir, 'journal.ndjson');
}
