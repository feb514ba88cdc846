import { requirements } from '../../suites/requirements.ts';
import { scenarios } from '../../suites/scenarios.ts';
import { passes, suites } from '../../suites/suites.ts';
import { HistoryWatch } from '../history/history-watch.ts';
import { tagSource } from '../history/tag.ts';
import { Pauses, RunStopped } from '../target/target.ts';
import { internalError } from '../verdict/internal-error.ts';
import type { Effort, RunEvent } from '../verdict/run-event.ts';
import { Check } from './check.ts';
import { openTarget } from './open-target.ts';
import { assume, Inconclusive, Skipped, Unanswered } from './outcome.ts';
import { skipWhereRemoved } from './removed-operation.ts';
import { whyNotObserved } from './request-room.ts';
import type { RunOptions } from './run-options.ts';
import type { PreflightResult } from './run-preflight.ts';
import { runWatches, watchContext } from './run-watches.ts';
import { perRun, Session } from './session.ts';
import type { Suite, Watched, Work } from './suite.ts';
import { whenStopped } from './when-stopped.ts';

/**
 * The requirements that an earlier pass of a run has decided. A later pass may see less, because lists are full by then.
 * But its requests must get responses, and it must complete: otherwise the effort of the run would be a false claim.
 */
const decidedBefore = perRun(() => new Set<string>());

/** The tags of these animals begin here, so that they differ from those of the preflight. */
const firstTag = 100;

interface ChecksContext {
  readonly tag: string;
  /** When the run began, by `performance.now()`. */
  readonly startedAtMs: number;
  readonly preflight: PreflightResult;
  readonly record: (event: RunEvent) => void;
  readonly signal: AbortSignal;
  readonly timeUp: AbortSignal;
}

/**
 * Makes the checks of the selected requirements, one after another. A behaviour of the service never makes it reject;
 * nor does a stop, after which each further check ends at its first request.
 *
 * @throws {FileRefused} if an event can't be written.
 */
export async function runChecks(options: RunOptions, context: ChecksContext): Promise<void> {
  const { tag, startedAtMs, preflight, record } = context;
  const pauses = new Pauses();
  const target = openTarget({
    options,
    tag,
    startedAtMs,
    exchangesBefore: preflight.requestsBefore,
    onExchange: (exchange) => session.witness(exchange),
    record,
  });
  const session = new Session({
    options,
    target,
    historyWatch: new HistoryWatch(tag),
    watches: runWatches(watchContext(options)),
    tags: tagSource(tag, firstTag, preflight.nameForm),
    record,
    pause: pauses.pause,
    workingCategories: preflight.workingCategories,
  });
  for (const exchange of preflight.exchanges) {
    session.recall(exchange);
  }
  const release = whenStopped(context, (reason) => {
    target.stop(reason);
    pauses.stop(reason);
  });
  try {
    const { effort } = options;
    for (const pass of passes[effort]) {
      for (const name of pass.suites) {
        await runSuite(suites[name], session, pass.effort);
      }
    }
  } finally {
    release();
    await target.close();
  }
}

/**
 * Runs the checks of a suite. A scenario is traffic that serves several requirements at once: it runs if any of them is
 * selected, and each finding is recorded under the violated one.
 *
 * @param effort whose plan the checks have; only in the pass with that of the run they record how they ended
 */
async function runSuite(suite: Suite, session: Session, effort: Effort): Promise<void> {
  for (const [name, given] of Object.entries(suite)) {
    const row = requirements.find(({ id }) => id === name);
    const serves = new Map<string, readonly string[]>(Object.entries(scenarios)).get(name) ?? [name];
    if (serves.some((id) => session.options.selected.includes(id))) {
      const check = new Check(name, row?.level ?? 'OBSERVE', session, effort);
      if (row === undefined) {
        await ended(check, null, workOf(given));
      } else {
        await (effort === session.options.effort ? runCheck : runEarlierCheck)(check, workOf(given));
      }
    }
  }
}

function workOf(given: Work | Watched): Work {
  if (typeof given === 'function') {
    return given;
  }
  return 'sends' in given
    ? (check) => check.watchedAfter(() => given.sends(check), check.plan.reuses)
    : (check) => check.watchedAfter(() => given.unlessExercised(check));
}

interface Ending {
  readonly outcome: 'done' | 'skipped' | 'inconclusive';
  readonly reason: string | null;
  readonly budget?: true;
}

/** Runs the check of one requirement and records the result. */
export async function runCheck(check: Check, work: Work): Promise<void> {
  const { requirement, session } = check;
  session.record({ type: 'check-started', requirement });
  const ending = await ended(check, requirement, work);
  for (const observation of session.observations(requirement)) {
    session.record({ type: 'observation', ...observation });
  }
  const left = check.casesLeftOut > 0 ? { casesLeftOut: check.casesLeftOut } : {};
  session.record({ type: 'check-finished', requirement, ...ending, ...left });
}

/** Runs the check of one requirement in a pass that another one follows, and records only findings and evidence. */
export async function runEarlierCheck(check: Check, work: Work): Promise<void> {
  const { requirement, level } = check;
  if (level !== 'OBSERVE' && (await ended(check, requirement, work)).outcome === 'done') {
    decidedBefore(check).add(requirement);
  }
}

/**
 * Runs the work of a plan and records whatever it throws, so that behaviour of the service never looks like an error of
 * the suite, nor the reverse.
 */
async function ended(check: Check, requirement: string | null, work: Work): Promise<Ending> {
  const { creates, storeOf } = check.plan;
  const spared = whyNotObserved(check);
  const leftOut = check.plan.leftOut ?? spared;
  try {
    if (creates) {
      check.refuseInReadOnlyRuns();
    }
    if (leftOut !== null) {
      throw new Inconclusive(leftOut);
    }
    const known = check.history.distinctAnimals;
    assume(known >= storeOf, `needs a store of at least ${storeOf} animals; the run knows ${known}`);
    if (check.requirement.startsWith('get/')) {
      await skipWhereRemoved(check);
    }
    await work(check);
    return { outcome: 'done', reason: null };
  } catch (error) {
    if (!(error instanceof Inconclusive || error instanceof Skipped || error instanceof RunStopped)) {
      check.session.record(internalError(error, requirement));
    }
    if (isDecidedBefore(check, error)) {
      return { outcome: 'done', reason: null };
    }
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof RunStopped && (error.reason === 'max-requests' || error.reason === 'max-time')) {
      return { outcome: 'skipped', reason, budget: true };
    }
    return { outcome: error instanceof Skipped ? 'skipped' : 'inconclusive', reason };
  } finally {
    check.session.settle();
  }
}

function isDecidedBefore(check: Check, error: unknown): boolean {
  const seesLess = error instanceof Inconclusive && !(error instanceof Unanswered);
  return seesLess && decidedBefore(check).has(check.requirement);
}
