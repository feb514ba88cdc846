import { describe, expect, it } from 'vitest';
import {
  filterHoldsOwnAnimals,
  filtersHoldEverything,
  filtersHoldNewestAnimal,
  filtersHoldOwnAnimals,
} from '../../../suites/steps/filter-complete.ts';
import { filtered, id, judged, statuses } from './filtered-session.ts';
import { createEach, failure, kindsOf, type Pet, reasonOf, storeSession, success } from './small-store.ts';

describe('filters at the beginning of a run', () => {
  it('hold our own animals: a request for each', async () => {
    const { reason, kinds, asked } = await judged(filtersHoldOwnAnimals);
    expect([reason, ...kinds]).toEqual(['a verdict']);
    expect(asked).toEqual(statuses.map((status) => `GET /pets?status=${status}`));
  });

  it('are decided by an animal of each status', async () => {
    const { reason, asked } = await judged(filtersHoldOwnAnimals, undefined, { own: [] });
    expect(reason).toBe(
      'Inconclusive: no animal with status pending is known; no animal with status sold is known',
    );
    expect(asked[0]).toBe('POST /pets');
  });

  it('are found to lack the newest animal of the store', async () => {
    const { asked, kinds } = await judged(
      filtersHoldNewestAnimal,
      filtered('sold', (pets) => pets.filter(({ id: one }) => one < 41)),
      { consistencyGraceMs: 0 },
    );
    expect(asked.slice(0, 3)).toEqual(['POST /pets', 'GET /pets?status=pending', 'POST /pets']);
    expect(kinds).toEqual([`${id} sold-missing`]);
  });

  it('decide nothing where one of them is none', async () => {
    const { reason, asked } = await judged(filtersHoldOwnAnimals, ({ target }) =>
      target.includes('pending') ? failure(500) : undefined,
    );
    expect(reason).toBe(
      'Inconclusive: GET /pets did not return an array: see list/returns-pets and list/limit-accepted',
    );
    // The failed one is repeated on a fresh connection.
    expect(asked).toHaveLength(4);
  });

  it('do not speak of animals that something else may have changed', async () => {
    const session = await storeSession(filtered('sold', () => []));
    const check = session.check(id);
    await createEach(check, ...statuses);
    for (const animal of session.session.history.created) {
      animal.tainted = animal.creation?.sent.status === 'sold';
    }
    expect(await reasonOf(filterHoldsOwnAnimals(check, 'sold'))).toContain('no animal with status sold');
    expect(kindsOf(session)).toEqual([]);
  });
});

describe('filters of a whole store', () => {
  it('hold what the whole list shows before and after, of others too', async () => {
    const session = await storeSession();
    session.store.add('Tom', 'sold');
    session.store.add('Tim', 'available');
    session.store.add('Tam', 'pending');
    const check = session.check(id);
    await filtersHoldEverything(check);
    expect(session.asked()).toEqual([
      'GET /pets?limit=100',
      ...statuses.map((status) => `GET /pets?limit=100&status=${status}`),
      'GET /pets?limit=100',
    ]);
    expect(kindsOf(session)).toEqual([]);
  });

  it.each([
    ['is found to lack one of others', (pets: readonly Pet[]) => pets, [`${id} sold-missing`]],
    ['may lack one that comes or goes meanwhile', () => [], []],
    [
      'may lack one whose status changes meanwhile',
      (pets: readonly Pet[]) => pets.map((pet) => ({ ...pet, status: 'pending' })),
      [],
    ],
  ])('%s', async (_what, second, expected) => {
    for (const isLater of [true, false]) {
      let lists = 0;
      const session = await storeSession((request, store) => {
        if (request.target !== '/pets?limit=100') {
          return filtered('sold', () => [])(request, store);
        }
        lists += 1;
        return success((lists === 2) === isLater ? second(store.pets) : store.pets);
      });
      session.store.add('Tom', 'sold');
      await reasonOf(filtersHoldEverything(session.check(id)));
      expect(kindsOf(session).filter((kind) => kind.startsWith(id))).toEqual(expected);
    }
  });

  it('are undecided for each status that no animal has', async () => {
    const { reason } = await judged(filtersHoldEverything, undefined, { own: ['available'] });
    expect(reason).toBe(
      'Inconclusive: no animal with status pending is known; no animal with status sold is known',
    );
  });

  it('are judged by our own alone where the whole list fails', async () => {
    const { reason, kinds } = await judged(filtersHoldEverything, (request, store) =>
      request.target === '/pets?limit=100' ? failure(500) : filtered('sold', () => [])(request, store),
    );
    expect(reason).toBe('a verdict');
    expect(kinds).toContain(`${id} sold-missing`);
  });

  it('must not be refused with a limit that is accepted alone', async () => {
    const { kinds } = await judged(filtersHoldEverything, ({ target }) =>
      target === '/pets?limit=100&status=sold' ? failure(400) : undefined,
    );
    expect(kinds).toContain('list/limit-with-status status-400');
  });

  it('that deviate in one status are decided, whatever the others say', async () => {
    const { reason, kinds } = await judged(
      filtersHoldEverything,
      filtered('sold', () => []),
    );
    expect([reason, ...kinds]).toEqual(['a verdict', `${id} sold-missing`]);
    for (const work of [filtersHoldEverything, filtersHoldOwnAnimals]) {
      const lacking = await judged(
        work,
        filtered('available', () => []),
        { own: ['available'] },
      );
      expect([lacking.reason, ...lacking.kinds]).toEqual(['a verdict', `${id} available-missing`]);
    }
  });
});
