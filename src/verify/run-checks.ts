import { checks } from '../../suites/index.ts';
import { requirements, scenarios } from '../../suites/requirements.ts';
import { AnimalWatch } from '../animals/animal-watch.ts';
import { tagSource } from '../animals/tag.ts';
import type { Operation } from '../exchange/exchange.ts';
import type { PreflightResult } from '../preflight/run-preflight.ts';
import { openTarget, type RunContext } from '../run/open-target.ts';
import { runWatches, watchContext } from '../run/run-watches.ts';
import { Check } from '../suite/check.ts';
import { assume, Inconclusive, Skipped, Violation } from '../suite/outcome.ts';
import { skipWhereRemoved } from '../suite/removed-operation.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { Session } from '../suite/session.ts';
import { once, requirementOf, type SuiteCheck } from '../suite/suite.ts';
import { pause, RunStopped } from '../target/target.ts';
import type { Level } from '../verdict/requirement.ts';
import { type CaseCount, internalError } from '../verdict/run-event.ts';

/** The tags of these animals begin here, so that they differ from those of the preflight. */
const firstTag = 100;

interface ChecksContext extends RunContext {
  readonly preflight: PreflightResult;
}

/**
 * Makes the checks of the selected requirements, one after another. A behaviour of the service never makes it reject;
 * nor does a stop, after which each further check ends at its first request.
 *
 * @throws {FileRefused} if an event can't be written.
 */
export async function runChecks(options: RunOptions, context: ChecksContext): Promise<void> {
  const { tag, preflight, record, stopped } = context;
  const target = openTarget({ ...context, options, onExchange: (exchange) => session.witness(exchange) });
  const session = new Session({
    options,
    target,
    animalWatch: new AnimalWatch(tag),
    watches: runWatches(watchContext(options)),
    tags: tagSource(tag, firstTag, preflight.nameForm),
    record,
    pause: (ms) => pause(ms, stopped),
    workingCategories: preflight.workingCategories,
  });
  for (const exchange of preflight.exchanges) {
    session.recall(exchange);
  }
  try {
    const cases = { sent: 0, all: 0 };
    const controlled: Check[] = [];
    for (const [name, one] of checks) {
      const { sent, all } = await runIfSelected(name, one, session, controlled);
      cases.sent += sent;
      cases.all += all;
    }
    await controlAgain(controlled);
    record({ type: 'cases', ...cases });
  } finally {
    await target.close();
  }
}

/**
 * Makes a check. A scenario is traffic that serves several requirements at once: it runs if any of them is selected, and
 * each finding is recorded under the violated one.
 *
 * @param controlled receives the check if it has not failed
 * @returns its cases
 */
async function runIfSelected(
  name: string,
  one: SuiteCheck,
  session: Session,
  controlled: Check[],
): Promise<CaseCount> {
  const requirement = requirementOf(name);
  const serves = new Map<string, readonly string[]>(Object.entries(scenarios)).get(name) ?? [requirement];
  if (!serves.some((id) => session.options.selected.includes(id))) {
    return { sent: 0, all: 0 };
  }
  const check = new Check(requirement, levelOf(requirement), session);
  const isSpared = session.options.readOnly && one.creates;
  check.cases.all = isSpared ? 0 : (one.table?.count(session.options) ?? 0);
  const isFirst = requirements.some(({ id }) => id === name);
  const { outcome } = await (isFirst ? runCheck(check, one) : ended(check, null, one));
  if (isFirst && outcome === 'done') {
    controlled.push(check);
  }
  return check.cases;
}

function levelOf(requirement: string): Level {
  return requirements.find(({ id }) => id === requirement)?.level ?? 'OBSERVE';
}

/** Sends each control again, unless such a request has succeeded after a check that its refusals decided. */
async function controlAgain(controlled: readonly Check[]): Promise<void> {
  for (const check of controlled) {
    const { controls, newestRefusal, requirement, session } = check;
    const isOpen = (operation: Operation): boolean =>
      (session.animalWatch.acceptedExchange(operation) ?? 0) < newestRefusal;
    for (const operation of [...controls.keys()].filter(isOpen)) {
      const ending = await ended(
        check,
        requirement,
        once((one) => one.control(operation, true), { smoke: true }),
      );
      if (ending.outcome !== 'done') {
        session.record({ type: 'check-finished', requirement, ...ending });
      }
    }
  }
}

interface Ending {
  readonly outcome: 'done' | 'skipped' | 'inconclusive';
  readonly reason: string | null;
  readonly budget?: true;
}

/** Runs the check of one requirement and records the result. */
export async function runCheck(check: Check, one: SuiteCheck): Promise<Ending> {
  const { requirement, session } = check;
  session.record({ type: 'check-started', requirement });
  const ending = await ended(check, requirement, one);
  for (const observation of session.observations(requirement)) {
    session.record({ type: 'observation', ...observation });
  }
  const casesLeftOut = check.cases.all - check.cases.sent;
  const left = casesLeftOut > 0 ? { casesLeftOut } : {};
  session.record({ type: 'check-finished', requirement, ...ending, ...left });
  return ending;
}

/**
 * Runs a check and records whatever it throws, so that behaviour of the service never looks like an error of
 * the suite, nor the reverse.
 */
async function ended(check: Check, requirement: string | null, one: SuiteCheck): Promise<Ending> {
  const { effort } = check.options;
  try {
    if (one.creates) {
      check.refuseInReadOnlyRuns();
    }
    assume(effort !== 'smoke' || one.smoke, 'left out at --effort smoke');
    const known = check.history.distinctAnimals;
    assume(known >= one.storeOf, `needs a store of at least ${one.storeOf} animals; the run knows ${known}`);
    if (check.requirement.startsWith('get/')) {
      await skipWhereRemoved(check);
    }
    await one.run(check);
    return { outcome: 'done', reason: null };
  } catch (error) {
    if (error instanceof Violation) {
      check.report(error);
      const isOwn = error.requirement === check.requirement;
      return isOwn
        ? { outcome: 'done', reason: null }
        : { outcome: 'inconclusive', reason: `a response violated ${error.requirement} first` };
    }
    if (!(error instanceof Inconclusive || error instanceof Skipped || error instanceof RunStopped)) {
      check.session.record(internalError(error, requirement));
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
