import { describe, expect, it } from 'vitest';
import { listed } from '../../../src/suite/listed.ts';
import { judgeMissingFromWhole } from '../../../suites/steps/available-listed.ts';
import { createEach, kindsOf, storeSession, success, type Twist } from './small-store.ts';

const finding = 'list/created-pet-listed not-listed';

/** Lists leave out the animal with this id, be they filtered or not, and those behind the first `page`. */
const without =
  (id: number, page = 100): Twist =>
  ({ method, target }, { pets }) =>
    method === 'GET' && target.startsWith('/pets?')
      ? success(pets.filter((pet) => pet.id !== id).slice(0, Math.min(page, Number(/\d+$/.exec(target)))))
      : undefined;

interface Setting {
  readonly effort?: 'smoke' | 'normal';
  readonly others?: number;
  readonly ids?: readonly bigint[];
  /** Whether the service has returned a longer list than that of all. */
  readonly isWhole?: boolean;
}

/** What is found of an animal of the run that a complete list of its status lacks. */
async function found(
  twist: Twist | undefined,
  { effort = 'smoke', others = 30, ids, isWhole = false }: Setting = {},
) {
  const session = await storeSession(twist, { effort, selected: ['list/created-pet-listed'] });
  const check = session.check('list/filter-complete');
  await createEach(check, 'available', 'available');
  for (let count = 0; count < others; count += 1) {
    session.store.add('Tom');
  }
  if (isWhole) {
    session.session.history.listSizes.note(99, 99_000);
  }
  await listed(check, { limit: 99 });
  const before = session.asked().length;
  await judgeMissingFromWhole(check, ids ?? [1n]);
  return { kinds: kindsOf(session), asked: session.asked().slice(before) };
}

describe('an animal that the list of its status lacks', () => {
  it('is not listed at all where the list of all lacks it too', async () => {
    const asked = ['GET /pets?limit=100', 'POST /pets', 'GET /pets?limit=100'];
    expect(await found(without(1))).toEqual({ kinds: [finding], asked });
  });

  it('may be missing from the longest list, which does not grow by another animal', async () => {
    expect((await found(without(1, 31))).kinds).toEqual([]);
  });

  it('is a matter of the filter alone where the list of all has it', async () => {
    expect((await found(undefined)).kinds).toEqual([]);
    expect((await found(without(11))).kinds).toEqual([]);
  });

  it('may be behind the end of a list that is cut', async () => {
    expect((await found(without(1), { others: 120 })).kinds).toEqual([]);
  });

  it('is looked for at any effort', async () => {
    expect((await found(without(1), { effort: 'normal' })).kinds).toEqual([finding]);
  });

  it.each<[string, Setting]>([
    ['where a list that is surely whole has been judged', { isWhole: true }],
    ['where it is somebody else’s', { ids: [5001n] }],
  ])('is not looked for %s', async (_where, setting) => {
    expect(await found(without(1), setting)).toEqual({ kinds: [], asked: [] });
  });
});
