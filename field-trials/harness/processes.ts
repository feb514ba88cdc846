import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

const running = new Set<ChildProcess>();

/** What is left of a process that ended. */
export interface Ended {
  readonly status: number | null;
  /** The end of what it printed. */
  readonly output: string;
}

const keptOutput = 4_000;

/**
 * Starts a command in a process group of its own, which `stop` ends as a whole: a service may have workers and a
 * database. Whatever still runs when this program ends, on Ctrl+C too, is killed.
 */
export function start(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Ends a process and those that it started, and waits until it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    if (running.has(child)) {
      child.once('close', resolve);
    } else {
      resolve();
    }
  });
  killGroup(child, 'SIGTERM');
  const force = setTimeout(() => killGroup(child, 'SIGKILL'), 2_000);
  await closed;
  clearTimeout(force);
  killGroup(child, 'SIGKILL');
}

/**
 * Runs a command to its end, or kills it after `maxMs`.
 *
 * @throws where it can't be started or takes too long.
 */
export async function finish(child: ChildProcess, maxMs: number): Promise<Ended> {
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-keptOutput);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${maxMs / 1_000} s\n${output}`)), maxMs);
  });
  try {
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
    await stop(child);
  }
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) {
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) {
      throw error;
    }
  }
}

function killAll(): void {
  for (const child of running) {
    killGroup(child, 'SIGKILL');
  }
}

process.once('exit', killAll);

/** Ends this program on Ctrl+C and its like, and with it what it started. */
export function exitOnSignals(): void {
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const) {
    process.once(signal, () => process.exit(128 + number));
  }
}
