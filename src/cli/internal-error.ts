import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from '../files/written-file.ts';
import { visibleLine } from '../report/words.ts';
import { toolName, toolVersion } from './command.ts';

const shortestSecret = 4;

export interface CrashRecord {
  /** The folder of the run's reports, if any; otherwise a new temporary folder. */
  folder: string | null;
  readonly secrets: Set<string>;
}

/**
 * Writes the details of an internal error to `internal-error.txt`, with secrets masked.
 *
 * @returns one line for the screen
 */
export function describeInternalError(error: unknown, crash: CrashRecord): string {
  const message = error instanceof Error ? error.message : String(error);
  const place = detailsWritten(error, crash);
  const [firstLine = ''] = message.split('\n');
  const shown = visibleLine(withoutSecrets(firstLine, crash.secrets)) || 'no message';
  return `internal error: ${shown}; this is a fault of ${toolName}, not of the service: please report it${place}`;
}

function detailsWritten(error: unknown, crash: CrashRecord): string {
  const details = [
    `${toolName} ${toolVersion}, Node.js ${process.version}, ${process.platform} ${process.arch}`,
    new Date().toISOString(),
    stackOf(error),
  ].join('\n');
  try {
    const folder = crash.folder ?? mkdtempSync(join(tmpdir(), `${toolName}-`));
    const file = join(folder, 'internal-error.txt');
    replaceFile(file, `${withoutSecrets(details, crash.secrets)}\n`);
    return ` (details: ${file})`;
  } catch {
    return '';
  }
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const cause = error.cause === undefined ? '' : `\ncaused by ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}

/** Masks every secret in a text, except those that are too short to be distinguished from words. */
export function withoutSecrets(text: string, secrets: Iterable<string>): string {
  let shown = text;
  for (const secret of secrets) {
    if (secret.length >= shortestSecret) {
      shown = shown.replaceAll(secret, '[key]');
    }
  }
  return shown;
}
