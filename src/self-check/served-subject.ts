import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RunningImplementation } from '../../reference-impl/index.ts';
import { packageRoot } from '../package-root.ts';
import type { TrialOrder } from './trial.ts';

/** The data of a running service for its verification. */
export type ServedSubject = Omit<RunningImplementation, 'close'>;

/** The requests to the thread of the services. */
export type ServiceRequest =
  | { readonly kind: 'start'; readonly number: number; readonly order: TrialOrder }
  | { readonly kind: 'close'; readonly number: number };

/** Its responses: the service, or why it failed; empty after closing. */
export interface ServiceAnswer {
  readonly number: number;
  readonly served: ServedSubject | null;
  readonly error: string | null;
}

let thread: Worker | null = null;
let numbers = 0;

/**
 * Starts the subject of a trial, uses it, and closes it. All services of a process run in another thread, so that races
 * between requests occur as over a network instead of being arranged by one event loop.
 *
 * @throws {Error} if it can't be started.
 */
export async function whileServed<Result>(
  order: TrialOrder,
  use: (served: ServedSubject) => Promise<Result>,
): Promise<Result> {
  numbers += 1;
  const number = numbers;
  const { served, error } = await asked({ kind: 'start', number, order });
  if (served === null) {
    throw new Error(error ?? 'the service did not start');
  }
  try {
    return await use(served);
  } finally {
    await asked({ kind: 'close', number });
  }
}

function asked(request: ServiceRequest): Promise<ServiceAnswer> {
  const worker = serviceThread();
  return new Promise((resolve, reject) => {
    const done = (): void => {
      worker.off('message', listener);
      worker.off('error', fail);
    };
    const listener = (answer: ServiceAnswer): void => {
      if (answer.number === request.number) {
        done();
        resolve(answer);
      }
    };
    const fail = (error: unknown): void => {
      done();
      reject(error);
    };
    worker.on('message', listener);
    worker.on('error', fail);
    worker.postMessage(request);
  });
}

function serviceThread(): Worker {
  thread ??= new Worker(join(packageRoot(), 'dist', 'src', 'self-check', 'service-thread.js'))
    .setMaxListeners(0)
    .once('exit', () => {
      thread = null;
    });
  return thread;
}
