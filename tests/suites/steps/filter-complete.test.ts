import { describe, expect, it } from 'vitest';
import {
  filterHoldsOwnAnimals,
  filtersHoldEverything,
  filtersHoldOwnAnimals,
} from '../../../suites/steps/filter-complete.ts';
import { filtered, id, judged, statuses } from './filtered-session.ts';
import { createEach, failure, kindsOf, type Pet, reasonOf, storeSession, success } from './small-store.ts';

describe('filters at the beginning of a run', () => {
  it('are decided by an animal of each status', async () => {
    const { reason, asked } = await judged(filtersHoldOwnAnimals, undefined, { own: [] });
    expect(reason).toBe(
      'Inconclusive: no animal with status pending is known; no animal with status sold is known',
    );
    expect(asked[0]).toBe('POST /pets');
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

  it('that deviate in one status are decided, whatever the others say', async () => {
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
