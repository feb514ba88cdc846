import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderCodeQuality } from '../../src/report/code-quality.ts';
import { renderCtrf } from '../../src/report/ctrf.ts';
import { renderAnnotations } from '../../src/report/github-annotations.ts';
import { renderJunit } from '../../src/report/junit.ts';
import type { Report } from '../../src/report/report.ts';
import { renderSummary } from '../../src/report/summary.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryReport } from './arbitrary-run.ts';
import { exchange, exchanged, faultless, found, madeReport, runFinished, undecided } from './made-up-run.ts';
import { stalledLoad } from './sample-load.ts';

const held = ['list/returns-pets', 'list/unique-ids', 'list/safe'];
const missed = { rule: 'p99<1ms', value: '3 ms', met: false };

const runs: Readonly<Record<string, Report>> = {
  'a run without a fault': madeReport(faultless(held), { selected: held }),
  'a run with a failure, a warning, and a requirement that was not decided': madeReport(
    [
      ...faultless(held),
      exchanged(exchange(200, 'list/unique-ids', { sentAtMs: 1_000, finishedAtMs: 2_250 })),
      found('list/unique-ids', 200, { message: 'a <b> & "c"\n]]> 100% \u0000\u001b' }),
      found('list/safe', 2),
      undecided('list/status-filter', 'inconclusive', 'no list held an animal'),
    ],
    { selected: [...held, 'list/status-filter'] },
  ),
  'warnings that count': madeReport([...faultless(held), found('list/safe', 2)], {
    selected: held,
    failOn: 'should',
  }),
  'an internal error': madeReport(
    [...faultless(held), { type: 'internal-error', requirement: 'list/safe', message: 'broke' }],
    { selected: held },
  ),
  'an interrupted run': madeReport(faultless(held), { selected: held }, runFinished('Ctrl-C')),
  'a load with the same objective twice': madeReport(
    [
      ...faultless(['responses/schema']),
      undecided('list/safe', 'skipped', 'left to run'),
      { type: 'load', record: { ...stalledLoad, objectives: [missed, missed] } },
    ],
    { kind: 'load', selected: ['responses/schema', 'list/safe'] },
  ),
};

test.each(Object.entries(runs))('%s', (_, report) => {
  expect(renderJunit(report)).toMatchSnapshot('JUnit XML');
  expect(JSON.parse(renderCtrf(report)).results).toMatchSnapshot('CTRF');
  expect(JSON.parse(renderCodeQuality(report))).toMatchSnapshot('code quality');
  expect(renderAnnotations(report)).toMatchSnapshot('annotations of GitHub Actions');
  expect(renderSummary(report)).toMatchSnapshot('step summary');
});

const entriesOf = (report: Parameters<typeof renderCodeQuality>[0]) => JSON.parse(renderCodeQuality(report));

test('the same violation has the same fingerprint in every run', () => {
  const of = (seed: number, message: string) =>
    entriesOf(madeReport([...faultless(), found('list/unique-ids', 1, { message })], { seed }))[0]
      .fingerprint;
  expect(of(1, 'id 4 twice')).toBe(of(2, 'id 5 twice'));
});

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
