import type { NameForm } from '../arbitraries/name-form.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { HistoryWatch } from '../history/history-watch.ts';
import { tagSource } from '../history/tag.ts';
import { Pauses } from '../target/pauses.ts';
import type { PreflightStep, RunEvent } from '../verdict/run-event.ts';
import { openTarget } from './open-target.ts';
import { preflight } from './preflight.ts';
import { askingElsewhere } from './preflight-address.ts';
import type { RunOptions } from './run-options.ts';
import type { PlannedRequests } from './run-plan.ts';
import { runWatches, watchContext } from './run-watches.ts';
import { Session } from './session.ts';
import { whenStopped } from './when-stopped.ts';

/** The results of the preflight for the suites and the measurement of plan limits. */
export interface PreflightResult {
  readonly exchanges: readonly Exchange[];
  readonly workingCategories: readonly bigint[];
  /** The form of plain names that the service accepts. */
  readonly nameForm: NameForm;
  readonly nextTag: number;
}

/** Tags of the suites begin here, so that those of the preflight can't meet them. */
const firstSuiteTag = 100;

interface PreflightContext {
  readonly tag: string;
  readonly startedAtMs: number;
  readonly record: (event: RunEvent) => void;
}

/**
 * Runs the preflight with a client of its own and records its findings. Resolves with `null` if a problem makes the
 * run pointless.
 *
 * @throws {RunStopped} if it was stopped.
 */
export async function runPreflight(
  options: RunOptions,
  { tag, startedAtMs, record }: PreflightContext,
  planned: PlannedRequests,
  signal: AbortSignal,
): Promise<PreflightResult | null> {
  const exchanges: Exchange[] = [];
  const target = openTarget({
    options,
    tag,
    startedAtMs,
    exchangesBefore: 0,
    onExchange: (exchange) => {
      exchanges.push(exchange);
      session.witness(exchange);
    },
    record,
  });
  // What a preflight that fails has seen proves nothing: a refused key is no fault of the service.
  const withheld: RunEvent[] = [];
  const recordLater = (event: RunEvent): void => {
    if (event.type === 'finding') {
      withheld.push(event);
    } else {
      record(event);
    }
  };
  const session = new Session({
    options,
    target,
    historyWatch: new HistoryWatch(tag),
    watches: runWatches(watchContext(options)),
    tags: tagSource(tag, 1),
    record: recordLater,
    pause: new Pauses().pause,
    workingCategories: [],
  });
  const release = whenStopped({ signal }, (reason) => target.stop(reason));
  try {
    const ask = askingElsewhere(session, { tag, startedAtMs, record });
    const say = (step: PreflightStep): void => record({ type: 'preflight', step });
    const { steps, workingCategories, nameForm } = await preflight(session, planned, say, ask);
    session.settle();
    if (steps.some(({ outcome }) => outcome === 'problem')) {
      return null;
    }
    for (const event of withheld) {
      record(event);
    }
    return { exchanges, workingCategories, nameForm, nextTag: firstSuiteTag };
  } finally {
    release();
    await target.close();
  }
}
