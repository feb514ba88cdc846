import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { CommandOptions, Ended } from './command.ts';

const script = fileURLToPath(new URL('kept-process.mjs', import.meta.url));

interface Pending {
  readonly resolve: (ended: Ended) => void;
  readonly reject: (error: Error) => void;
}

let kept: ChildProcess | null = null;
let numbers = 0;
const pending = new Map<number, Pending>();

// It is a process of one file: those that import this run apart.
afterAll(async () => {
  if (kept !== null) {
    const ended = once(kept, 'exit');
    kept.disconnect();
    await ended;
  }
});

/**
 * Carries a command line out like `runCommand`, by the built program and to its end, but in a process that all tests of
 * a file share: for what the program does and says. What a process of its own shows (signals, the end of the process,
 * its streams, its memory, its current folder) needs `runCommand`.
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
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  child.on('message', (message) => {
    const { number, ended } = message as { readonly number: number; readonly ended: Ended };
    pending.get(number)?.resolve(ended);
    pending.delete(number);
  });
  child.once('close', (status, signal) => {
    for (const { reject } of pending.values()) {
      reject(new Error(`the shared process ended with ${signal ?? status}:\n${said}`));
    }
    pending.clear();
    kept = null;
  });
  return child;
}
