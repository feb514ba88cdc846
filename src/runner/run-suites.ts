import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { BroadcastChannel } from 'node:worker_threads';
import type { PoolRunnerInitializer } from 'vitest/node';
import { packageRoot } from '../package-root.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import type { RunOptions } from './run-options.ts';
import type { PreflightResult } from './run-preflight.ts';
import type { WorkerInput, WorkerMessage } from './worker-session.ts';

type TestRunner = typeof import('vitest/node');

/** Loads Vitest; started early, it is there when the preflight has ended. */
export function loadTestRunner(): Promise<TestRunner> {
  const loading = import('vitest/node');
  // A run that its preflight ends never asks for it.
  loading.catch(() => undefined);
  return loading;
}

interface SuitesContext {
  readonly tag: string;
  readonly startedAtMs: number;
  readonly preflight: PreflightResult;
  readonly record: (event: RunEvent) => void;
  /** Receives the worker's events, which are in the journal already. */
  readonly listener: (event: RunEvent) => void;
  readonly signal: AbortSignal;
  readonly timeUp: AbortSignal;
  readonly threads: SuiteThreads;
}

/** The thread of the suites: a new one, or one that is provided. */
export type SuiteThreads = 'threads' | PoolRunnerInitializer;

/** The maximum time until the suites end after a stop, in ms. */
const endingMs = 1_500;

/**
 * Runs the suites with Vitest in one worker thread, in their order. The worker writes its events to the journal itself
 * and posts them here; a stop goes the other way.
 */
export async function runSuites(
  { startVitest }: TestRunner,
  options: RunOptions,
  context: SuitesContext,
): Promise<void> {
  const channelName = `${context.tag}-${context.startedAtMs}`;
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = (message) => {
    const { data } = message as { data: WorkerMessage };
    for (const json of data.kind === 'events' ? data.json : []) {
      context.listener(JSON.parse(json) as RunEvent);
    }
  };
  const failures = new RunnerFailures();
  const input: WorkerInput = {
    options,
    tag: context.tag,
    startedAtMs: context.startedAtMs,
    ...context.preflight,
    channel: channelName,
  };
  const root = join(packageRoot(), 'dist');
  const exitCode = process.exitCode;
  const running = startVitest(
    'test',
    [],
    {
      config: false,
      root,
      include: ['suites/registered.js'],
      exclude: [],
      watch: false,
      pool: context.threads,
      isolate: false,
      maxWorkers: 1,
      fileParallelism: false,
      reporters: [failures],
      testTimeout: 0,
      hookTimeout: 0,
      teardownTimeout: 1_000,
      provide: { conformanceRun: input },
      sequence: { shuffle: false, concurrent: false },
      // They are JavaScript already: Node.js reads them quicker than Vite would transform them.
      server: { deps: { external: [/\/dist\/(?:src|suites)\//] } },
      cache: false,
    },
    {
      envDir: false,
      logLevel: 'silent',
      cacheDir: join(options.reportDir, '.vite'),
      server: { watch: null },
    },
    // Vitest hides the cursor of a terminal even where its reporter writes nothing.
    { stdout: new PassThrough().resume(), stderr: new PassThrough().resume() },
  );
  const stop = (reason: 'interrupted' | 'max-time') => (): void => {
    channel.postMessage({ kind: 'stop', reason } satisfies WorkerMessage);
  };
  const ended = new AbortController();
  // The signals outlive the suites, and the listeners would keep the run in memory.
  const untilEnded = { once: true, signal: ended.signal };
  context.signal.addEventListener('abort', stop('interrupted'), untilEnded);
  context.timeUp.addEventListener('abort', stop('max-time'), untilEnded);
  try {
    const vitest = await endedInTime(running, AbortSignal.any([context.signal, context.timeUp]));
    await vitest?.close();
  } finally {
    ended.abort();
    channel.close();
    process.exitCode = exitCode;
  }
  for (const message of failures.messages) {
    context.record({ type: 'internal-error', requirement: null, message });
  }
}

/** Waits for the suites; after a stop no longer than they may take to end. */
async function endedInTime<Value>(running: Promise<Value>, stop: AbortSignal): Promise<Value | null> {
  // A listener on a signal of the run would keep the whole run in memory until its time limit.
  const over = new AbortController();
  const givenUp = async (): Promise<null> => {
    if (!stop.aborted) {
      await once(stop, 'abort', { signal: over.signal });
    }
    return delay(endingMs, null, { signal: over.signal });
  };
  try {
    return await Promise.race([running, givenUp().catch(() => null)]);
  } finally {
    over.abort();
  }
}

/** Gathers what went wrong in the test runner itself: a suite that can't be loaded is no verdict on the service. */
class RunnerFailures {
  readonly messages: string[] = [];

  onTestRunEnd(
    modules: readonly { readonly moduleId: string; errors(): readonly { readonly message: string }[] }[],
    unhandled: readonly { readonly message: string; readonly stack?: string }[],
  ): void {
    for (const module of modules) {
      for (const { message } of module.errors()) {
        this.messages.push(`${module.moduleId}: ${message}`);
      }
    }
    for (const { message, stack } of unhandled) {
      this.messages.push(stack ?? message);
    }
  }
}
