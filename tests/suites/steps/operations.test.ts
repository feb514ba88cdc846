import { expect, it } from 'vitest';
import { operationsOf } from '../../../suites/steps/operations.ts';
import { testSession } from '../../suite/test-session.ts';

it.each([
  [false, '2030-12-03', 'createPet getPet listPets'],
  [true, '2030-12-03', 'getPet listPets'],
  [false, '2030-12-05', 'createPet listPets'],
  [true, '2030-12-05', 'listPets'],
])('with readOnly %j on %s a run requests %s', (readOnly, day, operations) => {
  const { options } = testSession('http://127.0.0.1:1/v1', { readOnly }).check('auth/missing-key');
  expect(operationsOf(options, new Date(day)).join(' ')).toBe(operations);
});
