import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';

/** The sources of report texts. The reference implementation is excluded, because it contains keys. */
const folders = ['dist/src', 'dist/suites', 'assets', 'schemas'];
const ofTexts = /[.](?:js|json|css)$/;

/**
 * Whether this program's own texts contain eight characters, so that any report may contain them. Runs only after a
 * match of a piece of a key, which is rare.
 */
export function occursInProgram(window: string): boolean {
  program ??= readProgram();
  const { texts, filter } = program;
  return filter[placeOf(window, 0)] === 1 && texts.some((text) => text.includes(window));
}

/** All texts, and a filter by the hash of eight characters. */
interface ProgramTexts {
  readonly texts: readonly string[];
  readonly filter: Uint8Array;
}

let program: ProgramTexts | null = null;
const filterBits = 22;

function readProgram(): ProgramTexts {
  const texts = folders.flatMap((folder) => filesBelow(join(packageRoot(), folder)));
  const filter = new Uint8Array(1 << filterBits);
  for (const text of texts) {
    for (let index = 0; index + 8 <= text.length; index += 1) {
      filter[placeOf(text, index)] = 1;
    }
  }
  return { texts, filter };
}

function placeOf(text: string, from: number): number {
  let hash = 0;
  for (let index = from; index < from + 8; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x9e3779b1);
  }
  return hash >>> (32 - filterBits);
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
