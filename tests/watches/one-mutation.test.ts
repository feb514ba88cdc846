import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../property-runs.ts';
import { testSeed } from '../test-seed.ts';
import { anyFullRun, findingsIn, type Run } from './conforming-run.ts';
import { mutated, mutations, type Stage, stageOf } from './mutations.ts';

function flagged(run: Run): string[] {
  return [...new Set(findingsIn(run).map(({ requirement }) => requirement))].sort();
}

/** Other runs each time; to repeat them, take the seed that a failure names. */
const seed = testSeed;
const runsEach = propertyRuns(4);
const mostRuns = 60;
const stages: Stage[] = [];

function stage(index: number): Stage {
  const known = stages[index];
  if (known !== undefined) {
    return known;
  }
  const [sample] = fc.sample(fc.tuple(anyFullRun, fc.nat()), { seed: seed + index, numRuns: 1 });
  if (sample === undefined) {
    throw new Error('fast-check gives no sample');
  }
  const [run, start] = sample;
  const made = stageOf(run, start);
  stages[index] = made;
  return made;
}

describe('one deviation in a conforming run', () => {
  it('has a name of its own', () => {
    expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length);
  });

  it.each(mutations.map((mutation) => [mutation.name, mutation] as const))('%s', (_name, mutation) => {
    let found = 0;
    // Some find no place in most runs: more runs are made for those.
    for (let index = 0; index < runsEach || (found === 0 && index < mostRuns); index += 1) {
      const run = mutated(stage(index), mutation);
      if (run !== null) {
        found += 1;
        expect(flagged(run), `run ${index} of seed ${seed}`).toEqual([...mutation.violates].sort());
      }
    }
    expect(found, `places for it in the runs of seed ${seed}`).toBeGreaterThan(0);
  });
});
