import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import { done, exchange, exchanged, found, madeReport } from './made-up-run.ts';

const truncated = { code: 'truncated', detail: 'the connection was closed within the body' } as const;

function withBody(body: string): Partial<Exchange> {
  const { response } = exchange(1, 'x');
  return response === null ? {} : { response: { ...response, body } };
}

function verdictOf(id: string, events: readonly RunEvent[]) {
  const report = madeReport([...events, ...done(id)], { selected: requirements.map((row) => row.id) });
  const { verdict, reason } = report.requirements.find((row) => row.id === id) ?? {};
  return reason === undefined ? verdict : `${verdict}: ${reason}`;
}

const seeSchema = 'inconclusive: its responses violate another requirement: see responses/schema';

describe('a requirement about bodies', () => {
  const id = 'list/unique-ids';
  const violating = [exchanged(exchange(1, id)), found('responses/schema', 1)];

  test('is not passed by responses that violate another one in that', () => {
    expect(verdictOf(id, violating)).toBe(seeSchema);
    expect(verdictOf(id, [exchanged(exchange(1, id)), found('errors/body-shape', 1)])).toBe(
      'inconclusive: its responses violate another requirement: see errors/body-shape',
    );
    expect(verdictOf(id, [...violating, found('errors/body-shape', 1)])).toBe(
      `${seeSchema}, errors/body-shape`,
    );
    expect(verdictOf(id, [exchanged(exchange(1, id)), found('rate/headers-present', 1)])).toBe('passed');
  });

  test('is passed by one sound response', () => {
    expect(verdictOf(id, [...violating, exchanged(exchange(2, id))])).toBe('passed');
    expect(verdictOf(id, [...violating, exchanged(exchange(2, id, { failure: truncated }))])).toBe(seeSchema);
  });

  test('is not passed by bodies that can not be read', () => {
    const reason = 'inconclusive: none of its responses could be read to its end as JSON';
    for (const changes of [{ failure: truncated }, withBody('<html>'), withBody('')]) {
      expect(verdictOf(id, [exchanged(exchange(1, id, changes))])).toBe(reason);
    }
    expect(verdictOf(id, [exchanged(exchange(1, id, withBody(`"${'x'.repeat(40_000)}"`)))])).toBe('passed');
  });

  test('is passed by an exchange that is not on record, as most of a measurement', () => {
    expect(verdictOf(id, [{ type: 'evidence', requirement: id, exchange: 900 }])).toBe('passed');
  });

  test('does not weigh what it was not judged by', () => {
    const elsewhere = [exchanged(exchange(2, 'list/safe')), found('responses/schema', 2)];
    expect(verdictOf(id, [exchanged(exchange(1, id)), ...elsewhere])).toBe('passed');
  });
});

test.each(['list/returns-pets', 'create/accepts-valid', 'get/returns-created'])(
  '%s says of every response that it is a Pet: one that is none is enough',
  (id) => {
    const events = [exchanged(exchange(1, id)), exchanged(exchange(2, id))];
    expect(verdictOf(id, events)).toBe('passed');
    expect(verdictOf(id, [...events, found('responses/schema', 2)])).toBe(
      'inconclusive: some of its responses violate another requirement: see responses/schema',
    );
    expect(verdictOf(id, [...events, found('errors/body-shape', 2)])).toBe('passed');
  },
);

test('what rests on bodies is not passed by a page of HTML, and the rest is', () => {
  const judged = requirements.filter(({ level }) => level !== 'OBSERVE').map(({ id }) => id);
  const restsOnBody = (id: string) =>
    verdictOf(id, [exchanged(exchange(1, id, withBody('<html>')))]) !== 'passed';
  expect({
    onBodies: judged.filter(restsOnBody),
    onStatusesAndFields: judged.filter((id) => !restsOnBody(id)),
  }).toMatchSnapshot();
});

test('a schema that is violated fails by that, and is not called unsound for it', () => {
  const events = [exchanged(exchange(1, 'responses/schema')), found('responses/schema', 1)];
  expect(verdictOf('responses/schema', events)).toBe('failed');
});
