import fc from 'fast-check';
import type { Operation } from '../exchange/exchange.ts';
import { RunStopped } from '../target/target.ts';
import { handWrittenCases, usualCases } from './case-amounts.ts';
import type { Check } from './check.ts';
import { assume, Inconclusive, OfAnotherRequirement, Unanswered, Violation } from './outcome.ts';

export interface CaseTable<Case> {
  /** Hand-written cases, the most effective first. */
  readonly cases: readonly Case[];
  /** Generates further ones. */
  readonly generated?: fc.Arbitrary<Case> | undefined;
  /** @throws {Violation} where the case violates the requirement. */
  readonly test: (check: Check, one: Case) => Promise<unknown>;
  /** The operation whose usual request must succeed: without that, a refusal of a case proves nothing. */
  readonly control?: Operation | ((one: Case) => Operation);
  /** Generates the hand-written cases too, each value from its usual one on, so that fast-check shrinks a case. */
  readonly shrinks?: fc.Arbitrary<Case>;
  /** How many cases one of these counts as, if more than 1: it sends many requests. */
  readonly weight?: number;
  /** Whether the requests have no valid key: many of them could get this address banned. */
  readonly isKeyless?: true;
}

/** The maximum number of violating cases to shrink: the others most likely show the same. */
const mostShrunk = 3;

/**
 * Sends as many cases as the run does of each table. It tries all hand-written ones, so that one failure does not hide
 * another. Only if they all hold, it generates cases and shrinks a counterexample.
 *
 * @throws {Inconclusive} if one of the usual cases could not be decided, or the control fails; or if each case that it
 * could send violates another requirement, or so many that it left out others.
 */
export async function sendCases<Case>(check: Check, table: CaseTable<Case>): Promise<void> {
  const { cases, generated: arbitrary, test, weight = 1 } = table;
  const { amounts } = check.session;
  const most = handWrittenCases(amounts, arbitrary !== undefined, weight);
  const usual = Math.min(most, Math.floor(usualCases / weight));
  const outcomes: Outcomes = { held: 0, violated: 0, shrunk: 0, ofAnother: null };
  const tested = { ...table, cases: cases.slice(0, most), test: reporting(check, table, outcomes) };
  await sendHandWritten(check, tested, usual, outcomes);
  const { held, violated, shrunk, ofAnother } = outcomes;
  const isUndecided = violated === 0 && (held === 0 || shrunk === mostShrunk);
  if (isUndecided && ofAnother !== null) {
    throw ofAnother;
  }
  if (arbitrary !== undefined && amounts.generated > 0 && violated === 0) {
    const options = { numRuns: amounts.generated };
    const violation = await tryGenerated(check, arbitrary, (one) => test(check, one), options).catch(
      keptIn(outcomes),
    );
    if (violation instanceof Violation) {
      await check.reportIfControlled(violation);
    }
  }
}

/** The results of the cases of a table so far. */
interface Outcomes {
  held: number;
  violated: number;
  shrunk: number;
  ofAnother: OfAnotherRequirement | null;
}

/** Tests a case, and reports the smallest example of a violation. */
function reporting<Case>(check: Check, { test, control, shrinks }: CaseTable<Case>, outcomes: Outcomes) {
  const report = async (violation: Violation, one: Case): Promise<void> => {
    if (shrinks === undefined) {
      await check.reportIfControlled(violation);
    } else {
      outcomes.shrunk += 1;
      const found = await smallest(check, { test, shrinks }, one, violation).catch(async (error: unknown) => {
        if (error instanceof RunStopped || error instanceof Unanswered) {
          await check.reportIfControlled(violation);
        }
        throw error;
      });
      await check.reportIfControlled(found);
    }
    outcomes.violated += 1;
  };
  const attempt = async (one: Case): Promise<void> => {
    try {
      if (control !== undefined) {
        await check.control(typeof control === 'function' ? control(one) : control);
      }
      await test(check, one);
      outcomes.held += 1;
    } catch (error) {
      if (!(error instanceof Violation)) {
        throw error;
      }
      await report(error, one);
    }
  };
  return (_check: Check, one: Case) => attempt(one).catch(keptIn(outcomes));
}

function keptIn(outcomes: Outcomes) {
  return (error: unknown): void => {
    if (!(error instanceof OfAnotherRequirement)) {
      throw error;
    }
    outcomes.ofAnother ??= error;
  };
}

/**
 * The violation of the smallest case like this one: with the usual values wherever that still violates the requirement.
 * If the case no longer violates it, its values are not the cause. A rule reports the response then, except a 400, which
 * a creation may return.
 *
 * @throws {Inconclusive} if the case no longer violates it, and a rule reports the response.
 */
async function smallest<Case>(
  check: Check,
  { test, shrinks }: Required<Pick<CaseTable<Case>, 'test' | 'shrinks'>>,
  one: Case,
  violation: Violation,
): Promise<Violation> {
  const found = await tryGenerated(check, shrinks, (example) => test(check, example), {
    numRuns: 1,
    examples: [[one]],
  });
  const { request, response } = violation.exchange;
  const isForRules = request.method !== 'POST' || response?.status !== 400;
  assume(found !== null || !isForRules, `${violation.message}, but not when it was sent once more`);
  return found ?? violation;
}

/** The maximum number of further cases that are not decided. */
const mostUndecided = 12;

/** Sends the hand-written cases. An undecided usual case leaves the table undecided. */
async function sendHandWritten<Case>(
  check: Check,
  { cases, test, isKeyless }: CaseTable<Case>,
  usual: number,
  outcomes: Outcomes,
): Promise<void> {
  let undecided = 0;
  for (const [index, one] of cases.entries()) {
    const isFurther = index >= usual;
    const isOver = undecided === mostUndecided || outcomes.shrunk === mostShrunk;
    if (isOver || (isFurther && isKeyless && check.session.limitsBadKeys)) {
      return;
    }
    try {
      await test(check, one);
    } catch (error) {
      if (!isFurther || !(error instanceof Inconclusive)) {
        throw error;
      }
      undecided += 1;
    }
    check.cases.sent += 1;
    if (isFurther) {
      await check.session.lookBehind();
    }
  }
}

/** The maximum number of requests to shrink a counterexample. */
const maxShrinks = 50;

/**
 * Tests a property with generated examples, and shrinks the first one that violates the requirement, whether the
 * property or a rule finds that.
 *
 * @throws {OfAnotherRequirement} if a smaller example violates another requirement: that is the cause.
 * @throws what else the property throws, if no example violated the requirement before.
 * @param found how many violations rules have found; by default those of the requirement of the check
 * @returns the violation of the smallest example; `null` if none was found, or by rules alone, which report it
 */
export async function tryGenerated<Example>(
  check: Check,
  arbitrary: fc.Arbitrary<Example>,
  property: (example: Example) => Promise<unknown>,
  options: fc.Parameters<[Example]>,
  found = () => check.session.findingsOf(check.requirement).length,
): Promise<Violation | null> {
  const { target } = check.session;
  let stopped: unknown = null;
  let violation: Violation | null = null;
  let mayShrinkUntil = Number.POSITIVE_INFINITY;
  await fc.check(
    fc.asyncProperty(arbitrary, async (example) => {
      if (stopped !== null || target.requestsSent >= mayShrinkUntil) {
        return true;
      }
      const before = found();
      let isViolated = false;
      try {
        await property(example);
      } catch (error) {
        if (!(error instanceof Violation)) {
          // While shrinking, an example without a response counts as passing.
          stopped = violation !== null && error instanceof Unanswered ? null : error;
          return true;
        }
        violation = error;
        isViolated = true;
      }
      const holds = !isViolated && found() === before;
      if (!holds && mayShrinkUntil === Number.POSITIVE_INFINITY) {
        mayShrinkUntil = target.requestsSent + maxShrinks;
      }
      return holds;
    }),
    { seed: seedOf(check), ...options },
  );
  if (stopped !== null && (violation === null || stopped instanceof OfAnotherRequirement)) {
    throw stopped;
  }
  return violation;
}

/** The seed of the run mixed with the requirement id, so that a run of this check alone generates the same examples. */
function seedOf(check: Check): number {
  let hash = check.session.options.seed | 0;
  for (const character of check.requirement) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash;
}

/** A sample of an arbitrary, the same for the same seed and requirement. */
export function sampleOf<Example>(check: Check, arbitrary: fc.Arbitrary<Example>, count: number): Example[] {
  return count === 0 ? [] : fc.sample(arbitrary, { seed: seedOf(check), numRuns: count });
}
