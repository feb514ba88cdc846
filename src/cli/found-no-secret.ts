import { join } from 'node:path';
import { scanArtifacts, secretFinder } from '../artifact-scan/scan-artifacts.ts';
import type { SoughtSecret } from '../artifact-scan/secret-search.ts';
import type { Program } from './program.ts';
import { toolName } from './tool-version.ts';

/** What is searched for secrets. */
export interface Searched {
  /** The files that are removed where they hold one. */
  readonly names: readonly string[];
  /** What is about to be shown. */
  readonly text: string;
  readonly secrets: readonly SoughtSecret[];
}

/** Where it is told what was found. */
export interface Told {
  readonly messages: Pick<Program['messages'], 'write'>;
}

/**
 * Looks for secrets in files and in what is to be shown. Files that hold one are removed. Returns whether there was
 * none; else each place is told on the screen.
 *
 * @param folder an absolute path
 * @param within folders in it that are searched for the same names, relative to it
 */
export async function foundNoSecret(
  folder: string,
  { names, text, secrets }: Searched,
  { messages }: Told,
  within: readonly string[] = [],
): Promise<boolean> {
  const places: string[] = [];
  for (const inner of ['', ...within]) {
    for (const { name, secret, how } of await scanArtifacts(join(folder, inner), names, secrets)) {
      places.push(`${join(inner, name)} held the key ${secret.shownAs} (${how}) and was removed`);
    }
  }
  const shown = secretFinder(secrets)(text);
  if (shown !== null) {
    places.push(`the key ${shown.secret.shownAs} stood in what was to be shown (${shown.how})`);
  }
  for (const place of places) {
    messages.write(
      `${toolName}: ${place}; no verdict is given: this is a fault of ${toolName}, please report it\n`,
    );
  }
  return places.length === 0;
}
