import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The bytes of the end of an output that are kept. */
const keptBytes = 16_384;
/** How long a command may take to end after SIGTERM, in ms. */
const endingMs = 3_000;

export interface CommandEnd {
  /** `null` if a signal ended it, or if it could not be started. */
  readonly exitStatus: number | null;
  /** The signal that ended it, or why it could not be started; otherwise `null`. */
  readonly ended: string | null;
  readonly output: string;
  /** The number of bytes omitted from the beginning of the output. */
  readonly outputCut: number;
}

/**
 * Runs a command by the shell, with the environment of this process. At the signal it ends the command with all that it
 * has started.
 *
 * The output goes to a file, not to a pipe: a service that the command leaves running may go on writing to it, and a
 * closed pipe would end that service. For the same reason this waits for the shell, not for the end of its output.
 */
export async function runShellCommand(command: string, signal: AbortSignal): Promise<CommandEnd> {
  const folder = mkdtempSync(join(tmpdir(), 'across-'));
  const file = openSync(join(folder, 'output'), 'a+', 0o600);
  let child: ChildProcess | null = null;
  // A second Ctrl-C ends this process at once: neither the command nor its output may be left.
  const leave = (): void => {
    if (child !== null) {
      endGroup(child, 'SIGKILL');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', leave);
  try {
    const isWindows = process.platform === 'win32';
    child = spawn(command, { shell: true, stdio: ['ignore', file, file], detached: !isWindows });
    const end = await endOf(child, signal);
    return { ...end, ...tailOf(file) };
  } finally {
    process.removeListener('exit', leave);
    closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }
}

function endOf(child: ChildProcess, signal: AbortSignal): Promise<Pick<CommandEnd, 'exitStatus' | 'ended'>> {
  return new Promise((resolve) => {
    const stop = (): void => {
      endGroup(child, 'SIGTERM');
      void delay(endingMs, undefined, { ref: false }).then(() => {
        if (child.exitCode === null && child.signalCode === null) {
          endGroup(child, 'SIGKILL');
        }
      });
    };
    const done = (exitStatus: number | null, ended: string | null): void => {
      signal.removeEventListener('abort', stop);
      resolve({ exitStatus, ended });
    };
    child.once('error', (error) => done(null, error.message));
    child.once('exit', done);
    if (signal.aborted) {
      stop();
    }
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** A shell does not forward a signal to its children. */
function endGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) {
    return;
  }
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

function tailOf(file: number): Pick<CommandEnd, 'output' | 'outputCut'> {
  const { size } = fstatSync(file);
  const kept = Buffer.alloc(Math.min(size, keptBytes));
  const length = readSync(file, kept, 0, kept.length, size - kept.length);
  // Not within a character.
  let from = 0;
  while (size > keptBytes && from < 4 && ((kept[from] ?? 0) & 0xc0) === 0x80) {
    from += 1;
  }
  return { output: kept.toString('utf8', from, length), outputCut: size - length + from };
}
