import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import {
  done,
  exchange,
  exchanged,
  faultless,
  foldRun,
  found,
  madeReport,
  runStarted,
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

test('a report says what each check sent, and of which requirements that is evidence', () => {
  const { checks } = madeReport(
    [
      exchanged(exchange(1, 'preflight'), ['rate/headers-present']),
      exchanged(exchange(2, 'list/safe'), ['rate/headers-present', 'responses/schema']),
      exchanged(exchange(3, 'list/safe')),
      ...done('list/safe'),
    ],
    { selected: ['list/safe', 'rate/headers-present'] },
  );
  expect(checks).toEqual([
    {
      id: 'preflight',
      exchanges: 1,
      durationMs: 4,
      requirements: [{ id: 'rate/headers-present', exchanges: 1 }],
    },
    {
      id: 'list/safe',
      exchanges: 2,
      durationMs: 8,
      requirements: [
        { id: 'list/safe', exchanges: 2 },
        { id: 'rate/headers-present', exchanges: 1 },
      ],
    },
  ]);
});
