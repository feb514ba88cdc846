import fc from 'fast-check';
import { handWrittenCases, usualCases } from './case-amounts.ts';
import type { Check } from './check.ts';
import { AnswerWithheld, Inconclusive } from './outcome.ts';

export interface CaseTable<Case> {
  /** Hand-written cases, the most effective first. */
  readonly cases: readonly Case[];
  /** Generates further ones. */
  readonly generated?: fc.Arbitrary<Case> | undefined;
  /** Reports deviations through the check and does not throw them. */
  readonly test: (check: Check, one: Case) => Promise<unknown>;
  /** As how many cases each counts. By default 1. */
  readonly weight?: number;
  /** Whether the requests have no valid key: many of them could get this address banned. */
  readonly isKeyless?: true;
}

/**
 * Sends as many cases as the run does of each table. It tries all hand-written ones, so that one failure does not hide
 * another. Only if they all hold, it generates cases and shrinks a counterexample.
 *
 * @throws {Inconclusive} if one of the usual cases could not be decided.
 */
export async function sendCases<Case>(check: Check, table: CaseTable<Case>): Promise<void> {
  const { cases, generated: arbitrary, test, weight = 1 } = table;
  const { amounts } = check.session;
  const deviationsBefore = check.deviations;
  const most = handWrittenCases(amounts, arbitrary !== undefined, weight);
  const usual = Math.min(most, Math.floor(usualCases / weight));
  await sendUsual(check, { ...table, cases: cases.slice(0, usual) });
  await sendFurther(check, { ...table, cases: cases.slice(usual, most) });
  if (arbitrary !== undefined && amounts.generated > 0 && check.deviations === deviationsBefore) {
    const deviations = () => check.deviations;
    await tryGenerated(check, arbitrary, (one) => test(check, one), deviations, {
      numRuns: amounts.generated,
    });
  }
}

/** The maximum number of usual cases of a table without a response, and of further ones that are not decided. */
const mostWithheld = 3;
const mostUndecided = 12;

/** A case without a response says nothing about the others. */
async function sendUsual<Case>(check: Check, { cases, test }: CaseTable<Case>): Promise<void> {
  const withheld: AnswerWithheld[] = [];
  for (const one of cases) {
    try {
      await test(check, one);
    } catch (error) {
      if (!(error instanceof AnswerWithheld) || withheld.push(error) === mostWithheld) {
        throw error;
      }
    }
    check.cases.sent += 1;
  }
  const [first] = withheld;
  if (first !== undefined) {
    throw first;
  }
}

/** After the usual cases a table is decided: one that is not leaves it so. */
async function sendFurther<Case>(check: Check, { cases, test, isKeyless }: CaseTable<Case>): Promise<void> {
  let undecided = 0;
  for (const one of cases) {
    if (undecided === mostUndecided || (isKeyless && check.session.limitsBadKeys)) {
      return;
    }
    try {
      await test(check, one);
    } catch (error) {
      if (!(error instanceof Inconclusive)) {
        throw error;
      }
      undecided += 1;
    }
    check.cases.sent += 1;
    await check.session.lookBehind();
  }
}

/** The maximum number of requests to shrink a counterexample. */
const maxShrinks = 50;

/** Tests a property with generated examples, and shrinks the first one with a new deviation. */
export async function tryGenerated<Example>(
  check: Check,
  arbitrary: fc.Arbitrary<Example>,
  property: (example: Example) => Promise<unknown>,
  deviations: () => number,
  options: { readonly numRuns: number; readonly unbiased?: boolean },
): Promise<void> {
  const { target } = check.session;
  let stopped: unknown = null;
  let mayShrinkUntil = Number.POSITIVE_INFINITY;
  await fc.check(
    fc.asyncProperty(arbitrary, async (example) => {
      if (stopped !== null || target.requestsSent >= mayShrinkUntil) {
        return true;
      }
      const before = deviations();
      try {
        await property(example);
      } catch (error) {
        stopped = error;
        return true;
      }
      const holds = deviations() === before;
      if (!holds && mayShrinkUntil === Number.POSITIVE_INFINITY) {
        mayShrinkUntil = target.requestsSent + maxShrinks;
      }
      return holds;
    }),
    { seed: seedOf(check), ...options },
  );
  if (stopped !== null) {
    throw stopped;
  }
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
