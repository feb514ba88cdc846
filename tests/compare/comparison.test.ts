import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareReports, comparisonStatus } from '../../src/compare/comparison.ts';
import { comparisonText } from '../../src/compare/render/comparison-text.ts';
import type { Report } from '../../src/report/report.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryRun } from '../report/arbitrary-run.ts';
import { faultless, foldRun, found, madeReport, runFinished } from '../report/made-up-run.ts';
import { waiver } from '../waivers/made-up-waiver.ts';
import { named, reportWith, without } from './made-up-reports.ts';

const compare = (before: Report, after: Report) =>
  compareReports(named('before', before), named('after', after));
const limit = 'list/limit-bounds-count';
const clean = reportWith([]);
const broken = reportWith([limit, 'list/safe']);
const failed = reportWith([limit]);
const waived = reportWith([limit], { waivers: [waiver({ requirement: limit })] });
const less = reportWith([], { selected: without(limit, 'list/safe') });
const older: Report = {
  ...clean,
  catalogue: clean.catalogue - 1,
  requirements: clean.requirements.filter(({ id }) => id !== 'list/safe' && id !== limit),
};
const otherKinds = madeReport([
  ...faultless(),
  found(limit, 1, { kind: 'too-many' }),
  found(limit, 2, { kind: 'negative' }),
]);

test.each<[string, Report, Report]>([
  ['two runs without a difference', clean, clean],
  ['two runs with the same violations', broken, broken],
  ['a run that broke a MUST and a SHOULD', clean, broken],
  ['a run that broke a SHOULD', clean, reportWith(['list/safe'])],
  ['a run that broke a SHOULD, which counts', clean, reportWith(['list/safe'], { failOn: 'should' })],
  ['a run that fixed them', broken, clean],
  ['a run that tests more', less, failed],
  ['a run that tests less', broken, less],
  ['a requirement violated in a new way', broken, otherKinds],
  ['a waiver that begins', failed, waived],
  ['a waiver that ends', waived, failed],
  ['a violation that is waived from its first run on', clean, waived],
  ['an interrupted run', clean, madeReport(faultless(), {}, runFinished('interrupted by the user'))],
  ['a newer catalogue', older, broken],
  ['an older catalogue', broken, older],
  ['another effort', clean, reportWith([], { effort: 'smoke' })],
  ['a read-only run', clean, reportWith([], { readOnly: true })],
  ['a selection', clean, reportWith([], { selected: without('list/safe') })],
  ['a load', clean, reportWith([], { kind: 'load' })],
  ['recorded traffic', clean, reportWith([], { kind: 'judge' })],
  ['another target', clean, reportWith([], { baseUrl: 'https://other.example.com' })],
  [
    'another version of the suite',
    clean,
    reportWith([], { tool: { name: 'animal-store-conformance', version: '9.0.0' } }),
  ],
])('%s', (_, before, after) => {
  const comparison = compare(before, after);
  const text = comparisonText(comparison, { columns: 200, color: false });
  // The lines of both runs are alike in most cases.
  const said = text.split('\n').filter((line) => !/^(?:RUNS$| {2}(?:Before|After) | {4}http)/.test(line));
  expect(`status ${comparisonStatus(comparison)}\n${said.join('\n')}`).toMatchSnapshot();
});

test('every requirement is in at most one list, and swapping the runs swaps the lists', () => {
  const runs = fc
    .tuple(arbitraryRun, arbitraryRun)
    .map(([left, right]) => [foldRun(left), foldRun(right)] as const);
  fc.assert(
    fc.property(runs, ([left, right]) => {
      const there = compare(left, right);
      const back = compare(right, left);
      const all = Object.values(there.changes).flatMap((list) => list.map(({ id }: { id: string }) => id));
      expect(new Set(all).size).toBe(all.length);
      const set = (list: readonly { readonly id: string }[]) => new Set(list.map(({ id }) => id));
      expect(set(back.changes.broke)).toEqual(set(there.changes.fixed));
      expect(set(back.changes.newlyTested)).toEqual(set(there.changes.noLongerTested));
      expect(set(back.changes.stillViolated)).toEqual(set(there.changes.stillViolated));
      for (const id of there.newFailures) {
        const { level, verdict } = right.requirements.find((row) => row.id === id) ?? {};
        expect(verdict === 'failed' || (level === 'SHOULD' && right.run.failOn === 'should')).toBe(true);
      }
    }),
    { numRuns: propertyRuns(60) },
  );
});
