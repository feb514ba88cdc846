import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/exchange/exchange.ts';
import { operationsOf } from '../../../suites/steps/operations.ts';
import { earlyRefusals } from '../../../suites/steps/refused-credentials.ts';
import { testSession } from '../../suite/test-session.ts';

function checkOf(readOnly = false) {
  return testSession('http://127.0.0.1:1/v1', { readOnly }).check('auth/checked-first');
}

function inputsOf(readOnly: boolean) {
  return [...new Set(earlyRefusals(checkOf(readOnly).options).map(({ input }) => input))];
}

describe('bad inputs', () => {
  it('create nothing in a run that may not', () => {
    const creates = ({ operation }: { operation: Operation }) => operation === 'createPet';
    expect(inputsOf(false).filter(creates)).toHaveLength(8);
    expect(inputsOf(true)).toEqual(inputsOf(false).filter((input) => !creates(input)));
  });
});

it.each([
  [false, '2030-12-03', 'createPet getPet listPets'],
  [true, '2030-12-03', 'getPet listPets'],
  [false, '2030-12-05', 'createPet listPets'],
  [true, '2030-12-05', 'listPets'],
])('with readOnly %j on %s a run requests %s', (readOnly, day, operations) => {
  const { options } = testSession('http://127.0.0.1:1/v1', { readOnly }).check('auth/missing-key');
  expect(operationsOf(options, new Date(day)).join(' ')).toBe(operations);
});
