import { expect, test } from 'vitest';
import { outgoingRequest } from '../../src/replay/recorded-request.ts';
import { exchange } from '../report/made-up-run.ts';

test('what every request of that run carried is left out: this one carries what is given now', () => {
  const { request } = exchange(1, 'list/safe');
  const headers: readonly (readonly [string, string])[] = [
    ['Accept', 'application/json'],
    ['X-Tenant', '$ANIMAL_STORE_HEADER_1'],
    ['Cookie', 'a=1; $ANIMAL_STORE_HEADER_12'],
    ['X-Empty', ''],
  ];
  expect(outgoingRequest({ ...request, headers }, request.target, new Map())?.headers).toEqual([
    { name: 'Accept', value: 'application/json' },
    { name: 'Cookie', value: 'a=1' },
    { name: 'X-Empty', value: '' },
  ]);
});
