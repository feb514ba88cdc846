import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../package-root.ts';
import type { Report } from '../report/report.ts';
import type { PlanLimitProgress } from '../runner/plan-progress.ts';
import { FolderShared } from '../runner/report-of-own-journal.ts';
import type { RunOptions } from '../runner/run-options.ts';
import type { VerifyListener } from '../runner/verify.ts';
import type { RunEvent } from '../verdict/run-event.ts';

/**
 * Runs in a separate thread.
 *
 * @param listener receives every event
 * @throws {FolderShared} if another run used its folder at the same time.
 * @throws whatever the listener throws, which ends the run.
 */
export async function runInThread(
  input: Pick<ThreadInput, 'options' | 'writes'>,
  listener: VerifyListener | null,
  signal: AbortSignal | null,
): Promise<Report> {
  const workerData: ThreadInput = {
    ...input,
    listens: listener !== null,
    isStopped: signal?.aborted === true,
  };
  const thread = new Worker(join(packageRoot(), 'dist', 'src', 'library', 'run-thread.js'), {
    workerData,
    env: environment(),
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  thread.stdout.resume();
  thread.stderr.resume();
  const stop = (): void => thread.postMessage('stop');
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await reportOf(thread, listener);
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.terminate();
  }
}

function reportOf(thread: Worker, listener: VerifyListener | null): Promise<Report> {
  return new Promise((resolve, reject) => {
    thread.on('message', (message: ThreadMessage) => {
      if (message.kind === 'report') {
        resolve(message.report);
      } else if (message.kind === 'error') {
        reject(errorOf(message));
      } else {
        try {
          listener?.(message.event);
        } catch (error) {
          reject(error);
        }
      }
    });
    thread.once('error', reject);
    thread.once('exit', (code) =>
      reject(new Error(`the thread of the run ended before the run did (exit code ${code})`)),
    );
  });
}

/** A message between threads preserves the stack of an error, but not its class. */
function errorOf({ name, message, stack }: Extract<ThreadMessage, { kind: 'error' }>): Error {
  const error = name === 'FolderShared' ? new FolderShared() : new Error(message);
  error.stack = stack;
  return error;
}

/**
 * If the program itself runs in Vitest, the Vitest of the run must not mistake itself for that one. Threads inherit
 * `NODE_OPTIONS` from the process, and Node.js rejects some of these options if they are repeated for a thread.
 */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST') && name !== 'NODE_OPTIONS'),
  );
}

export interface ThreadInput {
  readonly options: RunOptions;
  readonly writes: boolean;
  readonly listens: boolean;
  readonly isStopped: boolean;
}

export type ThreadMessage =
  | { readonly kind: 'event'; readonly event: RunEvent | PlanLimitProgress }
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'error'; readonly name: string; readonly message: string; readonly stack: string };
