import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new, empty folder, which is removed after all tests. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'test-'));
}
