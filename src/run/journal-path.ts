import { join } from 'node:path';

export function journalPath(reportDir: string): string {
  return join(reportDir, 'journal.ndjson');
}
