import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | null = null;

/** Gives all tests one folder for temporary files, and removes it after the last of them. */
export default function setup(): () => void {
  // Every project calls this.
  if (folder === null) {
    folder = mkdtempSync(join(tmpdir(), 'tests-'));
    process.env['TMPDIR'] = folder;
  }
  return () => rmSync(folder ?? '', { recursive: true, force: true });
}
