import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';
import { closeSession } from '../runner/worker-session.ts';

// A thread that runs the suites of one run after another. The cost of a start (a fresh heap, well over a hundred
// modules read and compiled) is more than most of these runs do; here it is paid once, and code that ran often became
// quick.

type TestWorker = Parameters<typeof init>[0];
type ModuleRunner = Parameters<NonNullable<TestWorker['onModuleRunner']>>[0];

const port = parentPort;
if (port === null) {
  throw new Error('This module is the beginning of a worker thread.');
}

/** The listener of the current run; those of earlier runs must not receive its events. */
const listeners = new Set<(message: unknown) => void>();
port.on('message', (message) => {
  for (const listener of [...listeners]) {
    listener(message);
  }
});

let runs = 0;

function listenForRun(): void {
  runs += 1;
  listeners.clear();
  init({
    post: (response) => port?.postMessage(response),
    on: (listener) => listeners.add(listener),
    off: (listener) => listeners.delete(listener),
    setup: setupEnvironment,
    runTests: (state, traces) => runBaseTests('run', state, traces).finally(() => end(state)),
    collectTests: (state, traces) => runBaseTests('collect', state, traces),
    onModuleRunner: readSuitesAnew,
    teardown: listenForRun,
  });
}

/** Vitest keeps the states of all runs: what the run was given must not stay in memory with them. */
async function end({ providedContext }: Parameters<TestWorker['runTests']>[0]): Promise<void> {
  await closeSession();
  Reflect.deleteProperty(providedContext, 'conformanceRun');
}

/** The module of a suite registers its checks when it is evaluated: for each run again, while the rest stays loaded. */
function readSuitesAnew(runner: ModuleRunner): void {
  runner.import = (path) => import(`${pathToFileURL(path).href}?run=${runs}`);
}

listenForRun();
