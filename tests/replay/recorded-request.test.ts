import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outgoingRequest, spelledOut } from '../../src/replay/resend-example.ts';
import { propertyRuns } from '../property-runs.ts';
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

const keys = new Map([['ANIMAL_STORE_API_KEY', 'abcdef']]);

test.each([
  ['Bearer $ANIMAL_STORE_API_KEY', 'Bearer abcdef'],
  ['Bearer ${ANIMAL_STORE_API_KEY}x', 'Bearer abcdefx'],
  ['Bearer ${ANIMAL_STORE_API_KEY%?}', 'Bearer abcde'],
  ['Bearer ${ANIMAL_STORE_API_KEY%%??}', 'Bearer abcd'],
  ['${ANIMAL_STORE_API_KEY#???}', 'def'],
  ['$HOME is no key', '$HOME is no key'],
  ['Bearer $ANIMAL_STORE_REVOKED_KEY', null],
  ["$(printf %s \"$ANIMAL_STORE_API_KEY\" | tr 'a-z' 'A-Z')", null],
])('%s is sent as %s', (text, sent) => {
  expect(spelledOut(text, keys)).toBe(sent);
});

test('a text without expressions is sent as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(!text.includes('ANIMAL_STORE_'));
      expect(spelledOut(text, keys)).toBe(text);
    }),
    { numRuns: propertyRuns(30) },
  );
});
