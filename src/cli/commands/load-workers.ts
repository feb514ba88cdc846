import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LoadTick } from '../../load/load-plan.ts';
import { type CheckedShards, mergeShards } from '../../load-run/merge-shards.ts';
import type { Report } from '../../report/report.ts';
import type { LoadOptions } from '../../suite/run-options.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import type { PrintedEvent } from '../report-files/present-report.ts';
import { NoReport } from '../report-files/present-report.ts';
import { checkedPaths } from './load-merge.ts';

/** The settings of the workers of a load. */
export interface WorkersParts {
  readonly workers: number;
  /** The common start in ms since 1970, or `null` for as soon as all are ready. */
  readonly startAtMs: number | null;
  readonly options: LoadOptions;
  /** The command line of the whole load. */
  readonly invocation: Invocation;
}

/** The time for the preparation of a shard, and the minimum for the start of its process, in ms. */
const preparationMs = 3_000;
const startOfProcessMs = 1_000;
/** Options of the whole load that a shard rejects, or that this process sets. */
const ownOptions = ['workers', 'start-at', 'report-dir', 'output', 'reference', 'seed', 'api-key', 'out'];

/**
 * Runs a load in several processes of this machine, as shards, and merges their outcomes.
 *
 * @throws {NoReport}
 */
export async function loadByWorkers(
  parts: WorkersParts,
  program: Program,
  see: (event: PrintedEvent) => void,
  signal: AbortSignal,
): Promise<Report> {
  const { workers, options } = parts;
  const folder = mkdtempSync(join(tmpdir(), `${toolName}-`));
  try {
    const startAtMs = parts.startAtMs ?? Date.now() + leadMs(workers);
    const ticks = new TickSum(workers, see);
    const ended = Array.from({ length: workers }, (_, index) =>
      runWorker(shardArguments(parts, index, { startAtMs, folder }), {
        environment: {
          ...program.environment,
          ...(options.ownKey ? {} : { ANIMAL_STORE_API_KEY: options.apiKey }),
        },
        see: (event) => ticks.see(index, event),
        signal,
      }).then((message) => {
        // Without this worker, the load has no verdict.
        if (message !== null) {
          program.messages.write(`${message}\n`);
        }
      }),
    );
    await Promise.all(ended);
    // A worker that is interrupted before it is ready writes nothing.
    const checked: CheckedShards =
      readdirSync(folder).length === 0
        ? { kind: 'none' }
        : await checkedPaths([folder], program.currentFolder);
    if (checked.kind !== 'one load') {
      const none = signal.aborted ? 'interrupted before the load' : 'no worker wrote an outcome';
      const reasons = checked.kind === 'none' ? [none] : checked.reasons;
      throw new NoReport(reasons.map((reason) => `${reason}; no verdict`));
    }
    const { command, argv } = options;
    return await mergeShards(checked, options.reportDir, {
      command,
      ...(argv === undefined ? {} : { argv }),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The time until all workers are ready, by the start of this process, which also takes longer on a busy machine. */
function leadMs(workers: number): number {
  const rounds = Math.ceil(workers / availableParallelism());
  return preparationMs + rounds * Math.max(startOfProcessMs, 2 * performance.now());
}

function shardArguments(
  { invocation, options, workers }: WorkersParts,
  index: number,
  { startAtMs, folder }: { readonly startAtMs: number; readonly folder: string },
): string[] {
  const given = [...invocation.options].filter(([name]) => !ownOptions.includes(name));
  const words = given.flatMap(([name, values]) => values.map((value) => `--${name}=${value}`));
  return [
    'load',
    invocation.positionals[0] ?? options.baseUrl,
    ...words,
    ...['--seed', String(options.seed), '--shard', `${index + 1}/${workers}`],
    ...['--start-at', new Date(startAtMs).toISOString(), '--out', folder, '--output', 'json'],
  ];
}

interface WorkerParts {
  readonly environment: Program['environment'];
  readonly see: (event: PrintedEvent) => void;
  readonly signal: AbortSignal;
}

/** Runs one worker. Resolves with its error message, or `null` after a complete outcome. */
async function runWorker(
  args: readonly string[],
  { environment, see, signal }: WorkerParts,
): Promise<string | null> {
  const main = fileURLToPath(new URL(`../main${extname(import.meta.url)}`, import.meta.url));
  // In a process group of its own: Ctrl-C in a terminal reaches only this process, which signals the others once.
  const child = fork(main, args, { env: { ...environment }, detached: true, silent: true, execArgv: [] });
  const interrupt = (): void => void child.kill('SIGINT');
  const kill = (): void => void child.kill('SIGKILL');
  if (signal.aborted) {
    interrupt();
  }
  signal.addEventListener('abort', interrupt, { once: true });
  process.once('exit', kill);
  readEvents(child, see);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-longestMessage);
  });
  const [status] = await once(child, 'close');
  signal.removeEventListener('abort', interrupt);
  process.off('exit', kill);
  return status === 0 || signal.aborted ? null : (said.trimEnd().split('\n').at(-1) ?? null);
}

const longestMessage = 2_000;

function readEvents({ stdout }: ChildProcess, see: (event: PrintedEvent) => void): void {
  if (stdout !== null) {
    createInterface({ input: stdout }).on('line', (line) => {
      // This program wrote them: `--output json`.
      see(JSON.parse(line));
    });
  }
}

/** Adds up the progress of the workers. Forwards all other events of the first worker only. */
class TickSum {
  readonly #newest = new Map<number, LoadTick>();
  readonly #workers: number;
  readonly #see: (event: PrintedEvent) => void;

  constructor(workers: number, see: (event: PrintedEvent) => void) {
    this.#workers = workers;
    this.#see = see;
  }

  see(worker: number, event: PrintedEvent): void {
    if (event.type === 'load-tick') {
      this.#newest.set(worker, event);
      if (worker === 0 && this.#newest.size === this.#workers) {
        this.#see({ type: 'load-tick', ...sumOf([...this.#newest.values()], event) });
      }
    } else if (worker === 0 && event.type === 'preflight') {
      this.#see(event);
    }
  }
}

/** Percentiles can't be added up; the maximum latency can. */
function sumOf(ticks: readonly LoadTick[], { phase, leftMs }: LoadTick): LoadTick {
  const sum = (count: (tick: LoadTick) => number): number =>
    ticks.reduce((total, tick) => total + count(tick), 0);
  const longest = ticks.map(({ maxMs }) => maxMs).filter((maxMs) => maxMs !== null);
  return {
    phase,
    leftMs,
    startedPerSecond: sum(({ startedPerSecond }) => startedPerSecond),
    answeredPerSecond: sum(({ answeredPerSecond }) => answeredPerSecond),
    p50Ms: null,
    p99Ms: null,
    maxMs: longest.length === 0 ? null : Math.max(...longest),
    requests: sum(({ requests }) => requests),
    errors: sum(({ errors }) => errors),
    missedStarts: sum(({ missedStarts }) => missedStarts),
    refusedPerSecond: sum(({ refusedPerSecond }) => refusedPerSecond),
  };
}
