import { requirements } from '../../suites/requirements.ts';
import { newRunTag } from '../history/tag.ts';
import { type Journal, openJournal, readJournal } from '../journal/journal.ts';
import { packageVersion } from '../package-root.ts';
import { foldRun } from '../report/fold.ts';
import type { Report } from '../report/report.ts';
import { RunStopped } from '../target/target.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { groundwork } from './groundwork.ts';
import { journalPath } from './journal-path.ts';
import type { RunOptions } from './run-options.ts';
import { planRun } from './run-plan.ts';
import { loadTestRunner, runSuites } from './run-suites.ts';

/** Told every event of a run as it happens. */
export type VerifyListener = (event: RunEvent) => void;

/**
 * Verifies one implementation: preflight, then the suites. Every event goes to
 * `options.reportDir/journal.ndjson` as it happens, and the report is folded from there.
 *
 * Resolves with the report also where the run was interrupted through `signal`, ran out of its time, or never
 * got past its preflight; nothing that the target does makes it reject.
 */
export async function verify(
  options: RunOptions,
  listener: VerifyListener,
  signal: AbortSignal,
): Promise<Report> {
  const startedAtMs = Date.now();
  const journal = openJournal(journalPath(options.reportDir));
  const record = (event: RunEvent): void => {
    journal.append(event);
    listener(event);
  };
  const tag = newRunTag();
  record({ type: 'run-started', header: header(options, tag, startedAtMs) });
  const interrupted = await carryOut(options, { tag, startedAtMs, record, listener, signal });
  record({
    type: 'run-finished',
    finishedAt: new Date().toISOString(),
    durationMs: Date.now() - startedAtMs,
    interrupted,
  });
  return finish(journal, options);
}

interface RunContext {
  readonly tag: string;
  readonly startedAtMs: number;
  readonly record: (event: RunEvent) => void;
  readonly listener: VerifyListener;
  readonly signal: AbortSignal;
}

/** Resolves with why the run ended before its end, or `null`. */
async function carryOut(options: RunOptions, context: RunContext): Promise<string | null> {
  const { record, signal } = context;
  const stop = new AbortController();
  const timeUp = AbortSignal.timeout(options.maxTimeMs ?? 2 ** 31 - 1);
  const either = AbortSignal.any([signal, timeUp, stop.signal]);
  try {
    const testRunner = loadTestRunner();
    const ground = await groundwork(options, context, planRun(options).requests, either);
    if (ground !== null && !either.aborted) {
      await runSuites(await testRunner, options, { ...context, ground, signal, timeUp });
    }
  } catch (error) {
    if (!(error instanceof RunStopped)) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      record({ type: 'internal-error', requirement: null, message });
    }
  }
  return signal.aborted ? 'interrupted by the user' : null;
}

function header(options: RunOptions, tag: string, startedAtMs: number) {
  return {
    tool: { name: 'animal-store-conformance', version: packageVersion() },
    baseUrl: options.baseUrl,
    startedAt: new Date(startedAtMs).toISOString(),
    seed: options.seed,
    effort: options.effort,
    tag,
    command: options.command,
    failOn: options.failOn,
    requireComplete: options.requireComplete,
    selected: requirements.map(({ id }) => id).filter((id) => options.selected.includes(id)),
  } as const;
}

async function finish(journal: Journal, options: RunOptions): Promise<Report> {
  journal.close();
  const { events } = await readJournal(journalPath(options.reportDir));
  return foldRun(events);
}
