import { createReadStream, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ReplacedFile } from '../files/written-file.ts';
import type { Redacted, Redactor } from '../secrets/redaction.ts';

/** The number of characters searched at once. */
const windowLength = 1_048_576;
/** Longer than eight characters of a key in any form: the overlap of consecutive parts. */
const longestPiece = 8_192;

/**
 * Searches the files of a folder for secrets, masks them in place and counts them. Skips missing files, and reads large
 * ones in parts.
 *
 * @throws {Error} of the file system if a file can't be read; {FileRefused} if it can't be written.
 */
export async function maskArtifacts(
  folder: string,
  names: readonly string[],
  redactor: Redactor,
): Promise<number> {
  const present = new Set(await readdir(folder));
  let count = 0;
  for (const name of names.filter((one) => present.has(one))) {
    count += await maskFile(join(folder, name), redactor);
  }
  return count;
}

async function maskFile(path: string, redactor: Redactor): Promise<number> {
  let count = 0;
  for await (const part of maskedParts(path, redactor)) {
    count += part.count;
  }
  if (count > 0) {
    const file = new ReplacedFile(path, statSync(path).mode & 0o777);
    try {
      for await (const { text } of maskedParts(path, redactor)) {
        file.write(text);
      }
      file.complete();
    } catch (error) {
      file.abandon();
      throw error;
    }
  }
  return count;
}

type Part = Pick<Redacted, 'text' | 'count'>;

/** A file in parts, split between lines if possible, and never within a match. */
async function* maskedParts(path: string, redactor: Redactor): AsyncGenerator<Part> {
  let waiting = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: windowLength })) {
    waiting += chunk;
    if (waiting.length >= windowLength) {
      const cut = redactor.redactionOfBeginning(waiting, cutOf(waiting));
      yield cut;
      waiting = waiting.slice(cut.taken);
    }
  }
  yield redactor.redactionOfAll(waiting);
}

function cutOf(text: string): number {
  const last = text.length - longestPiece;
  return text.lastIndexOf('\n', last - 1) + 1 || last;
}
