import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Ended, endOf } from '../end-of.ts';

const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

/** A command that runs. */
export interface RunningCommand {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when what was written so far, on either stream, matches; rejects where it ends without. */
  shown(pattern: RegExp): Promise<RegExpExecArray>;
}

export interface CommandOptions {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts the built command as a process of its own, with an environment that holds nothing of the tester's. */
export function startCommand(
  args: readonly string[],
  { folder, environment = {} }: CommandOptions,
): RunningCommand {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let messages = '';
  const listeners = new Set<() => void>();
  const add = (text: string, toOutput: boolean) => {
    output += toOutput ? text : '';
    messages += toOutput ? '' : text;
    for (const listener of listeners) {
      listener();
    }
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => add(text, true));
  child.stderr.setEncoding('utf8').on('data', (text: string) => add(text, false));
  const ended = endOf(child);
  return {
    process: child,
    ended,
    shown: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output) ?? pattern.exec(messages);
          if (found !== null) {
            listeners.delete(look);
            resolve(found);
          }
        };
        listeners.add(look);
        ended.then(
          () => reject(new Error(`it ended without showing ${pattern}:\n${output}${messages}`)),
          reject,
        );
        look();
      }),
  };
}

/** Runs the built command to its end. */
export function runCommand(args: readonly string[], options: CommandOptions): Promise<Ended> {
  return startCommand(args, options).ended;
}
