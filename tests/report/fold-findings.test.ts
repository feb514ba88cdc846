import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { renderSummary } from '../../src/report/artifacts/summary.ts';
import { renderHtml } from '../../src/report/html.tsx';
import { renderTerminal } from '../../src/report/terminal.ts';
import type { Waiver } from '../../src/verdict/known-failures.ts';
import type { LoadDeviation } from '../../src/verdict/load-record.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { waiver } from '../waivers/made-up-waiver.ts';
import { allIds, done, exchange, exchanged, found, madeReport, rowOf } from './made-up-run.ts';
import { stalledLoad } from './sample-load.ts';

const creation = {
  request: { ...exchange(1, 'x').request, method: 'POST', target: '/pets', body: '{"name":"a long name"}' },
};

describe('the evidence of a requirement', () => {
  test('is counted, and shown by three', () => {
    const many = Array.from({ length: 5 }, (_, index) => exchanged(exchange(index + 1, 'list/safe')));
    const report = madeReport([...many, ...done('list/safe')]);
    expect(rowOf(report, 'list/safe').evidence).toEqual({ count: 5, exchanges: [1, 2, 3] });
    expect(report.exchanges.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  test('is none where it was not selected', () => {
    const report = madeReport([exchanged(exchange(1, 'list/safe')), ...done('list/safe')], {
      selected: ['get/stable'],
    });
    expect(rowOf(report, 'list/safe').evidence).toEqual({ count: 0, exchanges: [] });
  });

  test.each([
    ['names it', 'fix rate/reset-is-timestamp first', 'failed'],
    ['names another one', 'fix rate/reset-is-timestamp-too first', 'skipped'],
  ])(
    'of one that was not selected counts where a selected MUST is undecided and %s',
    (_, reason, verdict) => {
      const report = madeReport(
        [
          found('rate/reset-is-timestamp', 1),
          { type: 'check-finished', requirement: 'list/safe', outcome: 'done', reason: null },
          { type: 'check-finished', requirement: 'get/stable', outcome: 'inconclusive', reason },
        ],
        { selected: ['get/stable', 'list/safe'] },
      );
      expect(rowOf(report, 'rate/reset-is-timestamp').verdict).toBe(verdict);
      expect(report.verdict).toBe(verdict === 'failed' ? 'non-conformant' : 'none');
    },
  );

  test('and exchanges of findings are in the order of their numbers, related ones too', () => {
    const report = madeReport([
      exchanged(exchange(7, 'list/safe')),
      exchanged(exchange(3, 'preflight')),
      exchanged(exchange(5, 'preflight')),
      found('list/unique-ids', 7, { related: [{ role: 'control', exchange: 3 }] }),
    ]);
    expect(report.exchanges.map(({ number }) => number)).toEqual([3, 7]);
    expect(rowOf(report, 'list/unique-ids').findings[0]?.related).toEqual([{ role: 'control', exchange: 3 }]);
  });

  test('of a requirement that is not flagged contains no findings', () => {
    const report = madeReport([found('store/orders', 1), found('list/safe', 1)], {
      selected: allIds.filter((id) => id !== 'list/safe'),
    });
    expect(rowOf(report, 'store/orders').findings).toEqual([]);
    expect(rowOf(report, 'list/safe').findings).toEqual([]);
  });
});

describe('a finding', () => {
  test('shows five exchanges, and the command that sends the smallest again', () => {
    const seven = Array.from({ length: 7 }, (_, index) => [
      exchanged(exchange(index + 1, 'list/safe')),
      found('list/unique-ids', index + 1),
    ]).flat();
    const [finding] = rowOf(madeReport(seven), 'list/unique-ids').findings;
    expect(finding).toMatchObject({ count: 7, exchanges: [1, 2, 3, 4, 5], first: 1 });
    expect(finding?.operations).toEqual([{ operation: 'listPets', exchanges: 7 }]);
    expect(finding?.curl).toContain('/pets?limit=5');
    expect(finding?.rerun).toContain("--only 'list/unique-ids' --only 'list/safe'");
  });

  test('names its counterexample first, and the others in their order', () => {
    const target = (number: number) => `/pets?limit=${'1'.repeat(10 - number)}`;
    const events = [1, 2, 3, 4, 5, 6, 7].flatMap((number) => [
      exchanged(
        exchange(number, 'list/safe', { request: { ...exchange(1, 'x').request, target: target(number) } }),
      ),
      found('list/unique-ids', number),
    ]);
    const [finding] = rowOf(madeReport(events), 'list/unique-ids').findings;
    expect(finding?.exchanges).toEqual([7, 3, 4, 5, 6]);
  });

  describe('that not every identical request shows', () => {
    const two = (first: Partial<Exchange>, second: Partial<Exchange>, id = 'list/unique-ids') => [
      exchanged(exchange(1, 'list/safe', first), [id]),
      exchanged(exchange(2, 'list/safe', second), [id]),
      found(id, 1),
    ];
    const otherStatus = { response: { ...exchange(1, 'x').response, status: 404 } } as Partial<Exchange>;
    const sameOf = (events: readonly RunEvent[]) =>
      rowOf(madeReport(events), 'list/unique-ids').findings[0]?.sameRequests;

    test('says how many do', () => {
      const report = madeReport(two({}, otherStatus));
      expect(rowOf(report, 'list/unique-ids').findings[0]?.sameRequests).toEqual({ sent: 2, showing: 1 });
      const text = '1 of 2 identical requests showed this: send it several times, or rerun the checks';
      expect(renderSummary(report)).toContain(`Frequency:    ${text}`);
      expect(renderHtml(report)).toContain(`<dt>Frequency</dt><dd><bdi>${text}</bdi></dd>`);
      expect(renderTerminal(report, { columns: 120, color: false })).toContain(`  Frequency     ${text}`);
    });

    test('says nothing of those before, if all show it since', () => {
      const list = (number: number, changes: Partial<Exchange> = {}) =>
        exchanged(exchange(number, 'list/safe', changes), ['list/unique-ids']);
      const since = [list(1, otherStatus), list(2), list(3), found('list/unique-ids', 2)];
      expect(sameOf([...since, found('list/unique-ids', 3)])).toBeUndefined();
      expect(sameOf(since)).toEqual({ sent: 2, showing: 1 });
    });

    test.each(['list/unique-ids', 'errors/code-stable'])(
      'says how many were sent at the same time, and gives no request alone to repeat it: %s',
      (id) => {
        const span = { sentAtMs: 1_000, finishedAtMs: 1_100 };
        const report = madeReport(two(span, { ...span, sentAtMs: 1_050 }, id));
        expect(rowOf(report, id).findings[0]).toMatchObject({ atOnce: 2, curl: null });
        const text = 'seen only among requests sent at the same time (2 in flight): rerun the checks';
        expect(renderHtml(report)).toContain(text);
        const terminal = renderTerminal(report, { columns: 120, color: false });
        expect(terminal).toContain(text);
        expect(terminal).toContain('Rerun');
        expect(terminal).not.toContain('Reproduce');
      },
    );

    test('counts none of a plan limit or a load', () => {
      const id = 'quota/fully-granted';
      const measured = madeReport(two({}, otherStatus, id), { selected: [id] });
      expect(rowOf(measured, id).findings.map(({ sameRequests }) => sameRequests)).toEqual([undefined]);
      expect(sameOf([...two({}, otherStatus), { type: 'load', record: stalledLoad }])).toBeUndefined();
    });
  });

  test('precedes later ones, in whatever order they were recorded', () => {
    const events = [
      ...[2, 5, 9].map((number) => exchanged(exchange(number, 'list/safe'))),
      ...[5, 9, 2].map((number) => found('list/unique-ids', number, { kind: `kind-${number}` })),
    ];
    const { findings } = rowOf(madeReport(events), 'list/unique-ids');
    expect(findings.map(({ first }) => first)).toEqual([2, 5, 9]);
  });

  test('that a waiver covers makes the requirement waived, and names the waiver', () => {
    const known = waiver({ requirement: 'list/unique-ids' });
    const events = [exchanged(exchange(1, 'list/safe')), found('list/unique-ids', 1)];
    const waived = rowOf(madeReport(events, { waivers: [known] }), 'list/unique-ids');
    expect(waived).toMatchObject({ verdict: 'waived', waivedBy: 'waivers' });
    expect(rowOf(madeReport(events), 'list/unique-ids')).not.toHaveProperty('waivedBy');
  });

  test('that a waiver covers comes last, earlier or not', () => {
    const known = waiver({ requirement: 'list/unique-ids', operation: 'createPet' });
    const events = [
      exchanged(exchange(1, 'list/safe', creation)),
      exchanged(exchange(2, 'list/safe')),
      found('list/unique-ids', 1, { message: 'the waived one' }),
      found('list/unique-ids', 2, { message: 'the open one' }),
    ];
    const { findings, verdict } = rowOf(madeReport(events, { waivers: [known] }), 'list/unique-ids');
    expect(verdict).toBe('failed');
    expect(findings.map(({ message, waiver: index }) => [message, index])).toEqual([
      ['the open one', undefined],
      ['the waived one', 0],
    ]);
    expect(rowOf(madeReport(events), 'list/unique-ids').findings).toHaveLength(1);
  });

  test('under load is counted as often as it was seen, of each operation where waivers tell those apart', () => {
    const deviation: LoadDeviation = {
      requirement: 'list/unique-ids',
      kind: 'too-many',
      count: 512,
      operations: { createPet: 500 },
      firstSecond: 1,
      rateThen: 10,
    };
    const events = (deviations: LoadDeviation[]): RunEvent[] => [
      exchanged(exchange(1, 'load', creation)),
      exchanged(exchange(2, 'load')),
      exchanged(exchange(3, 'load', { request: { ...exchange(1, 'x').request, target: '/other' } })),
      found('list/unique-ids', 1),
      { type: 'load', record: { ...stalledLoad, deviations } },
    ];
    const counts = (all: RunEvent[], waivers: Waiver[] = []) =>
      rowOf(madeReport(all, { kind: 'load', waivers }), 'list/unique-ids').findings.map(({ count }) => count);
    expect(counts(events([deviation]))).toEqual([512]);
    expect(counts(events([{ ...deviation, kind: 'other' }]))).toEqual([1]);
    expect(counts(events([{ ...deviation, requirement: 'list/safe' }]))).toEqual([1]);
    expect(counts(events([{ ...deviation, count: 0 }]))).toEqual([1]);
    const apart = waiver({ requirement: 'list/unique-ids', operation: 'listPets' });
    expect(counts(events([deviation]), [apart])).toEqual([500]);
    expect(counts([...events([deviation]), found('list/unique-ids', 2)], [apart])).toEqual([500, 1]);
    expect(counts([...events([deviation]), found('list/unique-ids', 3)], [apart])).toEqual([500, 1]);
  });
});
