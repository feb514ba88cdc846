import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baselineOf } from '../../src/compare/baseline.ts';
import { compareReports } from '../../src/compare/comparison.ts';
import { failsRun, fixedAdvice, isViolated } from '../../src/report/by-verdict.ts';
import { renderCodeQuality } from '../../src/report/code-quality.ts';
import { foldRun } from '../../src/report/fold.ts';
import { renderAnnotations } from '../../src/report/github-annotations.ts';
import { renderHtml } from '../../src/report/html.tsx';
import { renderJunit } from '../../src/report/junit.ts';
import type { Report } from '../../src/report/report.ts';
import { renderSummary } from '../../src/report/summary.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { exitStatus } from '../../src/report/verdict-sentence.ts';
import type { RunEvent, RunHeader } from '../../src/verdict/run-event.ts';
import type { Waiver } from '../../src/verdict/waiver.ts';
import { named, reportWith, without } from '../compare/made-up-reports.ts';
import { waiver } from '../waivers/made-up-waiver.ts';
import { arbitraryRun } from './arbitrary-run.ts';
import { exchange, exchanged, faultless, found, madeReport, runFinished, runStarted } from './made-up-run.ts';
import { stalledLoad } from './sample-load.ts';

const bodyShape = 'errors/body-shape';
const limit = 'list/limit-bounds-count';
const listed = exchange(900, bodyShape);
const read = exchange(901, bodyShape, { request: { ...listed.request, target: '/pets/5' } });
/** errors/body-shape is violated by a list, and by reading an animal too. */
const ofList: RunEvent[] = [exchanged(listed), found(bodyShape, 900)];
const ofBoth: RunEvent[] = [...ofList, exchanged(read), found(bodyShape, 901)];
const error: RunEvent = { type: 'internal-error', requirement: bodyShape, message: 'a bug' };
const known = waiver({ requirement: bodyShape, owner: 'store team' });
const target = 'http://127.0.0.1:8080/v1';
const baseline = baselineOf(reportWith([bodyShape, limit]), 'main.json', target);

function run(events: readonly RunEvent[], header: Partial<RunHeader>, end = runFinished()): Report {
  return foldRun([runStarted(header), ...faultless(), ...events, end]);
}

/** What a report says of failures that are known, and of those that are not. */
function said(report: Report): string[] {
  const violated = report.requirements.filter(({ findings }) => findings.length > 0);
  const { broke = [], fixed = [], newlyTested = [], leftOut = [] } = report.baseline ?? {};
  return [
    `exit ${exitStatus(report)}`,
    ...violated.map(({ id, verdict, waivedBy }) => `${id} ${verdict}${waivedBy ? ` by ${waivedBy}` : ''}`),
    ...report.waivers.map(({ state }) => `waiver ${state}`),
    ...broke.map((id) => `broke ${id}`),
    ...newlyTested.map((id) => `newly tested ${id}`),
    ...fixed.map((id) => `fixed ${id}`),
    ...leftOut.map((id) => `left out ${id}`),
  ];
}

const terminal = (report: Report) => renderTerminal(report, { columns: 100, color: false });
const stale = ['exit 1', 'waiver stale'];
const undecided = ['exit 0', 'waiver undecided'];
const failed = `${bodyShape} failed`;
const waived = `${bodyShape} waived by waivers`;

describe('a waiver', () => {
  test.each<[string, readonly RunEvent[], readonly Waiver[], Partial<RunHeader>, readonly string[]]>([
    ['covers its requirement', ofBoth, [known], {}, ['exit 0', waived, 'waiver used']],
    [
      'covers no other operation',
      ofBoth,
      [{ ...known, operation: 'getPet' }],
      {},
      ['exit 1', failed, 'waiver used'],
    ],
    [
      'covers beside one of another operation',
      ofBoth,
      [
        { ...known, operation: 'getPet' },
        { ...known, operation: 'listPets' },
      ],
      {},
      ['exit 0', waived, 'waiver used', 'waiver used'],
    ],
    [
      'covers a warning that counts',
      [exchanged(listed), found('auth/challenge', 900)],
      [waiver({ requirement: 'auth/challenge' })],
      { failOn: 'should' },
      ['exit 0', 'auth/challenge waived by waivers', 'waiver used'],
    ],
    [
      'that is expired covers nothing',
      ofBoth,
      [{ ...known, expires: '2025-12-31' }],
      {},
      ['exit 1', failed, 'waiver expired'],
    ],
    [
      'of another target covers nothing',
      ofBoth,
      [{ ...known, target: 'https://other.example.com' }],
      {},
      ['exit 1', failed, 'waiver undecided'],
    ],
    [
      'of another target is never stale',
      [],
      [{ ...known, target: 'https://other.example.com' }],
      {},
      undecided,
    ],
    ['whose requirement passes is stale', [], [known], {}, stale],
    [
      'of another operation is stale',
      ofList,
      [{ ...known, operation: 'createPet' }],
      {},
      ['exit 1', failed, 'waiver stale'],
    ],
    ['is not stale at effort smoke', [], [known], { effort: 'smoke' }, undecided],
    ['is not stale where nothing is created', [], [known], { readOnly: true }, undecided],
    ['is not stale in recorded traffic', [], [known], { kind: 'judge' }, undecided],
    ['is not stale in a load', [], [known], { kind: 'load' }, undecided],
    [
      'is not stale where cases were left out',
      [{ type: 'check-finished', requirement: bodyShape, outcome: 'done', reason: null, casesLeftOut: 5 }],
      [known],
      {},
      undecided,
    ],
    ['of a plan limit is not stale without a key', [], [waiver({ requirement: 'quota/day' })], {}, undecided],
    ['covers no error of the suite', [...ofBoth, error], [known], {}, ['exit 3', waived, 'waiver used']],
  ])('%s', (_, events, waivers, header, expected) => {
    expect(said(run(events, { ...header, waivers }))).toEqual(expected);
  });

  test('covers no run that ended early', () => {
    expect(exitStatus(run(ofBoth, { waivers: [known] }, runFinished('interrupted by the user')))).toBe(3);
  });

  test('gives its reason, and leaves each finding of another operation to fail', () => {
    const whole = run(ofBoth, { waivers: [known] });
    const row = (report: Report) => report.requirements.find(({ id }) => id === bodyShape);
    expect(row(whole)).toMatchObject({
      reason: 'the old store counts its readers (until 2026-12-31, store team)',
      findings: [{ waiver: 0, count: 2 }],
    });
    expect(whole.counts.MUST).toMatchObject({ failed: 0, waived: 1 });
    expect(JSON.parse(renderCodeQuality(whole))).toEqual([]);
    const partly = run(ofBoth, { waivers: [{ ...known, operation: 'getPet' }] });
    expect(
      row(partly)?.findings.map(({ operations, waiver: of }) => [operations?.[0]?.operation, of]),
    ).toEqual([
      ['listPets', undefined],
      ['getPet', 0],
    ]);
    expect(JSON.parse(renderCodeQuality(partly))).toHaveLength(1);
    expect(terminal(partly)).toMatch(/Also {10}A list with limit=1 holds 3 animals. \(#901, waived\)/);
    expect(renderHtml(run(ofBoth, {}))).toMatch(
      /<pre>waivers:\n {2}- requirement: errors\/body-shape\n {4}target: http:/,
    );
  });

  test('flags nothing and covers nothing else', () => {
    fc.assert(
      fc.property(arbitraryRun, ([first, ...events]) => {
        if (first?.type !== 'run-started') {
          throw new Error('a run without a beginning');
        }
        const { waivers = [], baseline: _, ...header } = first.header;
        const without = foldRun([{ ...first, header }, ...events]);
        const withThem = foldRun([{ ...first, header: { ...header, waivers } }, ...events]);
        for (const [index, requirement] of withThem.requirements.entries()) {
          const plain = without.requirements[index];
          const covered = requirement.findings.filter(({ waiver: of }) => of !== undefined);
          expect(requirement.verdict).toBe(
            covered.length > 0 && covered.length === requirement.findings.length ? 'waived' : plain?.verdict,
          );
          for (const { waiver: of, operations } of covered) {
            const { requirement: id, operation, state } = withThem.waivers[of ?? -1] ?? {};
            expect(id).toBe(requirement.id);
            expect(state).toBe('used');
            expect(
              operation === null || operations?.map((count) => count.operation).join() === operation,
            ).toBe(true);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('a waiver of a load', () => {
  const deviation = { requirement: bodyShape, kind: 'too-many', firstSecond: 1, rateThen: 100 };
  const deviations = [{ ...deviation, count: 60, operations: { listPets: 55, getPet: 5 } }];
  const load: RunEvent = { type: 'load', record: { ...stalledLoad, objectives: [], deviations } };
  const loaded = (...waivers: Waiver[]) => run([...ofBoth, load], { kind: 'load', waivers });

  test.each<[string, readonly Waiver[], number, readonly (readonly [number, number | undefined])[]]>([
    ['is none', [], 1, [[60, undefined]]],
    ['covers each response', [known], 0, [[60, 0]]],
    [
      'covers its operation',
      [{ ...known, operation: 'listPets' }],
      1,
      [
        [5, undefined],
        [55, 0],
      ],
    ],
  ])('%s', (_, waivers, status, counts) => {
    const report = loaded(...waivers);
    const [row] = report.requirements.filter(({ id }) => id === bodyShape);
    expect(row?.findings.map(({ count, waiver: of }) => [count, of])).toEqual(counts);
    expect(exitStatus(report)).toBe(status);
  });

  test('is printed if asked', () => {
    const options = { columns: 80, color: false };
    expect(renderTerminal(loaded(), options)).not.toContain('- requirement:');
    expect(renderTerminal(loaded(), { ...options, printWaivers: true })).toContain(
      `- requirement: ${bodyShape}`,
    );
  });
});

describe('a baseline', () => {
  const earlier = (violated: readonly string[], header: Partial<RunHeader> = {}) =>
    baselineOf(reportWith(violated, header), 'main.json', target);
  const before = `${bodyShape} waived by baseline`;
  const expired = { ...known, expires: '2025-12-31' };

  test.each<[string, readonly string[], Partial<RunHeader>, readonly string[]]>([
    ['covers what failed', [bodyShape], {}, ['exit 0', before, `fixed ${limit}`]],
    [
      'covers nothing else',
      [bodyShape, 'list/safe', 'list/unique-ids'],
      {},
      [
        ...['exit 1', 'list/unique-ids failed', 'list/safe warned', before],
        ...['broke list/unique-ids', 'broke list/safe', `fixed ${limit}`],
      ],
    ],
    [
      'without a verdict covers nothing',
      ['list/unique-ids'],
      { baseline: earlier([], { selected: without('list/unique-ids') }) },
      ['exit 1', 'list/unique-ids failed', 'newly tested list/unique-ids'],
    ],
    [
      'has no verdict of what is left out',
      [bodyShape],
      { selected: without(limit) },
      ['exit 0', before, `left out ${limit}`],
    ],
    [
      'comes after a waiver',
      [bodyShape, limit],
      { waivers: [known] },
      ['exit 0', `${limit} waived by baseline`, waived, 'waiver used'],
    ],
    [
      'does not prolong a waiver: its day was agreed upon',
      [bodyShape, limit],
      { waivers: [expired] },
      ['exit 1', `${limit} waived by baseline`, failed, 'waiver expired'],
    ],
    [
      'covers beside a waiver of another target',
      [bodyShape, limit],
      { waivers: [{ ...expired, target: 'https://other.example.com' }] },
      ['exit 0', `${limit} waived by baseline`, before, 'waiver undecided'],
    ],
    [
      'covers what is warned',
      ['list/safe'],
      { baseline: earlier(['list/safe']), failOn: 'should' },
      ['exit 0', 'list/safe waived by baseline'],
    ],
    [
      'does not cover what is newly warned',
      ['list/safe', 'auth/challenge'],
      { baseline: earlier(['list/safe']), failOn: 'should' },
      ['exit 1', 'auth/challenge warned', 'list/safe waived by baseline', 'broke auth/challenge'],
    ],
  ])('%s', (_, violated, header, expected) => {
    expect(said(reportWith(violated, { baseline, ...header }))).toEqual(expected);
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
      { numRuns: 60 },
    );
  });
});

test('every format shows failures that are known apart', () => {
  const report = reportWith([bodyShape, 'list/unique-ids', 'get/stable'], {
    baseline: baselineOf(reportWith(['get/stable', limit]), 'main.json', target),
    waivers: [
      known,
      waiver({ requirement: 'list/safe' }),
      waiver({ requirement: limit, expires: '2025-12-31' }),
    ],
  });
  expect(terminal(report)).toMatchSnapshot();
  expect(renderSummary(report)).toMatchSnapshot();
  expect(
    renderJunit(report).match(/<testsuites.*>|<testcase.*>\n\s*<(?:skipped|failure).*/g),
  ).toMatchSnapshot();
  expect(renderAnnotations(report)).toMatchSnapshot();
  const headings = renderHtml(report).match(/<h2>(?:Waive|Fail|Fixed).*?<\/h2>/g);
  expect(headings?.map((heading) => heading.replace(/<[^>]+>/g, ''))).toEqual([
    ...['Failed 1', 'Waived 1', 'Failed before 1', 'Fixed 1', 'Waivers 3', 'Waivers for these failures 1'],
  ]);
  expect(renderJunit(run([], { waivers: [known] }))).toMatch(
    /failures="1".*<testcase classname="animal-store-conformance\.waivers"/s,
  );
});
