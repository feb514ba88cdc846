import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baselineOf } from '../../src/compare/baseline.ts';
import { compareReports } from '../../src/compare/comparison.ts';
import { failsRun, fixedAdvice, isViolated } from '../../src/report/by-verdict.ts';
import { exitStatus } from '../../src/report/verdict-sentence.ts';
import type { RunHeader } from '../../src/verdict/run-event.ts';
import { named, reportWith, without } from '../compare/made-up-reports.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryRun } from './arbitrary-run.ts';
import {
  baseline,
  bodyShape,
  error,
  known,
  limit,
  listed,
  ofList,
  run,
  said,
  target,
  terminal,
} from './known-failures.ts';
import { exchanged, faultless, foldRun, found, madeReport, runFinished, runStarted } from './made-up-run.ts';

describe('a baseline', () => {
  const earlier = (violated: readonly string[], header: Partial<RunHeader> = {}) =>
    baselineOf(reportWith(violated, header), 'main.json', target);
  const expired = { ...known, expires: '2025-12-31' };
  const elsewhere = { ...expired, target: 'https://other.example.com' };
  const ofSafe = { baseline: earlier(['list/safe']), failOn: 'should' } as const;
  const reports: readonly (readonly [string, readonly string[], Partial<RunHeader>?])[] = [
    ['covers what failed', [bodyShape]],
    ['covers nothing else', [bodyShape, 'list/safe', 'list/unique-ids']],
    [
      'without a verdict covers nothing',
      ['list/unique-ids'],
      { baseline: earlier([], { selected: without('list/unique-ids') }) },
    ],
    ['has no verdict of what is left out', [bodyShape], { selected: without(limit) }],
    ['comes after a waiver', [bodyShape, limit], { waivers: [known] }],
    ['does not prolong a waiver: its day was agreed upon', [bodyShape, limit], { waivers: [expired] }],
    ['covers beside a waiver of another target', [bodyShape, limit], { waivers: [elsewhere] }],
    ['covers what is warned', ['list/safe'], ofSafe],
    ['does not cover what is newly warned', ['list/safe', 'auth/challenge'], ofSafe],
  ];

  test('covers what failed before, and says what is new and what is fixed', () => {
    const texts = reports.map(([name, violated, header]) =>
      [name, ...said(reportWith(violated, { baseline, ...header }))].join('\n  '),
    );
    expect(texts.join('\n')).toMatchSnapshot();
  });

  test('leaves undecided what the run does', () => {
    const header = { baseline, minDecided: 1 };
    expect(exitStatus(reportWith([bodyShape], header))).toBe(0);
    expect(exitStatus(madeReport(faultless().slice(4), header))).toBe(3);
    expect(exitStatus(run([...ofList, error], { baseline }))).toBe(3);
    expect(exitStatus(run(ofList, { baseline }, runFinished('interrupted by the user')))).toBe(3);
    expect(exitStatus(foldRun([runStarted({ baseline }), ...faultless(), ...ofList]))).toBe(3);
  });

  test('covers a finding of another kind, which is named', () => {
    const other = run([exchanged(listed), found(bodyShape, 900, { kind: 'no-json' })], { baseline });
    expect(exitStatus(other)).toBe(0);
    expect(terminal(other)).toMatch(/; new\s+findings: no-json/);
  });

  test('is replaced by a later report, but not by that of a lesser run', () => {
    const next = baselineOf(reportWith([bodyShape, limit], { baseline }), 'next.json', target);
    expect(exitStatus(reportWith([bodyShape, limit], { baseline: next }))).toBe(0);
    const fixed = baselineOf(reportWith([bodyShape], { baseline: next }), 'fixed.json', target);
    expect(exitStatus(reportWith([bodyShape, limit], { baseline: fixed }))).toBe(1);
    const less = reportWith([], { baseline, selected: without(bodyShape) });
    expect(fixedAdvice(less)).toMatch(/Use the report\.json of a complete run/);
    expect(fixedAdvice(reportWith([], { baseline }))).toMatch(/Replace it with this run's report\.json/);
  });

  test('covers what a comparison does not call a new failure', () => {
    fc.assert(
      fc.property(arbitraryRun, arbitraryRun, (earlierRun, [first, ...events]) => {
        if (first?.type !== 'run-started') {
          throw new Error('a run without a beginning');
        }
        const report = foldRun(earlierRun);
        const { waivers: _, baseline: __, ...header } = first.header;
        const plain = foldRun([{ ...first, header }, ...events]);
        const covered = { ...header, baseline: baselineOf(report, 'main.json', target) };
        const compared = foldRun([{ ...first, header: covered }, ...events]);
        const failing = compared.requirements.filter(({ verdict }) => failsRun(verdict, compared.run));
        const { newFailures, changes } = compareReports(named('before', report), named('after', plain));
        expect(failing.map(({ id }) => id).sort()).toEqual([...newFailures].sort());
        expect(compared.baseline?.broke).toEqual(changes.broke.map(({ id }) => id));
        const newlyViolated = changes.newlyTested.filter(({ after }) => isViolated(after));
        expect(compared.baseline?.newlyTested).toEqual(newlyViolated.map(({ id }) => id));
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});
