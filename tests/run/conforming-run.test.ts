import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../property-runs.ts';
import { anyFullRun, anyRun, findingsIn } from './conforming-run.ts';

describe('a service that obeys the document', () => {
  it('is never flagged by either watch, whatever it makes of its freedom', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        expect(findingsIn(run)).toEqual([]);
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  it('is never flagged in a run that asks everything', () => {
    fc.assert(
      fc.property(anyFullRun, (run) => {
        expect(findingsIn(run)).toEqual([]);
      }),
      { numRuns: propertyRuns(30) },
    );
  });
});
