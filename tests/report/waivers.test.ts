import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderAnnotations } from '../../src/report/artifacts/github-annotations.ts';
import { renderCodeQuality, renderCtrf } from '../../src/report/artifacts/json-artifacts.ts';
import { renderJunit } from '../../src/report/artifacts/junit.ts';
import { renderSummary } from '../../src/report/artifacts/summary.ts';
import { renderHtml } from '../../src/report/html.tsx';
import type { Report } from '../../src/report/report.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { exitStatus } from '../../src/report/verdict-sentence.ts';
import type { Waiver } from '../../src/verdict/known-failures.ts';
import type { RunEvent, RunHeader } from '../../src/verdict/run-event.ts';
import { propertyRuns } from '../property-runs.ts';
import { waiver } from '../waivers/made-up-waiver.ts';
import { arbitraryReport, arbitraryRun } from './arbitrary-run.ts';
import { bodyShape, error, known, listed, ofBoth, ofList, run, said, terminal } from './known-failures.ts';
import {
  exchange,
  exchanged,
  faultless,
  foldRun,
  found,
  madeReport,
  runFinished,
  undecided,
} from './made-up-run.ts';
import { stalledLoad } from './sample-load.ts';

describe('a waiver', () => {
  const elsewhere = { ...known, target: 'https://other.example.com' };
  const inList = { ...known, operation: 'listPets' } as const;
  const inGet = { ...known, operation: 'getPet' } as const;
  const cut: RunEvent = {
    type: 'check-finished',
    requirement: bodyShape,
    outcome: 'done',
    reason: null,
    casesLeftOut: 5,
  };
  const challenge = [exchanged(listed), found('auth/challenge', 900)];
  const reports: readonly (readonly [string, readonly RunEvent[], readonly Waiver[], Partial<RunHeader>?])[] =
    [
      ['covers its requirement', ofBoth, [known]],
      ['covers no other operation', ofBoth, [inGet]],
      ['covers beside one of another operation', ofBoth, [inGet, inList]],
      [
        'covers a warning that counts',
        challenge,
        [waiver({ requirement: 'auth/challenge' })],
        { failOn: 'should' },
      ],
      ['that is expired covers nothing', ofBoth, [{ ...known, expires: '2025-12-31' }]],
      ['of another target covers nothing', ofBoth, [elsewhere]],
      ['of another target is never stale', [], [elsewhere]],
      ['whose requirement passes is stale', [], [known]],
      ['of another operation is stale', ofList, [{ ...known, operation: 'createPet' }]],
      ['is not stale at effort smoke', [], [known], { effort: 'smoke' }],
      ['is not stale where nothing is created', [], [known], { readOnly: true }],
      ['is not stale in recorded traffic', [], [known], { kind: 'judge' }],
      ['is not stale in a load', [], [known], { kind: 'load' }],
      ['is not stale where cases were left out', [cut], [known]],
      ['of a plan limit is not stale without a key', [], [waiver({ requirement: 'quota/day' })]],
      ['covers no error of the suite', [...ofBoth, error], [known]],
    ];

  test('covers what it names, and says what it is good for', () => {
    const texts = reports.map(([name, events, waivers, header]) =>
      [name, ...said(run(events, { ...header, waivers }))].join('\n  '),
    );
    expect(texts.join('\n')).toMatchSnapshot();
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
      { numRuns: propertyRuns(100) },
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
