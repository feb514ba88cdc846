import { closeSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { fileProblem } from '../../files/file-problem.ts';
import { counted } from '../../report/words.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import { environmentRedactor } from '../keys/environment-redactor.ts';
import { choice } from '../options/values.ts';
import { quoted, readLocated, requireThat, UsageError } from '../usage-error.ts';

/**
 * The bytes of a file that the user names, 4 MB at most.
 *
 * @param subject the beginning of a sentence about it: `--ca-file: "corporate.pem"`
 * @param advice the end of that sentence where it can't be read
 * @throws {UsageError} where it is larger, or can't be read.
 */
export function readNamedFile(path: string, subject: string, advice = ''): Buffer {
  let bytes: Buffer | null = null;
  try {
    bytes = readUpTo(path, 4_000_000);
  } catch (error) {
    throw new UsageError(`${subject} ${unreadable(error)}${advice}`);
  }
  requireThat(bytes !== null, `${subject} is larger than 4 MB; name the right file`);
  return bytes;
}

/** The content of a file, pipe or device; `null` if it exceeds `mostBytes`. */
export function readUpTo(path: string, mostBytes: number): Buffer | null {
  const descriptor = openSync(path, 'r');
  try {
    if (fstatSync(descriptor).size > mostBytes) {
      return null;
    }
    const pieces: Buffer[] = [];
    let bytes = 0;
    for (;;) {
      const piece = Buffer.allocUnsafe(65_536);
      const read = readSync(descriptor, piece);
      bytes += read;
      if (read === 0 || bytes > mostBytes) {
        return bytes > mostBytes ? null : Buffer.concat(pieces);
      }
      pieces.push(piece.subarray(0, read));
    }
  } finally {
    closeSync(descriptor);
  }
}

/** The text of a file, without a byte order mark. @throws {UsageError} as above, and where it is not UTF-8. */
export function readNamedText(path: string, subject: string, advice = ''): string {
  const bytes = readNamedFile(path, subject, advice);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${subject} is not UTF-8 text; save it as that`);
  }
}

/**
 * Refuses to write to a file that the command reads.
 *
 * @param inputs the absolute paths of what it reads
 * @throws {UsageError} where it is one of them.
 */
export function refuseInput(path: string, shown: string, inputs: readonly string[]): void {
  requireThat(
    !inputs.includes(path),
    `--out: ${quoted(shown)} is a file that this command reads; name another one`,
  );
}

/** Writes to the file that `--out` names, or to the terminal where it names none. @throws {UsageError} as `writeOut`. */
export function writeResult(
  out: string | null,
  text: string,
  { output, currentFolder }: Pick<Program, 'output' | 'currentFolder'>,
): void {
  if (out === null) {
    output.write(text);
  } else {
    writeOut(out, text, currentFolder);
  }
}

/** Writes the file that `--out` names. @throws {UsageError} where it can't be written. */
export function writeOut(shown: string, text: string, currentFolder: string): void {
  try {
    writeFileSync(resolve(currentFolder, shown), text);
  } catch (error) {
    throw new UsageError(`--out: can't write ${quoted(shown)}: ${fileProblem(error)}`);
  }
}

/** Why a file can't be read, as the end of a sentence about it. */
export function unreadable(error: unknown): string {
  return `can't be read: ${fileProblem(error)}`;
}

/**
 * The format of `--format`, or by default the one of the file extension in `--out`.
 *
 * @throws {UsageError} for an unknown one.
 */
export function readFormat<const Formats extends readonly string[]>(
  { options }: Invocation,
  formats: Formats,
  endings: Readonly<Record<string, Formats[number]>>,
): Formats[number] | undefined {
  const given = options.get('format')?.[0];
  return given === undefined
    ? endings[extname(options.get('out')?.[0] ?? '').toLowerCase()]
    : readLocated({ value: given, label: '--format' }, choice('FORMAT', formats).parse);
}

/** Masks the keys of the environment in rendered text, and reports how many. */
export function withoutKeys(made: string, { environment, messages }: Program): string {
  const { text, count } = environmentRedactor(environment).redactionOfAll(made);
  if (count > 0) {
    messages.write(
      `${toolName}: one of these reports contains a key: masked here in ${counted(count, 'place')}; remove that report\n`,
    );
  }
  return text;
}
