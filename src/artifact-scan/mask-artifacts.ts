import { createReadStream, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ReplacedFile } from '../files/written-file.ts';
import type { Redacted, Redactor } from '../secrets/redaction.ts';

/** Characters that are looked through at once. */
const windowLength = 1_048_576;
/** No key of eight characters in two encodings is longer: so much is looked through again with what comes next. */
const longestWriting = 8_192;

/** An artifact in which keys stood, and in how many places. */
export interface MaskedArtifact {
  readonly name: string;
  readonly count: number;
}

/**
 * Looks for secrets in files of a folder, and replaces them there. Files that are not there are passed over, and large
 * ones are read piece by piece.
 *
 * @throws {Error} of the file system, where a file can't be read; {FileRefused} where it can't be written.
 */
export async function maskArtifacts(
  folder: string,
  names: readonly string[],
  redactor: Redactor,
): Promise<MaskedArtifact[]> {
  const present = new Set(await readdir(folder));
  const masked: MaskedArtifact[] = [];
  for (const name of names.filter((one) => present.has(one))) {
    const count = await maskFile(join(folder, name), redactor);
    if (count > 0) {
      masked.push({ name, count });
    }
  }
  return masked;
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

/** A file in parts, cut between lines where it has some, and never within what was found. */
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
  const last = text.length - longestWriting;
  return text.lastIndexOf('\n', last - 1) + 1 || last;
}
