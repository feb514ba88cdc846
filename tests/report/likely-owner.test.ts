import { expect, test } from 'vitest';
import { likelyOwner } from '../../src/report/likely-owner.ts';
import type { ReportExchange } from '../../src/report/report.ts';
import { reportExchange } from '../../src/report/report-exchange.ts';
import { exchange } from './made-up-run.ts';

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
