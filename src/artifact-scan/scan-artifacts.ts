import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { standsInProgram } from './program-text.ts';
import { longestMatch, type SecretHit, SecretSearch, type SoughtSecret } from './secret-search.ts';

const windowBytes = 1_048_576;

/** An artifact that held a secret and was taken away. */
export interface RemovedArtifact extends SecretHit {
  readonly name: string;
}

/**
 * Looks for secrets in files of a folder and removes those that hold one. Files that are not there are passed over,
 * and large ones are read piece by piece.
 *
 * @throws {Error} of the file system, where a file can't be read or removed.
 */
export async function scanArtifacts(
  folder: string,
  names: readonly string[],
  secrets: readonly SoughtSecret[],
): Promise<RemovedArtifact[]> {
  const present = new Set(await readdir(folder));
  const removed: RemovedArtifact[] = [];
  const confirmed = confirming(secrets);
  for (const name of names.filter((one) => present.has(one))) {
    const path = join(folder, name);
    const hit = await confirmed((search) => scanFile(path, search));
    if (hit !== null) {
      await rm(path);
      removed.push({ ...hit, name });
    }
  }
  return removed;
}

/** The first secret in a text that is about to be shown, or `null`. */
export async function scanText(text: string, secrets: readonly SoughtSecret[]): Promise<SecretHit | null> {
  return confirming(secrets)(async (search) => search.findInText(text));
}

/** Looks through one text or file. */
type Scan = (search: SecretSearch) => Promise<SecretHit | null>;

/**
 * A word of this program's own texts stands in every report. Whether a secret is one is looked at only where it was
 * found, hardly any is, and once for all files.
 */
function confirming(secrets: readonly SoughtSecret[]): (scan: Scan) => Promise<SecretHit | null> {
  const ordinary = new Set<string>();
  let search = new SecretSearch(secrets);
  return async (scan) => {
    for (;;) {
      const hit = await scan(search);
      if (hit === null || ordinary.has(hit.secret.value) || !standsInProgram(hit.secret.value)) {
        return hit;
      }
      ordinary.add(hit.secret.value);
      search = new SecretSearch(secrets, (value) => ordinary.has(value));
    }
  };
}

async function scanFile(path: string, search: SecretSearch): Promise<SecretHit | null> {
  let before = '';
  let text: string | null = null;
  let first = true;
  for await (const chunk of createReadStream(path, { highWaterMark: windowBytes })) {
    if (text !== null) {
      const hit = search.find({ text: before + text, first, last: false });
      if (hit !== null) {
        return hit;
      }
      before = (before + text).slice(-longestMatch);
      first = false;
    }
    text = latin1(chunk);
  }
  return search.find({ text: before + (text ?? ''), first, last: true });
}

function latin1(chunk: unknown): string {
  if (!Buffer.isBuffer(chunk)) {
    throw new TypeError('a file was read as something else than bytes');
  }
  return chunk.toString('latin1');
}
