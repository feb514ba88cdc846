import fc from 'fast-check';
import type { Check } from './check.ts';
import { AnswerWithheld } from './outcome.ts';

/** What a property is tried on. */
export interface Examples<Example> {
  /** Hand-chosen examples, the most telling first. */
  readonly edges: readonly Example[];
  /** Makes further examples. */
  readonly arbitrary?: fc.Arbitrary<Example>;
}

/**
 * Tries a property on as many examples as the plan of the run has for the check. The edges come first and all of them are tried, so that one failure does
 * not hide another; only where they all hold are examples generated, and a failing one is made smaller.
 *
 * The property reports deviations through the check; it is not to throw for them.
 */
export async function forExamples<Example>(
  check: Check,
  examples: Examples<Example>,
  property: (example: Example) => Promise<void>,
): Promise<void> {
  const deviationsBefore = check.deviations;
  const { generated } = check.plan;
  await tryEdges(check.chosen(examples.edges), property);
  if (examples.arbitrary === undefined || generated === 0 || check.deviations > deviationsBefore) {
    return;
  }
  await tryGenerated(check, examples.arbitrary, generated, property);
}

/** How many examples of one check may be left without an answer before it gives up. */
const mostWithheld = 3;

/** Tries them all, though one brings no answer: that is reported, and says nothing of the others. */
async function tryEdges<Example>(
  edges: readonly Example[],
  property: (example: Example) => Promise<void>,
): Promise<void> {
  let withheld = 0;
  let last: AnswerWithheld | null = null;
  for (const example of edges) {
    try {
      await property(example);
    } catch (error) {
      withheld += 1;
      if (!(error instanceof AnswerWithheld) || withheld === mostWithheld) {
        throw error;
      }
      last = error;
    }
  }
  if (last !== null) {
    throw last;
  }
}

async function tryGenerated<Example>(
  check: Check,
  arbitrary: fc.Arbitrary<Example>,
  count: number,
  property: (example: Example) => Promise<void>,
): Promise<void> {
  const { target } = check.session;
  let stopped: unknown = null;
  let mayShrinkUntil = Number.POSITIVE_INFINITY;
  await fc.check(
    fc.asyncProperty(arbitrary, async (example) => {
      if (stopped !== null || target.requestsSent >= mayShrinkUntil) {
        return true;
      }
      const before = check.deviations;
      try {
        await property(example);
      } catch (error) {
        stopped = error;
        return true;
      }
      const holds = check.deviations === before;
      if (!holds && mayShrinkUntil === Number.POSITIVE_INFINITY) {
        mayShrinkUntil = target.requestsSent + check.plan.shrinks;
      }
      return holds;
    }),
    { seed: seedOf(check), numRuns: count },
  );
  if (stopped !== null) {
    throw stopped;
  }
}

/** The seed of one check: the run's, mixed with the requirement's id, so that a check alone makes the same examples. */
export function seedOf(check: Check): number {
  let hash = check.session.options.seed | 0;
  for (const character of check.requirement) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash;
}

/** Some examples of an arbitrary, the same ones for the same seed and requirement. */
export function sampleOf<Example>(check: Check, arbitrary: fc.Arbitrary<Example>, count: number): Example[] {
  return count === 0 ? [] : fc.sample(arbitrary, { seed: seedOf(check), numRuns: count });
}
