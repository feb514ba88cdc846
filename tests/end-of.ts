import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

/** How a process ended, and what it wrote. */
export interface Ended {
  readonly status: number | null;
  readonly output: string;
  readonly messages: string;
}

/** Resolves when a process has ended and its streams are closed; rejects if it can't be started. */
export function endOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Ended> {
  const written = { output: '', messages: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.messages += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, ...written }));
  });
}

/** Whether a process runs still. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
