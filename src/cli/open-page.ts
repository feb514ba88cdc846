import { spawn } from 'node:child_process';
import { type Program, toolName } from './command.ts';
import { isAttended } from './terminal.ts';

/** Starts a detached program. Rejects if it can't be started. */
export type Launch = (command: string, args: readonly string[]) => Promise<void>;

const openers: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer' };

/** Opens a page in the browser, or prints one line with the reason and the path. */
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

/** `--open`: opens the page of a failing run in an interactive terminal; otherwise does nothing. */
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
