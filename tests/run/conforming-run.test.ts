import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../property-runs.ts';
import { anyFullRun, anyRun, findingsIn } from './conforming-run.ts';

describe('a service that obeys the document', () => {
  it.each([
    ['of any traffic', anyRun],
    ['that asks everything', anyFullRun],
  ])('is never flagged in a run %s, whichever freedoms it uses', (_, runs) => {
    fc.assert(
      fc.property(runs, (run) => {
        expect(findingsIn(run)).toEqual([]);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
