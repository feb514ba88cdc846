import { scanArtifacts, scanText } from '../artifact-scan/scan-artifacts.ts';
import type { SoughtSecret } from '../artifact-scan/secret-search.ts';
import { toolName } from './tool-version.ts';

/**
 * Looks for secrets in what a command has written and is about to show. Files that hold one are removed.
 *
 * @returns a line for each place; none where nothing was found
 */
export async function foundSecrets(written: {
  readonly folder: string;
  readonly names: readonly string[];
  readonly text: string;
  readonly secrets: readonly SoughtSecret[];
}): Promise<string[]> {
  const { folder, names, text, secrets } = written;
  const removed = await scanArtifacts(folder, names, secrets);
  const shown = await scanText(text, secrets);
  const places = [
    ...removed.map(
      ({ name, secret, how }) => `${name} held the key ${secret.shownAs} (${how}) and was removed`,
    ),
    ...(shown === null
      ? []
      : [`the key ${shown.secret.shownAs} stood in what was to be shown (${shown.how})`]),
  ];
  return places.map(
    (place) => `${place}; no verdict is given: this is a fault of ${toolName}, please report it`,
  );
}
