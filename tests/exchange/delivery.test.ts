import { expect, it } from 'vitest';
import { deliveryOf } from '../../src/exchange/delivery.ts';
import type { FailureCode } from '../../src/exchange/exchange.ts';
import { exchange, type Shape } from '../watchers/exchanges.ts';

function deliveryFor(shapes: readonly (Shape & { readonly retryOf?: number })[]) {
  return deliveryOf(
    shapes.map(({ retryOf, ...shape }) => ({
      ...exchange(shape),
      ...(retryOf === undefined ? {} : { retryOf }),
    })),
  );
}

function failed(code: FailureCode): Shape {
  return { failure: { code, detail: 'it broke' } };
}

it('counts nothing if every response was complete', () => {
  const { unreadable, byOperation } = deliveryFor([
    {},
    { method: 'POST', body: '{}', status: 500, answer: '' },
  ]);
  expect(byOperation).toEqual([]);
  expect(unreadable).toBe(0);
});

it('counts what broke by operation and by kind, and what was sent again', () => {
  const { unreadable, byOperation } = deliveryFor([
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
  expect(byOperation).toEqual([
    { operation: 'listPets', ...none, dropped: 2, truncated: 1, retried: 2 },
    { operation: 'getPet', ...none, dropped: 1, timedOut: 1 },
    { operation: null, ...none, undecodable: 1 },
  ]);
  expect(unreadable).toBe(6);
});
