import { expect, test } from 'vitest';
import { likelyOwner } from '../../src/report/likely-owner.ts';
import type { Cause, ReportExchange } from '../../src/report/report.ts';
import { reportExchange } from '../../src/report/report-exchange.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { exchange, exchanged, found, madeReport } from './made-up-run.ts';

function causes(...events: readonly RunEvent[]): readonly Cause[] {
  const all = [1, 2, 3, 4].map((number) => exchanged(exchange(number, 'list/safe')));
  return madeReport([...all, ...events]).causes;
}

test('violated requirements are grouped if one exchange shows them, MUST before SHOULD', () => {
  expect(
    causes(
      found('errors/no-server-error', 2, { message: 'A request returned 500' }),
      found('responses/documented-status', 2, { message: 'listPets returned 500' }),
      found('list/safe', 1),
    ),
  ).toEqual([
    {
      text: 'listPets returned 500',
      requirements: ['responses/documented-status', 'errors/no-server-error'],
    },
  ]);
});

test.each<[string, RunEvent[]]>([
  [
    'by the same wrong status in different exchanges',
    [
      found('create/missing-name', 1, { kind: 'status-422', expected: '400 with an Error body' }),
      found('create/missing-category', 2, { kind: 'status-422', expected: '400 with an Error body' }),
    ],
  ],
  [
    'by the same kind in different exchanges',
    [found('list/unique-ids', 1, { kind: 'twice' }), found('create/unique-ids', 2, { kind: 'twice' })],
  ],
  [
    'if one of them is an invalid request that was served',
    [found('create/unknown-status', 3, { expected: '400 with an Error body' }), found('responses/schema', 3)],
  ],
  [
    'by a later exchange than the first of each',
    [found('list/unique-ids', 1), found('list/safe', 2), found('list/unique-ids', 2)],
  ],
])('they are not grouped %s', (_, events) => {
  expect(causes(...events)).toEqual([]);
});

const ordinary = exchange(1, 'list/safe');

function answered(status: number, mediaType: string): ReportExchange {
  const { response } = ordinary;
  return reportExchange({
    ...ordinary,
    response: response === null ? null : { ...response, status, headers: [['content-type', mediaType]] },
  });
}

function failed(code: 'refused' | 'reset'): ReportExchange {
  return reportExchange({ ...ordinary, response: null, failure: { code, detail: 'none' } });
}

test.each([
  ['its own answer', 'list/safe', answered(200, 'application/json')],
  ['no example', 'list/safe', undefined],
  ['a connection that breaks', 'list/safe', failed('reset')],
] as const)('%s is for the service to fix', (_, requirement, example) => {
  expect(likelyOwner(requirement, example)).toBeNull();
});

test.each([
  [
    'a web page',
    'list/safe',
    answered(200, 'text/HTML; charset=utf-8'),
    'the operator of this environment',
    'login page',
  ],
  ['no connection', 'list/safe', failed('refused'), 'the operator of this environment', 'connection'],
  ['a gateway', 'list/safe', answered(502, 'text/html'), 'the service, or a gateway in front', 'gateway'],
  ['a plan that was told', 'rate/limit-matches-plan', undefined, 'the service', '--plan'],
  ['a key that was to be used up', 'quota/fully-granted', undefined, 'the service', 'another client'],
] as const)('%s may have another owner', (_, requirement, example, who, why) => {
  const owner = likelyOwner(requirement, example);
  expect(owner?.who).toContain(who);
  expect(owner?.why).toContain(why);
});
