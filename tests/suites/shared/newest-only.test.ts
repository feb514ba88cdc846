import { describe, expect, it } from 'vitest';
import { listed } from '../../../src/runner/listed.ts';
import { showsNewestOnly } from '../../../suites/shared/newest-only.ts';
import { createEach, type Pet, storeSession, success } from './small-store.ts';

/** Lists an animal of others, adds three of the run's, and looks at a second list, which shows what `cut` leaves. */
async function looksCut(cut: (pets: readonly Pet[]) => readonly Pet[]): Promise<boolean> {
  const session = await storeSession(({ method, number }, { pets }) =>
    method === 'GET' && number > 1 ? success(cut(pets)) : undefined,
  );
  session.store.add('Tom');
  const check = session.check('list/created-pet-listed');
  await listed(check, {});
  await createEach(check, 'available', 'pending', 'sold');
  const list = await listed(check, {});
  return list !== null && showsNewestOnly(check, list);
}

describe('a list', () => {
  it.each([1, 2])('of the newest %i looks cut', async (count) => {
    expect(await looksCut((pets) => pets.slice(-count))).toBe(true);
  });

  it.each<[string, (pets: readonly Pet[]) => readonly Pet[]]>([
    ['of all that there are', (pets) => pets],
    ['of all but the one of others', (pets) => pets.slice(1)],
    [
      'that still shows the one of others',
      ([tom, , ...newer]) => [tom, ...newer].flatMap((pet) => pet ?? []),
    ],
    ['without one from the middle', (pets) => [1, 3].flatMap((place) => pets[place] ?? [])],
    ['without the newest', (pets) => pets.slice(2, 3)],
    ['of nothing', () => []],
  ])('%s does not', async (_name, cut) => {
    expect(await looksCut(cut)).toBe(false);
  });
});
