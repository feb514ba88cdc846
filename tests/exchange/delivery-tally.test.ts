import { expect, it } from 'vitest';
import { DeliveryTally } from '../../src/exchange/delivery-tally.ts';
import type { FailureCode } from '../../src/exchange/exchange.ts';
import { exchange, type Shape } from '../watchers/exchanges.ts';

function tallyOf(shapes: readonly (Shape & { readonly retryOf?: number })[]) {
  const tally = new DeliveryTally();
  for (const { retryOf, ...shape } of shapes) {
    tally.see({ ...exchange(shape), ...(retryOf === undefined ? {} : { retryOf }) });
  }
  return tally;
}

function failed(code: FailureCode): Shape {
  return { failure: { code, detail: 'it broke' } };
}

it('counts nothing if every response was complete', () => {
  const tally = tallyOf([{}, { method: 'POST', body: '{}', status: 500, answer: '' }]);
  expect([...tally.byOperation]).toEqual([]);
  expect([tally.exchanges, tally.unreadable]).toEqual([2, 0]);
});

it('counts what broke by operation and by kind, and what was sent again', () => {
  const tally = tallyOf([
    { ...failed('reset'), response: null },
    { ...failed('reset'), response: null, retryOf: 1 },
    { retryOf: 2 },
    { ...failed('truncated'), target: '/pets?limit=5' },
    { ...failed('truncated'), response: null, target: '/pets/7' },
    { ...failed('timeout'), target: '/pets/7' },
    { ...failed('bad-content-encoding'), method: 'PUT', target: '/pets/7' },
    { ...failed('refused'), response: null },
  ]);
  const none = { dropped: 0, truncated: 0, timedOut: 0, undecodable: 0, retried: 0 };
  expect(Object.fromEntries(tally.byOperation)).toEqual({
    listPets: { ...none, dropped: 2, truncated: 1, retried: 2 },
    getPet: { ...none, dropped: 1, timedOut: 1 },
    other: { ...none, undecodable: 1 },
  });
  expect([tally.exchanges, tally.unreadable]).toEqual([8, 6]);
});
