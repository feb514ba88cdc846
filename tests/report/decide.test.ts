import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import {
  allIds,
  done,
  exchange,
  exchanged,
  foldRun,
  found,
  madeReport,
  runFinished,
  runStarted,
  undecided,
} from './made-up-run.ts';

/** What a run of these events says of one requirement; without `end` it was killed. */
function saying(id: string, events: readonly RunEvent[], end: RunEvent | null = runFinished()): string {
  const report = foldRun([runStarted({ selected: allIds }), ...events, ...(end === null ? [] : [end])]);
  const { verdict = '', reason } = report.requirements.find((row) => row.id === id) ?? {};
  return reason === undefined ? verdict : `${verdict}: ${reason}`;
}

const step = (outcome: 'good' | 'note' | 'problem'): RunEvent => ({
  type: 'preflight',
  step: { name: 'key', outcome, text: 'the key', remedy: null },
});
const started: RunEvent = { type: 'check-started', requirement: 'list/unique-ids' };
const id = 'list/unique-ids';

describe('a requirement whose check was not finished', () => {
  test('says that it was begun', () => {
    const reason = 'inconclusive: the run ended during its check: run again';
    expect(saying(id, [started])).toBe(reason);
    expect(saying(id, [started], null)).toBe(reason);
    expect(saying(id, [step('problem'), started])).toBe(reason);
    expect(saying(id, [exchanged(exchange(1, id)), ...done(id), started])).toBe(reason);
  });

  test('or that the preflight found a problem', () => {
    expect(saying(id, [step('good'), step('problem')])).toBe(
      'inconclusive: not started: the preflight found a problem; fix that first',
    );
  });

  test('or that the run was over before', () => {
    const reason = 'inconclusive: the run ended before its check: run again';
    expect(saying(id, [step('note')], runFinished('interrupted'))).toBe(reason);
    expect(saying(id, [step('good')], null)).toBe(reason);
    expect(saying(id, [step('good')])).toBe(
      'inconclusive: internal error of the suite: no check ran for it; please report it',
    );
  });
});

describe('a requirement whose check could not tell', () => {
  test('gives its reason, the inconclusive one before the skipped one', () => {
    const skipped = undecided(id, 'skipped', 'left out');
    const open = undecided(id, 'inconclusive', 'cut');
    expect(saying(id, [skipped])).toBe('skipped: left out');
    expect(saying(id, [skipped, open])).toBe('inconclusive: cut');
    expect(saying(id, [exchanged(exchange(1, id)), ...done(id), skipped])).toBe('skipped: left out');
    expect(saying(id, [undecided(id, 'inconclusive', null)])).toBe(
      'inconclusive: the check gave no reason; please report it',
    );
  });

  test('still fails by a finding, and is not decided by an error of the suite', () => {
    expect(saying(id, [undecided(id, 'skipped', 'left out'), found(id, 1)])).toBe('failed');
    const error: RunEvent = { type: 'internal-error', requirement: id, message: 'it broke' };
    expect(saying(id, [exchanged(exchange(1, id)), ...done(id), error])).toBe(
      'inconclusive: internal error of the suite: it broke; please report it',
    );
    expect(saying(id, [error, found(id, 1)])).toBe('failed');
  });
});

test('where no behaviour can fail, a finding is an error of the suite, and nothing seen no observation', () => {
  expect(saying('store/orders', [found('store/orders', 1)])).toBe(
    'inconclusive: internal error of the suite: it reported a failure where none is possible; please report it',
  );
  expect(saying('store/orders', done('store/orders'))).toBe('inconclusive: no evidence collected');
  expect(saying(id, done(id))).toBe('inconclusive: no evidence collected');
});

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
