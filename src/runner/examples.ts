import fc from 'fast-check';
import type { Check } from './check.ts';
import { AnswerWithheld } from './outcome.ts';

export interface Examples<Example> {
  /** Hand-written examples, the most effective first. */
  readonly edges: readonly Example[];
  /** Generates further examples. */
  readonly arbitrary?: fc.Arbitrary<Example> | undefined;
}

/**
 * Tests a property with as many examples as the plan of the check allows. It tries all planned edges, so that one
 * failure does not hide another. Only if they all hold, it generates examples and shrinks a counterexample.
 *
 * The property reports deviations through the check and does not throw them.
 */
export async function forExamples<Example>(
  check: Check,
  examples: Examples<Example>,
  property: (example: Example) => Promise<unknown>,
): Promise<void> {
  const deviationsBefore = check.deviations;
  const { generated } = check.plan;
  await tryEdges(check.chosen(examples.edges), property);
  if (examples.arbitrary === undefined || generated === 0 || check.deviations > deviationsBefore) {
    return;
  }
  await tryGenerated(check, examples.arbitrary, property, () => check.deviations, { numRuns: generated });
}

/** The maximum number of examples of a check without a response. */
const mostWithheld = 3;

/** Tries all edges, even after one without a response, which says nothing about the others. */
async function tryEdges<Example>(
  edges: readonly Example[],
  property: (example: Example) => Promise<unknown>,
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
        mayShrinkUntil = target.requestsSent + check.plan.shrinks;
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
