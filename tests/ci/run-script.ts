import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ended, endOf } from '../end-of.ts';

/** The root of the repository, without a slash at its end. */
export const repository = dirname(fileURLToPath(new URL('../../package.json', import.meta.url)));

export interface ScriptOptions {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A folder of programs that go before those of the system. */
  readonly programs?: string;
}

/** Runs a script by `[program, ...args]`, with an environment that holds nothing of the tester's but PATH. */
export function runScript(
  [program = 'sh', ...args]: readonly string[],
  script: string,
  { folder, environment, programs }: ScriptOptions,
): Promise<Ended> {
  const path = [...(programs === undefined ? [] : [programs]), process.env['PATH'] ?? ''].join(':');
  const child = spawn(program, [...args, '-c', script], {
    cwd: folder,
    env: { ...environment, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return endOf(child);
}

/** Puts programs, each a shell script, into a folder. */
export function writePrograms(folder: string, programs: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, script] of Object.entries(programs)) {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  }
}

/** The built command as a program of that name, for `writePrograms`. */
export const commandProgram = {
  'animal-store-conformance': `exec '${process.execPath}' '${join(repository, 'dist/src/cli/main.js')}' "$@"`,
};

/** `npm` as a program that only shows what it was asked for. */
export const npmThatTells = { npm: 'echo "npm asked for:" "$@"' };
