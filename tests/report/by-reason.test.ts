import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byReason } from '../../src/report/by-verdict.ts';
import { propertyRuns } from '../property-runs.ts';
import { faultless, madeReport } from './made-up-run.ts';

const { requirements } = madeReport(faultless());

const reasons = fc.array(fc.constantFrom('one', 'another', 'a third'), {
  minLength: requirements.length,
  maxLength: requirements.length,
});

test('reasons that leave a MUST undecided come first, with all requirements of each', () => {
  fc.assert(
    fc.property(reasons, fc.infiniteStream(fc.boolean()), (given, chosen) => {
      const undecided = requirements
        .map((requirement, index) => ({ ...requirement, reason: given[index] ?? '' }))
        .filter(() => chosen.next().value);
      const groups = byReason(undecided);
      expect(groups.flatMap((group) => group.requirements)).toHaveLength(undecided.length);
      expect(new Set(groups.map(({ reason }) => reason)).size).toBe(groups.length);
      const hasMust = groups.map((group) => group.requirements.some(({ level }) => level === 'MUST'));
      expect(hasMust).toEqual(hasMust.toSorted((one, other) => Number(other) - Number(one)));
    }),
    { numRuns: propertyRuns(30) },
  );
});
