import { describe, expect, it } from 'vitest';
import type { Check } from '../../../src/suite/check.ts';
import { filterHoldsOwnAnimals, filtersHoldEverything } from '../../../suites/steps/filter-complete.ts';
import { filtered, id, judged, statuses } from './filtered-session.ts';
import {
  createEach,
  failure,
  kindsOf,
  type Pet,
  reasonOf,
  storeSession,
  success,
  type Twist,
} from './small-store.ts';

const soldAreHeld = (check: Check) => filterHoldsOwnAnimals(check, 'sold');

const strangers = (count: number, status: string): Pet[] =>
  Array.from({ length: count }, (_, index) => ({ id: 5000 + index, name: 'Tom', categoryId: 1, status }));

/** The list of all animals is cut, the newest ones first. */
const pagesOf =
  (length: number): Twist =>
  ({ method, target }, { pets }) =>
    method === 'GET' && /^\/pets(?:\?limit=\d+)?$/.test(target) ? success(pets.slice(-length)) : undefined;

const cutSold =
  'the list filtered by sold may be cut: it has as many animals as its limit or announces more, or no list of this service is longer; use a store of fewer than 100 animals';

const soldMissing = filtered('sold', () => []);

describe('an animal that is missing', () => {
  it('deviates once it is missing after pauses that grow', async () => {
    const { kinds, session } = await judged(soldAreHeld, soldMissing);
    expect(kinds).toEqual([`${id} sold-missing`]);
    // The grace period, and the pauses between the rounds, which are longer together.
    expect(session.pauses.reduce((sum, ms) => sum + ms, 0)).toBe(500 + 575);
  });

  it('does not where it comes within the grace period, or in between', async () => {
    for (const from of [3, 7]) {
      const { reason, kinds } = await judged(
        soldAreHeld,
        filtered('sold', (pets, time) => (time >= from ? pets : [])),
      );
      expect([reason, ...kinds]).toEqual(['a verdict']);
    }
  });

  it.each([
    ['is gone', () => failure(404)],
    ['is refused, be it with the animal', (pet: Pet) => success(pet, 403)],
    ['reads as another animal', (pet: Pet) => success({ ...pet, id: 5000 })],
    ['reads with another status', (pet: Pet) => success({ ...pet, status: 'pending' })],
    ['reads without one', ({ id: own, name, categoryId }: Pet) => success({ id: own, name, categoryId })],
  ])('does not where it %s by its id', async (_what, answer) => {
    const { missing } = await judged(soldAreHeld, (request, store) => {
      const pet = store.pets.find((one) => request.target === `/pets/${one.id}`);
      return pet === undefined ? soldMissing(request, store) : answer(pet);
    });
    expect(missing).toEqual([]);
  });

  it.each([
    [1, 'shows another status', (pet: Pet) => success({ ...pet, status: 'pending' })],
    [3, 'shows another status', (pet: Pet) => success({ ...pet, status: 'pending' })],
    [2, 'finds it gone', () => failure(404)],
  ])('does not where reading %i %s', async (which, _what, answer) => {
    let readings = 0;
    const twist: Twist = (request, store) => {
      const pet = store.pets.find((one) => request.target === `/pets/${one.id}`);
      readings += pet === undefined ? 0 : 1;
      return pet !== undefined && readings === which ? answer(pet) : soldMissing(request, store);
    };
    const prepare = (check: Check) => check.get(21n);
    expect((await judged(soldAreHeld, twist, { prepare })).missing).toEqual([]);
  });

  it('says nothing where the list is as long as the longest of this service: its pages may be no larger', async () => {
    let page = 1;
    const session = await storeSession(
      (request, store) =>
        pagesOf(page)(request, store) ?? filtered('sold', (pets) => pets.slice(0, 1))(request, store),
      { consistencyGraceMs: 0 },
    );
    const check = session.check(id);
    await createEach(check, ...statuses, 'sold');
    expect(await reasonOf(soldAreHeld(check))).toBe(`Inconclusive: ${cutSold}`);
    expect(kindsOf(session)).toEqual([]);
    page = 100;
    await reasonOf(soldAreHeld(check));
    expect(kindsOf(session)).toEqual([`${id} sold-missing`]);
  });

  it.each<[string, string[], (pets: readonly Pet[]) => readonly Pet[]]>([
    ['gains what is created', [`${id} sold-missing`], (pets) => pets],
    [
      'gains it, and loses another',
      [],
      (pets) => [...pets.slice(1), ...strangers(9, 'sold').slice(pets.length, pets.length + 1)],
    ],
    ['gains it, and another one', [], (pets) => [...pets, ...strangers(pets.length, 'sold')]],
  ])('of a list that no other is longer than, and that %s', async (_what, expected, left) => {
    const sold = filtered('sold', (pets) => left(pets.filter((pet) => pet.id !== 31)));
    const { missing } = await judged(
      soldAreHeld,
      (request, store) => pagesOf(1)(request, store) ?? sold(request, store),
      { own: [...statuses, 'sold'], consistencyGraceMs: 0 },
    );
    expect(missing).toEqual(expected);
  });

  it.each<[string, string[], number, string]>([
    ['more than twenty animals like those that are created', [`${id} sold-missing`], 25, 'Tom'],
    ['more than twenty animals over twice as large: bytes may end its pages', [], 25, 'T'.repeat(99)],
    ['three animals so large that bytes may end its pages', [], 3, 'T'.repeat(900)],
  ])('of a list of %s', async (_what, expected, count, name) => {
    const others = strangers(count, 'sold').map((pet) => ({ ...pet, name }));
    const twist = filtered('sold', (pets) => [...others, ...pets.slice(1)]);
    const own = [...Array<'available'>(6).fill('available'), 'pending', 'sold'] as const;
    const { missing } = await judged(filtersHoldEverything, twist, { own, consistencyGraceMs: 0 });
    expect(missing).toEqual(expected);
  });

  it('says nothing where more animals have the status than a list shows', async () => {
    const full = filtered('sold', () => strangers(100, 'sold'));
    const { reason, kinds, asked } = await judged(filtersHoldEverything, full);
    expect(reason).toBe(`Inconclusive: ${cutSold}`);
    expect(kinds).toEqual([]);
    expect(asked.filter((request) => request.includes('status=sold'))).toHaveLength(2);
  });

  it('says nothing where the list turns out to be cut later', async () => {
    const { reason, missing } = await judged(
      soldAreHeld,
      filtered('sold', (_pets, time) => (time > 2 ? strangers(100, 'sold') : [])),
    );
    expect(reason).toBe(`Inconclusive: ${cutSold}`);
    expect(missing).toEqual([]);
  });

  it.each([2, 7])('says nothing where list %i of its status fails', async (from) => {
    const { reason, missing } = await judged(
      soldAreHeld,
      filtered('sold', (_pets, time) => (time >= from ? 'failed' : [])),
    );
    expect(reason).toContain('did not return an array');
    expect(missing).toEqual([]);
  });

  it('is looked for among others, of which it alone is missing', async () => {
    for (const from of [1, 4]) {
      const { session, asked } = await judged(
        soldAreHeld,
        filtered('sold', (pets, time) =>
          pets.filter((pet) => pet.id !== 31 && (pet.id !== 41 || time >= from)),
        ),
        { own: [...statuses, 'sold', 'sold'], prepare: (check) => check.list({ limit: 100 }) },
      );
      expect(session.findings.map(({ expected }) => expected)).toEqual([
        'id 31, which is sold, in the list within 500 ms',
      ]);
      const reads = asked.filter((request) => /pets.\d/.test(request));
      expect(new Set(reads)).toEqual(new Set(['GET /pets/31']));
    }
  });
});
