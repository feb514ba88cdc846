import { expect, it } from 'vitest';
import { storedAnimals } from '../../src/self-check/trial-settings.ts';

it('the animals of a store in use fill a list without limit by two statuses, and not the longest one', () => {
  const count = (status?: string) => storedAnimals.filter((animal) => animal.status === status).length;
  expect(count('available')).toBeGreaterThan(20);
  expect(count('pending')).toBeGreaterThan(20);
  expect(count('sold')).toBeGreaterThan(0);
  expect(count()).toBeGreaterThan(0);
  // A run adds about ten.
  expect(storedAnimals.length).toBeLessThan(90);
});
