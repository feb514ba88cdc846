import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baselineOf } from '../../src/compare/baseline.ts';
import { compareReports } from '../../src/compare/comparison.ts';
import { renderBadgeJson } from '../../src/report/badge.ts';
import { failsRun, fixedAdvice, isViolated } from '../../src/report/by-verdict.ts';
import { renderCodeQuality } from '../../src/report/code-quality.ts';
import { foldRun } from '../../src/report/fold.ts';
import { renderAnnotations } from '../../src/report/github-annotations.ts';
import { renderHtml } from '../../src/report/html.tsx';
import { renderJunit } from '../../src/report/junit.ts';
import { renderSummary } from '../../src/report/summary.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { exitStatus, verdictSentence } from '../../src/report/verdict-sentence.ts';
import type { RunHeader } from '../../src/verdict/run-event.ts';
import { named, reportWith, without } from '../compare/made-up-reports.ts';
import { waiver } from '../waivers/made-up-waiver.ts';
import { arbitraryRun } from './arbitrary-run.ts';
import { exchange, exchanged, faultless, found, runFinished, runStarted } from './made-up-run.ts';

const target = 'http://127.0.0.1:8080/v1';
const baseline = baselineOf(
  reportWith(['errors/body-shape', 'list/limit-bounds-count']),
  'main.json',
  target,
);
const report = (violated: readonly string[], header: Partial<RunHeader> = {}) =>
  reportWith(violated, { baseline, ...header });
const verdicts = (of: ReturnType<typeof report>, ...ids: string[]) =>
  of.requirements.filter(({ id }) => ids.includes(id)).map(({ verdict, waivedBy }) => [verdict, waivedBy]);
const terminal = (of: ReturnType<typeof report>) => renderTerminal(of, { columns: 80, color: false });

describe('what failed in the baseline already', () => {
  const same = report(['errors/body-shape', 'list/limit-bounds-count']);

  test('does not fail the run, and says since when', () => {
    expect(exitStatus(same)).toBe(0);
    expect(verdicts(same, 'errors/body-shape')).toEqual([['waived', 'baseline']]);
    expect(same.baseline).toMatchObject({
      source: 'main.json',
      failedBefore: ['list/limit-bounds-count', 'errors/body-shape'],
      fixed: [],
    });
    expect(verdictSentence(same)).toMatch(
      /^No violation in what was selected: 49 of 51 selected MUST requirements hold, 2 failed before \(11 not selected\)/,
    );
    expect(JSON.parse(renderBadgeJson(same)).message).toBe('49/51 selected hold, 2 failed before');
  });

  test('is shown apart, everywhere', () => {
    const reason = 'failed in the baseline, main.json (run of 2026-01-01 10:00:00 UTC)';
    expect(terminal(same)).toContain(
      `FAILED BEFORE  2\n  list/limit-bounds-count, errors/body-shape\n    ${reason}`,
    );
    expect(terminal(same)).toMatch(/passed {2}before {2}observed/);
    expect(renderSummary(same)).toMatch(/### Failed before\n\n- `list\/limit-bounds-count`, `errors/);
    expect(renderJunit(same)).toContain(`<skipped message="${reason}"`);
    expect(renderJunit(same)).not.toContain('<failure');
    expect(renderAnnotations(same)).toBe('');
    expect(JSON.parse(renderCodeQuality(same))).toEqual([]);
    expect(renderHtml(same)).toMatch(/id="failed-before"[^>]*><h2>Failed before/);
    expect(renderHtml(same)).toContain('MUST, failed before');
    expect(renderHtml(same)).not.toContain('id="waived"');
  });

  test('is no excuse for what held there', () => {
    const worse = report(['errors/body-shape', 'list/safe', 'list/unique-ids']);
    expect(exitStatus(worse)).toBe(1);
    expect(verdicts(worse, 'errors/body-shape', 'list/safe', 'list/unique-ids')).toEqual([
      ['failed', undefined],
      ['warned', undefined],
      ['waived', 'baseline'],
    ]);
    expect(verdictSentence(worse)).toMatch(/^Not conformant: 1 of 51 selected .*, 49 hold, 1 failed before/);
    expect(worse.baseline).toMatchObject({ broke: ['list/unique-ids', 'list/safe'], newlyTested: [] });
    expect(terminal(worse)).toMatch(
      /FAILED {2}list\/unique-ids[\s\S]*?\n {2}Baseline {6}passed in the baseline, main\.json\n/,
    );
    expect(renderHtml(worse)).toContain('Passed in the baseline, main.json');
    expect(renderSummary(worse)).toContain('\n\nBaseline: passed in the baseline, main.json\n\n');
    expect(renderJunit(worse)).toContain('Baseline: passed in the baseline, main.json');
    expect(renderAnnotations(worse)).toContain('%0ABaseline: passed in the baseline, main.json\n');
    expect(renderAnnotations(worse)).not.toContain('errors/body-shape');
  });

  test('is distinguished from what was not decided there', () => {
    const before = baselineOf(reportWith([], { selected: without('list/unique-ids') }), 'main.json', target);
    const newly = reportWith(['list/unique-ids'], { baseline: before });
    expect(exitStatus(newly)).toBe(1);
    expect(newly.baseline).toMatchObject({ broke: [], newlyTested: ['list/unique-ids'] });
    expect(terminal(newly)).toContain('  Baseline      undecided in the baseline, main.json\n');
  });

  test('may fail in a new way: that is reported, as by compare, and fails nothing', () => {
    const other = foldRun([
      runStarted({ baseline }),
      ...faultless(),
      exchanged(exchange(500, 'errors/body-shape')),
      found('errors/body-shape', 500, { kind: 'no-json' }),
      runFinished(),
    ]);
    expect(exitStatus(other)).toBe(0);
    expect(terminal(other)).toMatch(/; new\s+findings: no-json/);
  });

  test('and holds now is named, with what to do', () => {
    const better = report(['errors/body-shape']);
    expect(better.baseline?.fixed).toEqual(['list/limit-bounds-count']);
    expect(terminal(better)).toMatch(
      /FIXED SINCE THE BASELINE {2}1\n {2}list\/limit-bounds-count\n {4}These failed in main\.json\. Replace it with this run's report\.json/,
    );
    expect(renderSummary(better)).toContain(
      '### Fixed since the baseline\n\n- `list/limit-bounds-count`: These failed in',
    );
    expect(renderHtml(better)).toMatch(/id="fixed"><h2>Fixed/);
    const worseToo = report(['list/unique-ids']);
    expect(terminal(worseToo)).toMatch(/Use the\s+report\.json of a complete run/);
  });

  test('and was not decided is no better', () => {
    const selected = without('list/limit-bounds-count');
    expect(report(['errors/body-shape'], { selected }).baseline).toMatchObject({
      fixed: [],
      undecided: [],
      leftOut: ['list/limit-bounds-count'],
    });
  });

  test('is no new baseline where the run was asked for less', () => {
    const less = report([], { selected: without('errors/body-shape') });
    expect(less.baseline).toMatchObject({ fixed: ['list/limit-bounds-count'], undecided: [] });
    expect(fixedAdvice(less)).toMatch(/Use the report\.json of a complete run/);
    expect(fixedAdvice(report([]))).toMatch(/Replace it with this run's report\.json/);
  });

  test('stays known from one baseline to the next, until it is fixed', () => {
    const violated = ['errors/body-shape', 'list/limit-bounds-count'];
    const next = baselineOf(report(violated), 'next.json', target);
    expect(exitStatus(report(violated, { baseline: next }))).toBe(0);
    const fixed = baselineOf(report(['errors/body-shape'], { baseline: next }), 'fixed.json', target);
    expect(exitStatus(report(violated, { baseline: fixed }))).toBe(1);
  });
});

describe('beside a baseline', () => {
  const bodyShape = waiver({ requirement: 'errors/body-shape' });

  test('a waiver takes precedence: its reason is shown', () => {
    const both = report(['errors/body-shape', 'list/limit-bounds-count'], { waivers: [bodyShape] });
    expect(verdicts(both, 'errors/body-shape', 'list/limit-bounds-count')).toEqual([
      ['waived', 'baseline'],
      ['waived', 'waivers'],
    ]);
    expect(both.waivers).toMatchObject([{ state: 'used' }]);
    expect(verdictSentence(both)).toMatch(
      /^No violation in what was selected: 49 of 51 selected .*1 violated and waived, 1 failed before/,
    );
  });

  test('an expired waiver still fails the run: its day was agreed upon', () => {
    const over = { ...bodyShape, expires: '2025-12-31' };
    expect(exitStatus(report(['errors/body-shape'], { waivers: [over] }))).toBe(1);
    const ofOther = { ...over, target: 'https://other.example.com' };
    expect(exitStatus(report(['errors/body-shape'], { waivers: [ofOther] }))).toBe(0);
  });

  test('a waiver that is stale fails the run', () => {
    const stale = [waiver({ requirement: 'get/stable' })];
    expect(exitStatus(report(['errors/body-shape'], { waivers: stale }))).toBe(1);
  });

  test('--fail-on should counts what is newly warned, and nothing else', () => {
    const before = baselineOf(reportWith(['list/safe']), 'main.json', target);
    const header = { baseline: before, failOn: 'should' } as const;
    expect(exitStatus(reportWith(['list/safe'], header))).toBe(0);
    expect(exitStatus(reportWith(['list/safe', 'auth/challenge'], header))).toBe(1);
    expect(exitStatus(reportWith(['list/safe', 'auth/challenge'], { baseline: before }))).toBe(0);
  });

  test('--min-decided asks for every selected MUST still', () => {
    const header = { minDecided: 1 };
    const events = [runStarted({ baseline, ...header }), ...faultless().slice(4), runFinished()];
    expect(exitStatus(report(['errors/body-shape'], header))).toBe(0);
    expect(exitStatus(foldRun(events))).toBe(3);
  });

  test('an error of the suite and an end before the end take the verdict away', () => {
    const events = [
      runStarted({ baseline }),
      ...faultless(),
      exchanged(exchange(500, 'errors/body-shape')),
      found('errors/body-shape', 500),
    ];
    const error = { type: 'internal-error', requirement: 'errors/body-shape', message: 'a bug' } as const;
    expect(exitStatus(foldRun([...events, error, runFinished()]))).toBe(3);
    expect(exitStatus(foldRun([...events, runFinished('interrupted by the user')]))).toBe(3);
    expect(exitStatus(foldRun(events))).toBe(3);
  });
});

test('what fails a run is what a comparison calls a new failure', () => {
  fc.assert(
    fc.property(arbitraryRun, arbitraryRun, (earlier, [first, ...events]) => {
      if (first?.type !== 'run-started') {
        throw new Error('a run without a beginning');
      }
      const before = foldRun(earlier);
      const { waivers: _, baseline: __, ...header } = first.header;
      const plain = foldRun([{ ...first, header }, ...events]);
      const known = { ...header, baseline: baselineOf(before, 'main.json', target) };
      const compared = foldRun([{ ...first, header: known }, ...events]);
      const failing = compared.requirements.filter(({ verdict }) => failsRun(verdict, compared.run));
      const { newFailures, changes } = compareReports(named('before', before), named('after', plain));
      expect(failing.map(({ id }) => id).sort()).toEqual([...newFailures].sort());
      expect(compared.baseline?.broke).toEqual(changes.broke.map(({ id }) => id));
      const newlyViolated = changes.newlyTested.filter(({ after }) => isViolated(after));
      expect(compared.baseline?.newlyTested).toEqual(newlyViolated.map(({ id }) => id));
    }),
    { numRuns: 60 },
  );
});
