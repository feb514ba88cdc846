import { closeSync, constants, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { refusable } from './file-problem.ts';

/** For appending; creates a missing file and follows no symbolic link (Windows has no flag for that). */
const appendFlags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);

/**
 * Opens a file for appending, and creates a missing one for its owner only. Does not follow a symbolic link, which may
 * have been created since the folder was checked.
 *
 * @returns its descriptor
 * @throws {FileRefused}
 */
export function openForAppending(path: string): number {
  return refusable(path, () => openSync(path, appendFlags, 0o600));
}

/** Writes all of a text to a descriptor. @throws {FileRefused} */
export function writeText(descriptor: number, text: string, path: string): void {
  const bytes = Buffer.from(text, 'utf8');
  refusable(path, () => {
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(descriptor, bytes, written);
    }
  });
}

/**
 * A file that gets its name only when complete: it is written to a temporary file and renamed, so readers never see a
 * part of it, and a symbolic link is replaced, not followed.
 *
 * All members throw `FileRefused`.
 */
export class ReplacedFile {
  readonly #path: string;
  readonly #unfinished: string;
  readonly #descriptor: number;
  #isOpen = true;

  /** @param mode who may read the file, as for `open` */
  constructor(path: string, mode = 0o666) {
    this.#path = path;
    this.#unfinished = `${path}.${process.pid}.unfinished`;
    this.#descriptor = refusable(path, () => {
      rmSync(this.#unfinished, { force: true });
      return openSync(this.#unfinished, 'wx', mode);
    });
  }

  write(text: string): void {
    writeText(this.#descriptor, text, this.#path);
  }

  /** Puts the file in its place. */
  complete(): void {
    refusable(this.#path, () => {
      this.#close();
      renameSync(this.#unfinished, this.#path);
    });
  }

  /** Removes the temporary file. */
  abandon(): void {
    this.#close();
    rmSync(this.#unfinished, { force: true });
  }

  #close(): void {
    if (this.#isOpen) {
      this.#isOpen = false;
      closeSync(this.#descriptor);
    }
  }
}

/** Writes a whole file, or nothing of it. @throws {FileRefused} */
export function replaceFile(path: string, text: string): void {
  const file = new ReplacedFile(path);
  try {
    file.write(text);
    file.complete();
  } catch (error) {
    file.abandon();
    throw error;
  }
}
