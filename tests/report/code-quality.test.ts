import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderCodeQuality } from '../../src/report/code-quality.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryReport } from './arbitrary-run.ts';
import { faultless, found, madeReport } from './made-up-run.ts';

const entriesOf = (report: Parameters<typeof renderCodeQuality>[0]) => JSON.parse(renderCodeQuality(report));

test('has an entry for each way in which something is violated, each with a fingerprint of its own', () => {
  fc.assert(
    fc.property(arbitraryReport, (report) => {
      const entries = entriesOf(report);
      const violated = report.requirements.filter(({ verdict }) => ['failed', 'warned'].includes(verdict));
      expect(entries).toHaveLength(violated.reduce((sum, { findings }) => sum + findings.length, 0));
      expect(new Set(entries.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).size).toBe(
        entries.length,
      );
      for (const entry of entries) {
        expect(entry).toEqual({
          description: expect.stringMatching(/^[^\p{Cc}]{1,700}$/u),
          check_name: expect.stringMatching(/^[a-z]+\/[a-z0-9-]+$/),
          fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
          severity: expect.stringMatching(/^(critical|minor)$/),
          location: { path: `animal-store-conformance/${entry.check_name}`, lines: { begin: 1 } },
        });
      }
    }),
    { numRuns: propertyRuns(60) },
  );
});

test('the same violation has the same fingerprint in every run', () => {
  const of = (seed: number, message: string) =>
    entriesOf(madeReport([...faultless(), found('list/unique-ids', 1, { message })], { seed }))[0]
      .fingerprint;
  expect(of(1, 'id 4 twice')).toBe(of(2, 'id 5 twice'));
});
