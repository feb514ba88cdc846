import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';

/** Where the texts of reports come from. The reference implementation is left out: it holds keys. */
const folders = ['dist/src', 'dist/suites', 'src', 'suites', 'assets', 'schemas'];

/** Whether a text is one of this program's own, so that it may stand in any report. */
export function standsInProgram(text: string): boolean {
  return folders.some((folder) =>
    filesBelow(join(packageRoot(), folder)).some((path) => readFileSync(path, 'utf8').includes(text)),
  );
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}
