import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../package-root.ts';
import type { SuiteThreads } from '../runner/run-suites.ts';

type ThreadPool = Exclude<SuiteThreads, string>;
type PoolOptions = Parameters<ThreadPool['createPoolWorker']>[0];
type PoolWorker = ReturnType<ThreadPool['createPoolWorker']>;
type Listener = Parameters<PoolWorker['on']>[1];

/** Threads that wait for the suites of another run. */
const idle: Worker[] = [];

/** @param onStop is called when the suites of a run are over */
export function keptThreads(onStop: () => void): ThreadPool {
  return { name, createPoolWorker: (options) => new KeptThread(options, onStop) };
}

const name = 'kept-threads';

class KeptThread implements PoolWorker {
  readonly name = name;
  readonly #options: PoolOptions;
  readonly #onStop: () => void;
  readonly #listeners: (readonly [event: string, listener: Listener])[] = [];
  #thread: Worker | null = null;
  /** Whether the thread said that its run is over; one that was made to stop may still be at it. */
  #isOver = false;

  constructor(options: PoolOptions, onStop: () => void) {
    this.#options = options;
    this.#onStop = onStop;
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    this.#thread?.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.#thread?.off(event, listener);
  }

  send(message: unknown): void {
    this.#thread?.postMessage(message);
  }

  deserialize(message: unknown): unknown {
    return message;
  }

  async start(): Promise<void> {
    if (this.#thread === null) {
      this.#isOver = false;
      this.#thread = idle.pop() ?? this.#startThread();
      this.on('message', (message: { readonly type?: string } | null) => {
        this.#isOver ||= message?.type === 'stopped';
      });
    }
  }

  async stop(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    for (const [event, listener] of this.#listeners.splice(0)) {
      thread?.off(event, listener);
    }
    if (thread !== null && this.#isOver) {
      idle.push(thread);
    } else {
      await thread?.terminate();
    }
    this.#onStop();
  }

  #startThread(): Worker {
    const { env, execArgv } = this.#options;
    const path = join(packageRoot(), 'dist', 'src', 'self-check', 'suite-thread.js');
    // A self-check does not print the output of the runner or a suite.
    const thread = new Worker(path, { env: env as NodeJS.ProcessEnv, execArgv, stdout: true, stderr: true });
    thread.stdout.resume();
    thread.stderr.resume();
    thread.once('exit', () => {
      const index = idle.indexOf(thread);
      if (index !== -1) {
        idle.splice(index, 1);
      }
    });
    return thread;
  }
}
