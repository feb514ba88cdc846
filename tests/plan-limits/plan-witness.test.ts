import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { PlanWitness, withRefusalBodies } from '../../src/plan-limits/plan-wire.ts';
import { emptyJudgement } from '../../src/quota/judgement.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { exchange } from '../watchers/exchanges.ts';

const error = '{"code":"rate","message":"slow","status":429}';

function answered(number: number, method: string, status: number, answer: string): Exchange {
  return exchange({ number, method, status, answer });
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
    const exchanges = Array.from({ length: 60 }, (_, index) =>
      exchange({
        number: index + 1,
        sentAtMs: 1,
        received: { 'X-RateLimit-Remaining': `${(index * 37) % 60}` },
      }),
    );
    expect(witnessed(...exchanges).events.filter(({ type }) => type === 'finding')).toEqual([]);
  });

  test.each([
    ['', 'application/json', 'empty'],
    [error, 'Application/JSON; charset=utf-8', 'an Error (application/json)'],
    ['{"error":"slow down"}', 'application/json', 'JSON that is not an Error (application/json)'],
    ['"slow down"', null, 'JSON that is not an Error (no Content-Type)'],
    ['<html>', 'text/html', 'not JSON (text/html)'],
    ['Too many requests', null, 'not JSON (no Content-Type)'],
  ])('show once that 429s have the body %j as %s', (answer, type, kind) => {
    const refused = (number: number) =>
      exchange({ number, status: 429, answer, received: { 'Content-Type': type } });
    const { witness } = witnessed(refused(1), refused(2), answered(3, 'GET', 200, '[]'));
    expect([...witness.refusalBodies]).toEqual([[kind, 1]]);
  });
});

test('the bodies of 429s are observed, or the report says that there was none', () => {
  const observed = withRefusalBodies(emptyJudgement, new Map([['empty', 3]]), []);
  expect(observed.observations).toEqual([{ requirement: 'quota/body', text: 'empty', entries: [] }]);
  expect(observed.undecided).toEqual([]);
  const none = withRefusalBodies(emptyJudgement, new Map(), []);
  expect(none.undecided).toEqual([{ requirement: 'quota/body', reason: 'no 429 was received' }]);
});
