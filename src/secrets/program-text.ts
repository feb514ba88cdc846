import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';

/** The sources of report texts. The reference implementation is excluded, because it contains keys. */
const folders = ['dist/src', 'dist/suites', 'assets', 'schemas'];
const ofTexts = /[.](?:js|json|css)$/;

let program: string | null = null;

/**
 * Whether this program's own texts contain a window, so that any report may contain it. Runs only after a match of a
 * piece of a key, which is rare.
 */
export function occursInProgram(window: string): boolean {
  program ??= folders.flatMap((folder) => filesBelow(join(packageRoot(), folder))).join('\n');
  return program.includes(window);
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && ofTexts.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  } catch {
    return [];
  }
}
