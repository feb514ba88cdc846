import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { PlanWitness, withRefusalBodies } from '../../src/plan-limits/plan-witness.ts';
import { emptyJudgement } from '../../src/quota/judgement.ts';
import { Timeline } from '../../src/quota/timeline.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { startWatch } from '../../src/watchers/start-watch.ts';

const rateHeaders: Exchange['request']['headers'] = [
  ['Content-Type', 'application/json'],
  ['X-RateLimit-Limit', '60'],
  ['X-RateLimit-Remaining', '0'],
  ['X-RateLimit-Reset', '1767225660'],
];

function answered(number: number, method: string, status: number, body: string): Exchange {
  return {
    number,
    check: 'quota/never-exceeded',
    startedAt: '2026-01-01T00:00:00.000Z',
    sentAtMs: 1,
    headersAtMs: 2,
    finishedAtMs: 3,
    connection: 1,
    traceparent: '',
    request: {
      method,
      target: '/pets',
      headers: [
        ['Host', '127.0.0.1:8080'],
        ['Connection', 'keep-alive'],
        ['Accept', 'application/json'],
        ['Authorization', 'Bearer $ANIMAL_STORE_QUOTA_KEY_1'],
        ...(method === 'POST' ? [['Content-Type', 'application/json'] as const] : []),
      ],
      body: method === 'POST' ? '{"name":"Rex","categoryId":1}' : null,
      credential: 'quota-key-1',
    },
    response: {
      status,
      headers: rateHeaders,
      body,
      bodyBytes: body.length,
      utf8: true,
      secretsEchoedIn: [],
    },
    failure: null,
  };
}

function witnessed(...exchanges: Exchange[]) {
  const events: RunEvent[] = [];
  const watch = startWatch({ planLimit: null, minuteMs: 60_000, dayMs: 86_400_000 });
  const witness = new PlanWitness(watch, (event) => events.push(event));
  for (const exchange of exchanges) {
    witness.see(exchange);
  }
  return { events, witness };
}

describe('the exchanges of a measurement', () => {
  test('are watched as those of the checks are, and recorded with what was found', () => {
    const { events } = witnessed(answered(7, 'GET', 200, '[{"id":"no number"}]'));
    expect(events[0]).toMatchObject({ type: 'exchange', exchange: { number: 7 } });
    expect(events.flatMap((event) => (event.type === 'finding' ? [event.finding] : []))).toMatchObject([
      { requirement: 'responses/schema', exchange: 7 },
    ]);
  });

  test('tell a name that holds half a surrogate pair in text that every reader of JSON takes', () => {
    const { events } = witnessed(
      answered(8, 'POST', 201, '{"id":5,"name":"R\\ud83dx \\ud83d\\udc31","categoryId":1}'),
    );
    expect(events).toContainEqual({ type: 'animal-created', id: '5', name: 'R\ufffdx 🐱', exchange: 8 });
  });

  test('tell the animals that they created', () => {
    const { events } = witnessed(answered(8, 'POST', 201, '{"id":5,"name":"Rex","categoryId":1}'));
    expect(events.filter(({ type }) => type === 'animal-created')).toEqual([
      { type: 'animal-created', id: '5', name: 'Rex', exchange: 8 },
    ]);
  });

  test('many at once, whose Remaining overtake each other, are no violation', () => {
    const exchanges = Array.from({ length: 60 }, (_, index): Exchange => {
      const remaining = (index * 37) % 60;
      const exchange = answered(index + 1, 'GET', 200, '[]');
      const headers = rateHeaders.map(([name, value]): readonly [string, string] => [
        name,
        name === 'X-RateLimit-Remaining' ? `${remaining}` : value,
      ]);
      const { response } = exchange;
      return { ...exchange, response: response === null ? null : { ...response, headers } };
    });
    expect(witnessed(...exchanges).events.filter(({ type }) => type === 'finding')).toEqual([]);
  });

  test('show each kind of body that a 429 has, once', () => {
    const error = '{"code":"rate","message":"slow","status":429}';
    const { witness } = witnessed(
      answered(1, 'GET', 429, error),
      answered(2, 'GET', 429, error),
      answered(3, 'POST', 429, ''),
    );
    expect([...witness.refusalBodies]).toEqual([
      ['an Error (application/json)', 1],
      ['empty', 3],
    ]);
  });
});

test('the bodies of 429s are observed, or the report says that there was none', () => {
  const observed = withRefusalBodies(emptyJudgement, new Map([['empty', 3]]), new Timeline());
  expect(observed.observations).toEqual([{ requirement: 'quota/body', text: 'empty', entries: [] }]);
  expect(observed.undecided).toEqual([]);
  const none = withRefusalBodies(emptyJudgement, new Map(), new Timeline());
  expect(none.undecided).toEqual([{ requirement: 'quota/body', reason: 'no 429 was received' }]);
});
