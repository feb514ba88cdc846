import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { CommandOptions, Ended } from './command.ts';

const script = fileURLToPath(new URL('kept-process.mjs', import.meta.url));
/** The memory of the process in bytes, above which a new one replaces it. */
const maxMemory = 2 ** 30;

interface Pending {
  readonly resolve: (ended: Ended) => void;
  readonly reject: (error: Error) => void;
}

/** What the process says of a command line that it carried out. */
interface CarriedOut {
  readonly number: number;
  readonly ended: Ended;
  readonly memory: number;
}

let kept: ChildProcess | null = null;
let numbers = 0;
const pending = new Map<number, Pending>();

/**
 * Carries a command line out like `runCommand`, by the built program and to its end, but in a process that carries out
 * others too: for what the program does and says. What only a process of its own shows (signals, the end of the
 * process, its streams, memory and current folder, `NODE_OPTIONS`) needs `runCommand`.
 *
 * The process ends with the one that runs the tests. Files of the project `commands` share both.
 */
export function keptCommand(
  args: readonly string[],
  { folder, environment = {} }: CommandOptions,
): Promise<Ended> {
  const number = numbers;
  numbers += 1;
  return new Promise((resolve, reject) => {
    pending.set(number, { resolve, reject });
    kept ??= start();
    kept.send({ number, args, folder, environment: { PATH: process.env['PATH'] ?? '', ...environment } });
  });
}

function start(): ChildProcess {
  const child = fork(script, {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  child.on('message', (message) => {
    const { number, ended, memory } = message as CarriedOut;
    pending.get(number)?.resolve(ended);
    pending.delete(number);
    if (memory > maxMemory && pending.size === 0) {
      kept = null;
      child.disconnect();
    }
  });
  child.once('exit', (status, signal) => {
    if (kept === child) {
      kept = null;
      for (const { reject } of pending.values()) {
        reject(new Error(`the shared process ended with ${signal ?? `status ${status}`}:\n${said}`));
      }
      pending.clear();
    }
  });
  return child;
}
