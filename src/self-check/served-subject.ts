import { once } from 'node:events';
import { join } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { RunningImplementation } from '../../reference-impl/index.ts';
import { packageRoot } from '../package-root.ts';
import type { TrialOrder } from './trial.ts';

export type ServedSubject = Omit<RunningImplementation, 'close'>;

/** A subject to serve: its port receives the service or the error, and any message on it closes the service. */
export interface ServiceRequest {
  readonly order: TrialOrder;
  readonly port: MessagePort;
}

export type ServiceAnswer = ServedSubject | { readonly error: string };

let thread: Worker | null = null;

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
  const { port1: port, port2 } = new MessageChannel();
  const request: ServiceRequest = { order, port: port2 };
  serviceThread().postMessage(request, [port2]);
  const closed = once(port, 'close');
  const ended = closed.then((): never => {
    throw new Error('the thread of the services ended');
  });
  const [served]: ServiceAnswer[] = await Promise.race([once(port, 'message'), ended]);
  if (served === undefined || 'error' in served) {
    throw new Error(served?.error ?? 'the service did not start');
  }
  try {
    return await use(served);
  } finally {
    port.postMessage('close');
    await closed;
  }
}

function serviceThread(): Worker {
  thread ??= new Worker(join(packageRoot(), 'dist', 'src', 'self-check', 'service-thread.js')).once(
    'exit',
    () => {
      thread = null;
    },
  );
  return thread;
}
