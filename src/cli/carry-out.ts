import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileRefused, fileProblem, isOutOfDescriptors } from '../files/file-problem.ts';
import { replaceFile } from '../files/written-file.ts';
import { visibleLine } from '../report/words.ts';
import { type Program, toolName, toolVersion } from './command.ts';
import { commandOf, readCommandLine } from './command-line.ts';
import { stopListeningEarly } from './early-interruption.ts';
import { UsageError } from './usage-error.ts';

/** The argument with which the completion script of yargs requests candidates. */
const candidateRequest = '--get-yargs-completions';

/** These end with status 3 at a signal. The others end as any process does, even while they compute. */
const sendsRequests: ReadonlySet<string> = new Set(['run', 'load', 'doctor', 'self-check', 'replay']);

/** Runs a command line and returns the exit status. Never rejects: every error is printed in one line. */
export async function carryOut(args: readonly string[], program: Program): Promise<number> {
  try {
    if (args[0] === candidateRequest) {
      const { complete } = await import('./completion.ts');
      await complete(args);
      return 0;
    }
    const asked = await readCommandLine(args, Math.min(program.output.columns(), 100));
    if (asked.kind === 'print') {
      program.output.write(`${asked.text}\n`);
      return 0;
    }
    const { command, invocation } = asked;
    if (!sendsRequests.has(command.name)) {
      stopListeningEarly();
    }
    const carryOutCommand = await command.load();
    return await carryOutCommand(invocation, program);
  } catch (error) {
    return failed(error, args, program);
  }
}

/**
 * An error in a file names its position, such as `waivers.yaml, line 5:`; the help of a command would not help there.
 */
const isOfFile = /^[^-"][^"]*[.](?:json|ya?ml|m?[jt]s)(?::|, line )/;

export function failed(error: unknown, args: readonly string[], program: Program): number {
  if (error instanceof UsageError) {
    const command = commandOf(args);
    const message = withoutSecrets(error.message, program.crash.secrets).replace(/[.]$/, '');
    const help = `Try ${toolName} ${command === undefined ? '' : `${command.name} `}--help`;
    const hint = isOfFile.test(message) ? '' : ` ${help}`;
    program.messages.write(`${toolName}: ${message}${/[?]$/.test(message) ? '' : '.'}${hint}\n`);
    return 2;
  }
  const problem = environmentProblem(error);
  program.messages.write(
    `${toolName}: ${problem === null ? describeInternalError(error, program.crash) : `${withoutSecrets(problem, program.crash.secrets)}; no verdict`}\n`,
  );
  return 3;
}

/** The message for an error of this machine, such as a full disk; `null` for other errors. */
function environmentProblem(error: unknown): string | null {
  if (error instanceof FileRefused) {
    return error.message;
  }
  return isOutOfDescriptors(error) ? fileProblem(error) : null;
}

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
