import { describe, expect, test } from 'vitest';
import type { RunEvent, RunHeader } from '../../src/verdict/run-event.ts';
import {
  done,
  exchange,
  exchanged,
  found,
  functionalIds,
  madeReport,
  rowOf,
  undecided,
} from './made-up-run.ts';

const one = (id: string, events: readonly RunEvent[], header: Partial<RunHeader> = {}) =>
  rowOf(madeReport(events, header), id);

describe('a requirement', () => {
  test('passes when its check was done and something was seen', () => {
    const requirement = one('list/returns-pets', [
      exchanged(exchange(1, 'list/returns-pets')),
      ...done('list/returns-pets'),
    ]);
    expect(requirement).toMatchObject({ verdict: 'passed', evidence: { count: 1, exchanges: [1] } });
  });

  test('passes on what other checks showed of it', () => {
    const watched = [
      exchanged(exchange(1, 'auth/missing-key'), ['rate/headers-present']),
      ...done('rate/headers-present'),
    ];
    expect(one('rate/headers-present', watched).verdict).toBe('passed');
    const told: RunEvent[] = [
      exchanged(exchange(4, 'auth/missing-key')),
      { type: 'evidence', requirement: 'create/unique-ids', exchange: 4 },
      ...done('create/unique-ids'),
    ];
    expect(one('create/unique-ids', told)).toMatchObject({ verdict: 'passed', evidence: { exchanges: [4] } });
  });

  test('is not passed by an exchange that got no answer', () => {
    const failure = { code: 'reset', detail: 'the connection was reset' } as const;
    const silent = exchange(1, 'list/safe', { response: null, failure });
    expect(one('list/safe', [exchanged(silent), ...done('list/safe')]).verdict).toBe('inconclusive');
  });

  test('is observed, every observation once', () => {
    const observation = (text: string): RunEvent => ({
      type: 'observation',
      requirement: 'store/orders',
      text,
      exchanges: [],
    });
    const events = [
      observation('404'),
      observation('404'),
      observation('401 without a key'),
      ...done('store/orders'),
    ];
    expect(one('store/orders', events)).toMatchObject({
      verdict: 'observed',
      observation: '404; 401 without a key',
    });
    expect(one('store/orders', done('store/orders')).verdict).toBe('inconclusive');
  });

  test('that was not asked for is skipped, findings or not', () => {
    const selected = functionalIds.filter((id) => id !== 'list/safe');
    expect(one('list/safe', [found('list/safe', 1)], { selected })).toMatchObject({
      verdict: 'skipped',
      reason: 'not selected (--only, --skip)',
      findings: [],
      evidence: { count: 0 },
    });
    expect(one('quota/body', []).reason).toBe('not selected (--only, --skip)');
    expect(one('quota/body', [undecided('quota/body', 'skipped', 'give --quota-key')]).reason).toBe(
      'give --quota-key',
    );
  });
});

describe('findings of one kind', () => {
  const body = (text: string) => ({
    request: { ...exchange(1, 'x').request, method: 'POST', target: '/pets', body: text },
  });
  const events: RunEvent[] = [
    exchanged(exchange(1, 'create/missing-name', body('{"categoryId":123456789}'))),
    exchanged(exchange(2, 'create/missing-name', body('{}'))),
    exchanged(exchange(3, 'create/missing-name', body('{"categoryId":1}'))),
    found('create/missing-name', 1, { actual: 'first' }),
    found('create/missing-name', 2, { actual: 'smallest' }),
    found('create/missing-name', 2, { actual: 'smallest again' }),
    found('create/missing-name', 3, { actual: 'third' }),
    found('create/missing-name', 3, { kind: 'other', actual: 'another kind' }),
  ];

  test('are one, with the counterexample', () => {
    const { findings } = one('create/missing-name', events);
    expect(findings).toHaveLength(2);
    expect(findings[0]).toMatchObject({
      kind: 'too-many',
      count: 3,
      exchanges: [2, 1, 3],
      actual: 'smallest',
    });
    expect(findings[0]?.curl).toContain("--data-raw '{}'");
    expect(findings[0]?.rerun).toBe(
      "npx animal-store-conformance run http://127.0.0.1:8080/v1 --only 'create/missing-name' --seed 42 --effort normal",
    );
    expect(findings[1]).toMatchObject({ kind: 'other', count: 1, exchanges: [3] });
  });

  test('are shown again by the checks that showed them, where what holds on every answer is violated', () => {
    const watched = [
      exchanged(exchange(1, 'auth/missing-key')),
      exchanged(exchange(2, 'list/returns-pets')),
      exchanged(exchange(3, 'model')),
      found('list/safe', 2, {
        related: [
          { role: 'control', exchange: 1 },
          { role: 'creation', exchange: 3 },
        ],
      }),
    ];
    expect(one('list/safe', watched).findings[0]?.rerun).toContain(
      " --only 'list/safe' --only 'list/returns-pets' --only 'auth/missing-key' --seed",
    );
  });

  test('keep their place where the exchange is not on record', () => {
    const { findings } = one('list/safe', [found('list/safe', 77)]);
    expect(findings[0]).toMatchObject({ exchanges: [77], curl: null });
  });
});
