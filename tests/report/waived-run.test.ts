import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderCodeQuality } from '../../src/report/code-quality.ts';
import { foldRun } from '../../src/report/fold.ts';
import { renderHtml } from '../../src/report/html.tsx';
import { renderJunit } from '../../src/report/junit.ts';
import type { Report } from '../../src/report/report.ts';
import { renderSummary } from '../../src/report/summary.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { exitStatus, verdictSentence } from '../../src/report/verdict-sentence.ts';
import type { RunEvent, RunHeader } from '../../src/verdict/run-event.ts';
import { waiver } from '../waivers/made-up-waiver.ts';
import { arbitraryRun } from './arbitrary-run.ts';
import { exchange, exchanged, faultless, found, runFinished, runStarted } from './made-up-run.ts';
import { stalledLoad } from './sample-load.ts';

const listed = exchange(900, 'errors/body-shape');
const read = exchange(901, 'errors/body-shape', {
  request: { ...listed.request, target: '/pets/5' },
});
const violations: RunEvent[] = [exchanged(listed), exchanged(read), found('errors/body-shape', 900)];
const both = [...violations, found('errors/body-shape', 901)];

function report(events: readonly RunEvent[], header: Partial<RunHeader>): Report {
  return foldRun([runStarted(header), ...faultless(), ...events, runFinished()]);
}

function row(of: Report, id = 'errors/body-shape') {
  return of.requirements.find((requirement) => requirement.id === id);
}

const terminal = (of: Report) => renderTerminal(of, { columns: 100, color: false });
const bodyShape = waiver({ requirement: 'errors/body-shape', owner: 'store team' });

describe('a failure that is waived', () => {
  const waived = report(both, { waivers: [bodyShape] });

  test('does not fail the run, and says why', () => {
    expect(exitStatus(waived)).toBe(0);
    expect(waived.counts.MUST).toMatchObject({ failed: 0, waived: 1 });
    expect(row(waived)).toMatchObject({
      verdict: 'waived',
      reason: 'the old store counts its readers (until 2026-12-31, store team)',
    });
    expect(row(waived)?.findings).toEqual([expect.objectContaining({ waiver: 0, count: 2 })]);
    expect(waived.waivers).toMatchObject([{ state: 'used', findings: 1 }]);
    expect(verdictSentence(waived)).toMatch(
      /^No violation in what was selected: \d+ of \d+ selected MUST .*1 violated and waived/,
    );
  });

  test('is shown apart, everywhere', () => {
    expect(terminal(waived)).toMatch(/WAIVED {2}1\n {2}errors\/body-shape\n {4}the old store counts/);
    expect(renderSummary(waived)).toMatch(/### Waived\n\n- `errors\/body-shape`: the old store counts/);
    expect(renderJunit(waived)).toMatch(
      /name="errors\/body-shape"[^>]*>\s*<skipped message="waived: the old store/,
    );
    expect(renderJunit(waived)).not.toContain('<failure');
    expect(renderHtml(waived)).toContain('the old store counts its readers');
    expect(renderHtml(waived)).not.toContain('id="waiver-entries"');
    expect(renderHtml(report(both, {}))).toMatch(
      /<pre>waivers:\n {2}- requirement: errors\/body-shape\n {4}target: http:/,
    );
  });

  test('is none any more where a finding of another operation is not covered', () => {
    const partly = report(both, { waivers: [{ ...bodyShape, operation: 'getPet' }] });
    expect(exitStatus(partly)).toBe(1);
    expect(row(partly)?.verdict).toBe('failed');
    expect(
      row(partly)?.findings.map(({ operations = [], waiver: index }) => [
        operations.map(({ operation }) => operation),
        index,
      ]),
    ).toEqual([
      [['listPets'], undefined],
      [['getPet'], 0],
    ]);
    expect(terminal(partly)).toMatch(/Also {10}A list with limit=1 holds 3 animals. \(#901, waived\)/);
  });

  test('is left out of what pipelines count, finding by finding', () => {
    const partly = report(both, { waivers: [{ ...bodyShape, operation: 'getPet' }] });
    expect(JSON.parse(renderCodeQuality(partly))).toHaveLength(1);
    expect(JSON.parse(renderCodeQuality(waived))).toEqual([]);
    const neither = report(both, { waivers: [{ ...bodyShape, operation: 'createPet' }] });
    expect(row(neither)?.findings).toHaveLength(2);
    expect(JSON.parse(renderCodeQuality(neither))).toHaveLength(1);
  });

  test('may be covered by one waiver an operation', () => {
    const waivers = [
      { ...bodyShape, operation: 'getPet' as const },
      { ...bodyShape, operation: 'listPets' as const, reason: 'another one' },
    ];
    expect(row(report(both, { waivers }))).toMatchObject({
      verdict: 'waived',
      reason: expect.stringMatching(/another one .*; the old store counts/),
    });
  });

  test('may be a warning that the run counts', () => {
    const warned = [exchanged(listed), found('auth/challenge', 900)];
    const header = { failOn: 'should', waivers: [waiver({ requirement: 'auth/challenge' })] } as const;
    expect(exitStatus(report(warned, { failOn: 'should' }))).toBe(1);
    expect(exitStatus(report(warned, header))).toBe(0);
  });
});

describe('a waiver', () => {
  test('that is expired covers nothing, and its requirement says so', () => {
    const over = report(both, { waivers: [{ ...bodyShape, expires: '2025-12-31' }] });
    expect(exitStatus(over)).toBe(1);
    expect(over.waivers).toMatchObject([{ state: 'expired' }]);
    expect(terminal(over)).toMatch(/Waiver {8}expired at the end of 2025-12-31; fix it/);
    expect(renderSummary(over)).toContain('### Expired or stale waivers');
    expect(terminal(over)).not.toContain('reason: ""');
  });

  test('of another target is none of this run', () => {
    const other = waiver({ requirement: 'errors/body-shape', target: 'https://other.example.com' });
    const ofOther = report([], { waivers: [other] });
    expect(ofOther.waivers).toMatchObject([{ state: 'undecided' }]);
    expect(exitStatus(ofOther)).toBe(0);
    expect(exitStatus(report(both, { waivers: [other] }))).toBe(1);
  });

  test.each([
    ['whose requirement passes', [], { requirement: 'errors/body-shape' }],
    [
      'of another operation',
      violations,
      { requirement: 'errors/body-shape', operation: 'createPet' as const },
    ],
  ])('%s is stale, and reported', (_, events, changes) => {
    const stale = report(events, { waivers: [waiver(changes)] });
    expect(stale.waivers).toMatchObject([{ state: 'stale' }]);
    expect(terminal(stale)).toMatch(/EXPIRED OR STALE WAIVERS {2}1\n {2}errors\/body-shape.*: stale: /);
    expect(exitStatus(stale)).toBe(1);
  });

  test.each<[string, Partial<RunHeader>, readonly RunEvent[]]>([
    ['at effort smoke', { effort: 'smoke' }, []],
    ['that creates nothing', { readOnly: true }, []],
    ['of a selection', { selected: ['errors/body-shape'] }, []],
    ['of recorded traffic', { kind: 'judge' }, []],
    [
      'that left cases out',
      {},
      [
        {
          type: 'check-finished',
          requirement: 'errors/body-shape',
          outcome: 'done',
          reason: null,
          casesLeftOut: 5,
        },
      ],
    ],
  ])('that a run %s does not need fails nothing', (_, header, events) => {
    const undecided = report(events, { ...header, waivers: [bodyShape] });
    expect(undecided.waivers).toMatchObject([{ state: 'undecided' }]);
    expect(terminal(undecided)).not.toContain('STALE');
  });

  test('that is stale fails the run', () => {
    const stale = report([], { waivers: [bodyShape] });
    expect(exitStatus(stale)).toBe(1);
    expect(verdictSentence(stale)).toMatch(/^Failed: 1 waiver covers nothing; remove it\. /);
    expect(renderJunit(stale)).toMatch(
      /failures="1".*<testcase classname="animal-store-conformance\.waivers"/s,
    );
    expect(renderSummary(stale)).toMatch(/^## ❌/);
    expect(exitStatus(report(both, { waivers: [bodyShape] }))).toBe(0);
    const undecided = report([], { waivers: [waiver({ requirement: 'quota/day' })] });
    expect(exitStatus(undecided)).toBe(0);
  });

  test('never covers an error of the suite, nor an end before the end', () => {
    const error: RunEvent = { type: 'internal-error', requirement: 'errors/body-shape', message: 'a bug' };
    const header = { waivers: [bodyShape] };
    expect(exitStatus(report([...both, error], header))).toBe(3);
    expect(row(report([error], header))?.verdict).not.toBe('waived');
    const broken = foldRun([
      runStarted(header),
      ...faultless(),
      ...both,
      runFinished('interrupted by the user'),
    ]);
    expect(exitStatus(broken)).toBe(3);
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

describe('a load whose failures are waived', () => {
  const deviations = [
    {
      requirement: 'errors/body-shape',
      kind: 'too-many',
      count: 60,
      operations: { listPets: 55, getPet: 5 },
      firstSecond: 1,
      rateThen: 100,
    },
  ];
  const loaded = (waivers: RunHeader['waivers'] = []) =>
    report([...both, { type: 'load', record: { ...stalledLoad, objectives: [], deviations } }], {
      kind: 'load',
      waivers,
    });

  test('fails without them, and prints their entries if asked', () => {
    expect(exitStatus(loaded())).toBe(1);
    expect(row(loaded())?.findings).toMatchObject([{ count: 60 }]);
    expect(terminal(loaded())).not.toContain('- requirement:');
    expect(renderTerminal(loaded(), { columns: 80, color: false, printWaivers: true })).toContain(
      '- requirement: errors/body-shape',
    );
  });

  test('does not fail, and says so', () => {
    const waived = loaded([bodyShape]);
    expect(exitStatus(waived)).toBe(0);
    expect(verdictSentence(waived)).toBe(
      'Conformant under load: 29,984 responses violate no MUST requirement, except 1 that is waived.',
    );
    expect(terminal(waived)).toMatch(/WAIVED {2}1\n {2}errors\/body-shape\n {4}the old store counts/);
    expect(renderHtml(waived)).toContain('the old store counts its readers');
  });

  test('fails by what another operation showed, with the count of each', () => {
    const partly = loaded([waiver({ requirement: 'errors/body-shape', operation: 'listPets' })]);
    expect(exitStatus(partly)).toBe(1);
    expect(row(partly)?.findings.map(({ count, waiver: of }) => [count, of])).toEqual([
      [5, undefined],
      [55, 0],
    ]);
  });

  test('calls no waiver stale because the load did not show what it is for', () => {
    const unneeded = report([{ type: 'load', record: { ...stalledLoad, objectives: [] } }], {
      kind: 'load',
      waivers: [bodyShape],
    });
    expect(unneeded.waivers).toMatchObject([{ state: 'undecided' }]);
    expect(terminal(unneeded)).not.toContain('EXPIRED OR STALE WAIVERS');
  });
});
