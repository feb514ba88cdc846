import { spawn } from 'node:child_process';
import type { Program } from './program.ts';
import { isAttended } from './terminal.ts';
import { toolName } from './tool-version.ts';

/** Starts a program that goes on by itself. Rejects where it can't be started. */
export type Launch = (command: string, args: readonly string[]) => Promise<void>;

/** What opens a file with the program of its kind. */
const openers: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer' };

/** Opens a page in the browser. If that is not possible, says so in one line and where the page is. */
export async function openPage(
  path: string,
  { messages }: Pick<Program, 'messages'>,
  launch: Launch = launchDetached,
): Promise<void> {
  const opener = openers[process.platform] ?? 'xdg-open';
  try {
    await launch(opener, [path]);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const problem = code === 'ENOENT' ? 'is not installed' : `could not be started (${code})`;
    messages.write(`${toolName}: ${opener} ${problem}; open ${path} in a browser\n`);
  }
}

/** `--open`: opens the page of a failing run where somebody reads along, and does nothing otherwise. */
export async function openPageOfFailure(
  status: number,
  path: string,
  program: Pick<Program, 'messages' | 'output' | 'environment'>,
  launch?: Launch,
): Promise<void> {
  if (status === 1 && isAttended(program.output, program.environment)) {
    await openPage(path, program, launch);
  }
}

const launchDetached: Launch = (command, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { detached: true, stdio: 'ignore' });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
