import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareReports, comparisonSentence, comparisonStatus } from '../../src/compare/comparison.ts';
import { foldRun } from '../../src/report/fold.ts';
import type { Report } from '../../src/report/report.ts';
import type { RunHeader } from '../../src/verdict/run-event.ts';
import { arbitraryRun } from '../report/arbitrary-run.ts';
import { found, madeReport, runFinished } from '../report/made-up-run.ts';
import { waiver } from '../waivers/made-up-waiver.ts';
import { named, reportWith, without } from './made-up-reports.ts';

const compare = (before: Report, after: Report) =>
  compareReports(named('before', before), named('after', after));
const clean = reportWith([]);
const broken = reportWith(['list/safe', 'list/limit-bounds-count']);

function ids(comparison: ReturnType<typeof compare>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(comparison.changes).map(([list, changes]) => [
      list,
      changes.map(
        ({ id, before, after }: { id: string; before: string; after: string }) => `${id} ${before}>${after}`,
      ),
    ]),
  );
}

const nothing = { broke: [], fixed: [], newlyTested: [], noLongerTested: [], stillViolated: [] };

describe('two runs', () => {
  test('that say the same have no difference', () => {
    const same = compare(broken, broken);
    expect(ids(same)).toEqual({
      ...nothing,
      stillViolated: ['list/limit-bounds-count failed>failed', 'list/safe warned>warned'],
    });
    expect(comparisonStatus(same)).toBe(0);
    expect(compare(clean, clean).remarks).toEqual([]);
    expect(comparisonSentence(compare(clean, clean))).toBe('No new failure: every verdict is the same.');
  });

  test('show what broke, and a MUST among it makes the status 1', () => {
    const worse = compare(clean, broken);
    expect(ids(worse)).toEqual({
      ...nothing,
      broke: ['list/limit-bounds-count passed>failed', 'list/safe passed>warned'],
    });
    expect(worse.newFailures).toEqual(['list/limit-bounds-count']);
    expect(comparisonStatus(worse)).toBe(1);
    expect(worse.changes.broke[0]?.text).toBe('list/limit-bounds-count is violated');
    expect(comparisonSentence(worse)).toBe('1 new failure: 2 broke.');
  });

  test('count a SHOULD too where the later run does', () => {
    expect(compare(clean, reportWith(['list/safe'])).newFailures).toEqual([]);
    expect(compare(clean, reportWith(['list/safe'], { failOn: 'should' })).newFailures).toEqual([
      'list/safe',
    ]);
  });

  test('show what was fixed', () => {
    const better = compare(broken, clean);
    expect(ids(better)['fixed']).toHaveLength(2);
    expect(comparisonStatus(better)).toBe(0);
  });

  test('show what only one of them tests, and a failure that was not known is new', () => {
    const less = reportWith([], { selected: without('list/limit-bounds-count', 'list/safe') });
    const newly = compare(less, reportWith(['list/limit-bounds-count']));
    expect(ids(newly)).toEqual({
      ...nothing,
      newlyTested: ['list/limit-bounds-count skipped>failed', 'list/safe skipped>passed'],
    });
    expect(comparisonStatus(newly)).toBe(1);
    const gone = compare(broken, less);
    expect(ids(gone)).toEqual({
      ...nothing,
      noLongerTested: ['list/limit-bounds-count failed>skipped', 'list/safe warned>skipped'],
    });
    expect(comparisonStatus(gone)).toBe(0);
  });

  test('tell a new way in which the same requirement is violated', () => {
    const other = madeReport([
      found('list/limit-bounds-count', 1, { kind: 'too-many' }),
      found('list/limit-bounds-count', 2, { kind: 'negative' }),
    ]);
    const [still] = compare(broken, other).changes.stillViolated;
    expect(still).toMatchObject({ id: 'list/limit-bounds-count', newKinds: ['negative'] });
  });

  test('take a waiver neither for mending nor, when it ends, for breaking', () => {
    const waived = reportWith(['list/limit-bounds-count'], {
      waivers: [waiver({ requirement: 'list/limit-bounds-count' })],
    });
    const failed = reportWith(['list/limit-bounds-count']);
    for (const [before, after] of [
      [waived, failed],
      [failed, waived],
    ] as const) {
      expect(compare(before, after).changes.stillViolated).toHaveLength(1);
      expect(comparisonStatus(compare(before, after))).toBe(0);
    }
    expect(compare(clean, waived).changes.broke).toHaveLength(1);
    expect(comparisonStatus(compare(clean, waived))).toBe(0);
  });

  test('of which the later one has no verdict show nothing new: the status is 3', () => {
    const cut = madeReport([], {}, runFinished('interrupted by the user'));
    expect(comparisonStatus(compare(clean, cut))).toBe(3);
    expect(compare(clean, cut).remarks.map(({ text }) => text)).toContain(
      'the later run ended early: interrupted by the user',
    );
  });

  test('of different catalogues: what is new there is no new failure', () => {
    const older: Report = {
      ...clean,
      catalogue: clean.catalogue - 1,
      requirements: clean.requirements.filter(
        ({ id }) => id !== 'list/safe' && id !== 'list/limit-bounds-count',
      ),
    };
    const updated = compare(older, broken);
    expect(ids(updated)['newlyTested']).toEqual([
      'list/limit-bounds-count absent>failed',
      'list/safe absent>warned',
    ]);
    expect(comparisonStatus(updated)).toBe(0);
    expect(updated.remarks).toEqual([
      { kind: 'hindrance', text: 'the later run is by another catalogue: version 1 in the place of 0' },
    ]);
    expect(ids(compare(broken, older))['noLongerTested']).toEqual([
      'list/limit-bounds-count failed>absent',
      'list/safe warned>absent',
    ]);
  });
});

describe('what keeps two runs from being compared', () => {
  test.each<[string, Partial<RunHeader>, 'hindrance' | 'note', RegExp]>([
    ['another effort', { effort: 'smoke' }, 'hindrance', /^the effort was normal, and is smoke/],
    ['nothing created', { readOnly: true }, 'hindrance', /--read-only/],
    ['a selection', { selected: without('list/safe') }, 'hindrance', /selected 1 requirement fewer$/],
    ['a load', { kind: 'load' }, 'hindrance', /^one is the report of a run, the other of a load$/],
    ['recorded traffic', { kind: 'judge' }, 'hindrance', /the other of recorded traffic$/],
    [
      'another target',
      { baseUrl: 'https://other.example.com' },
      'note',
      /^the target was http:.*other\.example\.com$/,
    ],
    [
      'another version',
      { tool: { name: 'animal-store-conformance', version: '9.0.0' } },
      'note',
      /is 9\.0\.0$/,
    ],
    ['another order', { startedAt: '2025-01-01T00:00:00.000Z' }, 'note', /made after the other one$/],
  ])('%s', (_, header, kind, text) => {
    const { remarks } = compare(clean, reportWith([], header));
    expect(remarks).toEqual([{ kind, text: expect.stringMatching(text) }]);
  });

  test('is not another seed, nor time', () => {
    expect(
      compare(clean, reportWith([], { seed: 7, startedAt: '2026-02-01T00:00:00.000Z' })).remarks,
    ).toEqual([]);
  });
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
    { numRuns: 60 },
  );
});
