import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderCtrf } from '../../src/report/ctrf.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryReport } from './arbitrary-run.ts';

const counts = ['tests', 'passed', 'failed', 'skipped', 'pending', 'other'] as const;
test('its counts agree, whatever the service sent', () => {
  fc.assert(
    fc.property(arbitraryReport, (report) => {
      const ctrf = JSON.parse(renderCtrf(report));
      const { summary, tests } = ctrf.results;
      const having = (status: string) =>
        tests.filter((one: { status: string }) => one.status === status).length;
      expect(summary.tests).toBe(tests.length);
      for (const status of counts.slice(1)) {
        expect(summary[status]).toBe(having(status));
      }
      expect(new Set(tests.map(({ name }: { name: string }) => name)).size).toBe(tests.length);
    }),
    { numRuns: propertyRuns(60) },
  );
});
