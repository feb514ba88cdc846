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
  const confirmed = new ConfirmedSearch(secrets);
  for (const name of names.filter((one) => present.has(one))) {
    const path = join(folder, name);
    let hit = await scanFile(path, confirmed.search);
    while (!confirmed.counts(hit)) {
      hit = await scanFile(path, confirmed.search);
    }
    if (hit !== null) {
      await rm(path);
      removed.push({ ...hit, name });
    }
  }
  return removed;
}

/** What finds the first secret in texts that are about to be shown: it returns `null` where there is none. */
export function secretFinder(secrets: readonly SoughtSecret[]): (text: string) => SecretHit | null {
  const confirmed = new ConfirmedSearch(secrets);
  return (text) => {
    let hit = confirmed.search.findInText(text);
    while (!confirmed.counts(hit)) {
      hit = confirmed.search.findInText(text);
    }
    return hit;
  };
}

/**
 * A word of this program's own texts stands in every report. Whether a secret is one is looked at only where it was
 * found, hardly any is, and once for all files and texts.
 */
class ConfirmedSearch {
  readonly #secrets: readonly SoughtSecret[];
  readonly #isWord = new Map<string, boolean>();
  search: SecretSearch;

  constructor(secrets: readonly SoughtSecret[]) {
    this.#secrets = secrets;
    this.search = new SecretSearch(secrets);
  }

  /** Whether what was found counts; else `search` is another one from now on, and its turn. */
  counts(hit: SecretHit | null): boolean {
    if (hit === null || this.#isWord.has(hit.secret.value)) {
      return true;
    }
    const isWord = standsInProgram(hit.secret.value);
    this.#isWord.set(hit.secret.value, isWord);
    if (isWord) {
      this.search = new SecretSearch(this.#secrets, (one) => this.#isWord.get(one) === true);
    }
    return !isWord;
  }
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
