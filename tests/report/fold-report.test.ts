import { describe, expect, test } from 'vitest';
import { foldRun } from '../../src/report/fold.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import {
  done,
  exchange,
  exchanged,
  faultless,
  found,
  madeReport,
  runFinished,
  runStarted,
  undecided,
} from './made-up-run.ts';
import { stalledLoad } from './sample-load.ts';
import { fixedWindowRecord } from './sample-plan-limits.ts';

describe('what a report says of its run', () => {
  test('is what the header says', () => {
    const { run } = madeReport([exchanged(exchange(1, 'list/safe'))]);
    expect(run).toEqual({
      startedAt: '2026-01-01T10:00:00.000Z',
      finishedAt: '2026-01-01T10:00:01.840Z',
      seed: 42,
      effort: 'normal',
      requests: 1,
      durationMs: 1_840,
      tag: 'conformance-1a2b3c',
      command: 'npx animal-store-conformance run http://127.0.0.1:8080/v1 --seed 42',
      argv: { target: 'http://127.0.0.1:8080/v1', checks: [], planLimits: [], wholeRun: [] },
      failOn: 'must',
      selected: expect.any(Array),
    });
    const reach = {
      proxy: 'http://proxy.example.com:3128',
      avoidsProxy: false,
      caFile: null,
      clientCertificate: null,
      clientKey: null,
    };
    const more = { kind: 'judge', readOnly: true, reach } as const;
    expect(madeReport([], more).run).toMatchObject(more);
  });

  test('of one that was killed ends with the last of its latest exchanges', () => {
    const late = { ...exchange(1, 'list/safe'), finishedAtMs: 500 };
    const last = { ...exchange(2, 'list/safe'), finishedAtMs: 400 };
    const killed = foldRun([runStarted(), exchanged(late), exchanged(last)]);
    expect(killed.run).toMatchObject({ durationMs: 500, finishedAt: '2026-01-01T10:00:00.500Z' });
    expect(foldRun([runStarted()]).run).toMatchObject({ durationMs: 0 });
    const old = { ...exchange(1, 'list/safe'), finishedAtMs: 90_000 };
    const many = Array.from({ length: 20 }, (_, index) => exchanged(exchange(index + 2, 'list/safe')));
    expect(foldRun([runStarted(), exchanged(old), ...many]).run.durationMs).toBe(109);
  });

  test('has how many cases the run sent', () => {
    const cases = { sent: 58, all: 953 };
    expect(madeReport([{ type: 'cases', ...cases }]).run.cases).toEqual(cases);
    expect(madeReport([]).run).not.toHaveProperty('cases');
  });

  test('has the number of cases that the effort left out', () => {
    const reported = (cases: number | undefined) =>
      madeReport([
        {
          type: 'check-finished',
          requirement: 'get/unknown-id',
          outcome: 'done',
          reason: null,
          ...(cases === undefined ? {} : { casesLeftOut: cases }),
        },
      ]).requirements.find(({ id }) => id === 'get/unknown-id');
    expect(reported(3)).toMatchObject({ casesLeftOut: 3 });
    expect(reported(undefined)).not.toHaveProperty('casesLeftOut');
  });

  test('tells what bounded it, and which software answered', () => {
    const budget = { maxTimeMs: 1_800_000, bodyBytes: 4_000_000, recordedBytes: 100_000_000 };
    expect(madeReport([], { budget }).run.budget).toEqual(budget);
    expect(madeReport([]).run).not.toHaveProperty('budget');
    const { response } = exchange(1, 'list/safe');
    const headers = [['Server', 'nginx/1.25']] as const;
    const named = { response: response === null ? null : { ...response, headers } };
    expect(madeReport([exchanged(exchange(1, 'list/safe', named))]).service.headers).toEqual([
      { name: 'Server', values: ['nginx/1.25'] },
    ]);
  });

  test('holds its preflight, its animals and every requirement of the catalogue', () => {
    const step = { name: 'key', outcome: 'note', text: 'accepted', remedy: null } as const;
    const report = madeReport([{ type: 'preflight', step }]);
    expect(report.preflight).toEqual([step]);
    expect(report.requirements.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
    expect(report.requirements[0]).toMatchObject({
      group: 'auth',
      level: 'MUST',
      statement: requirements[0]?.statement,
      section: requirements[0]?.section,
      since: 1,
    });
    expect(report).toMatchObject({
      schemaVersion: 1,
      interrupted: null,
      target: { baseUrl: 'http://127.0.0.1:8080/v1' },
    });
    expect(report.tool).toEqual({ name: 'animal-store-conformance', version: '0.1.0' });
  });

  test('counts requirements by level and verdict', () => {
    const { counts } = madeReport([
      ...faultless(),
      found('list/unique-ids', 1),
      found('list/safe', 2),
      undecided('get/stable', 'inconclusive', 'why'),
    ]);
    const of = (level: string) => requirements.filter((row) => row.level === level);
    const functional = (level: string) => of(level).filter(({ id }) => !id.startsWith('quota/')).length;
    const none = { passed: 0, failed: 0, warned: 0, observed: 0, skipped: 0, inconclusive: 0, waived: 0 };
    expect(counts).toEqual({
      MUST: {
        ...none,
        passed: functional('MUST') - 2,
        failed: 1,
        inconclusive: 1,
        skipped: of('MUST').length - functional('MUST'),
      },
      SHOULD: {
        ...none,
        passed: functional('SHOULD') - 1,
        warned: 1,
        skipped: of('SHOULD').length - functional('SHOULD'),
      },
      OBSERVE: {
        ...none,
        observed: functional('OBSERVE'),
        skipped: of('OBSERVE').length - functional('OBSERVE'),
      },
    });
  });
});

describe('how many requests a run sent', () => {
  const sparse = [exchanged(exchange(1, 'list/safe')), exchanged(exchange(40, 'list/safe'))];

  test('are its exchanges, and of a load all that were sent', () => {
    expect(madeReport(sparse).run.requests).toBe(2);
    const { sent: _, ...unsaid } = stalledLoad;
    const load = (record: typeof stalledLoad) =>
      madeReport([...sparse, { type: 'load', record }], { kind: 'load' }).run.requests;
    expect(load({ ...unsaid, requests: 900 })).toBe(900);
    expect(load({ ...stalledLoad, sent: 1_000, requests: 900 })).toBe(1_000);
    expect(load({ ...unsaid, requests: 3 })).toBe(40);
    expect(load({ ...unsaid, requests: 40 })).toBe(40);
    const empty: RunEvent = { type: 'load', record: { ...unsaid, requests: 0 } };
    expect(madeReport([empty], { kind: 'load' }).run.requests).toBe(0);
  });

  test('are of measurements of plan limits as many as they all sent', () => {
    const measured = [90, 20].map((requests): RunEvent => {
      return { type: 'plan-limit', record: { ...fixedWindowRecord, requests } };
    });
    expect(madeReport([...sparse, ...measured]).run.requests).toBe(110);
    expect(madeReport([...sparse, ...measured.slice(1)]).run.requests).toBe(40);
  });
});

test('a finding against nothing of the catalogue is an error of the suite', () => {
  const report = madeReport([...faultless(), found('list/no-such', 1), found('store/orders', 1)]);
  expect(report.internalErrors).toEqual([
    { requirement: 'store/orders', message: "a finding against store/orders, which can't fail" },
    { requirement: 'list/no-such', message: "a finding against list/no-such, which can't fail" },
  ]);
  expect(report.verdict).toBe('none');
  expect(madeReport([...faultless(), found('list/safe', 1)]).internalErrors).toEqual([]);
});

describe('the verdict on the service', () => {
  const load = (record: Partial<typeof stalledLoad>): RunEvent => ({
    type: 'load',
    record: { ...stalledLoad, ...record },
  });
  const some = faultless(['responses/schema']);

  test('is none where something stood in its way', () => {
    const error: RunEvent = { type: 'internal-error', requirement: null, message: 'it broke' };
    const problem: RunEvent = {
      type: 'preflight',
      step: { name: 'key', outcome: 'problem', text: 'refused', remedy: null },
    };
    const note: RunEvent = {
      type: 'preflight',
      step: { name: 'key', outcome: 'note', text: 'slow', remedy: null },
    };
    const verdict = (events: readonly RunEvent[], end = runFinished()) =>
      madeReport([...some, ...events], { kind: 'load' }, end).verdict;
    expect(verdict([])).toBe('conformant');
    expect(verdict([note, load({ invalid: null })])).toBe('conformant');
    expect(verdict([error])).toBe('none');
    expect(verdict([problem])).toBe('none');
    expect(verdict([load({ invalid: 'the generator was the bottleneck' })])).toBe('none');
    expect(verdict([], runFinished('interrupted'))).toBe('none');
  });

  test('is none for a recording without a complete response, or without a decided MUST requirement', () => {
    const judged = (events: readonly RunEvent[]) => madeReport(events, { kind: 'judge' }).verdict;
    const { response } = exchange(1, 'x');
    const empty = { response: response === null ? null : { ...response, body: '' } };
    expect(judged(some)).toBe('conformant');
    expect(judged([exchanged(exchange(1, 'auth/missing-key', empty)), ...done('auth/missing-key')])).toBe(
      'none',
    );
    expect(judged([exchanged(exchange(1, 'list/safe'))])).toBe('none');
    const observed: RunEvent = {
      type: 'observation',
      requirement: 'store/orders',
      text: 'seen',
      exchanges: [1],
    };
    expect(judged([exchanged(exchange(1, 'store/orders')), observed, ...done('store/orders')])).toBe('none');
    expect(judged([exchanged(exchange(1, 'list/safe')), found('list/safe', 1)])).toBe('none');
  });

  test('counts SHOULD requirements where the run does', () => {
    const warned = [...faultless(), found('list/safe', 1)];
    expect(madeReport(warned).verdict).toBe('conformant');
    expect(madeReport(warned, { failOn: 'should' }).verdict).toBe('non-conformant');
    expect(madeReport(faultless(), { failOn: 'should' }).verdict).toBe('conformant');
  });
});
