import { describe, expect, it } from 'vitest';
import type { PlainStatus } from '../../../src/suite/check.ts';
import {
  filterComesBeforeLimit,
  filtersHoldEverything,
  filtersHoldOwnAnimals,
} from '../../../suites/steps/filter-complete.ts';
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

describe('filters at the beginning of a run', () => {
  it('hold our own animals: a request for each', async () => {
    const { reason, kinds, asked } = await judged(filtersHoldOwnAnimals);
    expect([reason, ...kinds]).toEqual(['a verdict']);
    expect(asked).toEqual(statuses.map((status) => `GET /pets?status=${status}`));
  });

  it('are listed one after another', async () => {
    const session = await storeSession();
    const check = session.check(id);
    await createEach(check, ...statuses);
    const before = session.asked().length;
    await filtersHoldOwnAnimals(check);
    expect(session.asked().slice(before)).toEqual(statuses.map((status) => `GET /pets?status=${status}`));
  });

  it('are decided by an animal of each status', async () => {
    const { reason, asked } = await judged(filtersHoldOwnAnimals, undefined, 0);
    expect(reason).toBe(
      'Inconclusive: no animal with status pending is known; no animal with status sold is known',
    );
    expect(asked[0]).toBe('POST /pets');
  });

  it('decide nothing where one of them is none', async () => {
    const { reason, asked } = await judged(filtersHoldOwnAnimals, ({ target }) =>
      target.includes('pending') ? failure(500) : undefined,
    );
    expect(reason).toBe('Inconclusive: the list filtered by pending is not an array');
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
    expect(await reasonOf(filtersHoldOwnAnimals(check))).toContain('no animal with status sold');
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
    const { reason } = await judged(filtersHoldEverything, undefined, 1);
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

  it('that are refused are asked for with each parameter alone', async () => {
    const { asked, kinds, reason } = await judged(filtersHoldEverything, ({ target }) =>
      target.includes('&status=sold') ? failure(400) : undefined,
    );
    expect(kinds).toContain('list/limit-with-status status-400');
    expect(asked).toEqual(expect.arrayContaining(['GET /pets?limit=100', 'GET /pets?status=sold']));
    expect(reason).toBe('Inconclusive: the list filtered by sold is not an array');
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
        1,
      );
      expect([lacking.reason, ...lacking.kinds]).toEqual(['a verdict', `${id} available-missing`]);
    }
  });
});

describe('an animal without a status in a filtered list', () => {
  const bare = { id: 5000, name: 'Tom', categoryId: 1 };
  const held = (byId: (pet: Pet) => ReturnType<Twist>): Twist => {
    const sold = filtered('sold', (pets) => [...pets, bare]);
    return (request, store) => (request.target === '/pets/5000' ? byId(bare) : sold(request, store));
  };

  it('deviates where it has none by its id either', async () => {
    const { kinds, session } = await judged(
      filtersHoldOwnAnimals,
      held((pet) => success(pet)),
    );
    expect(kinds).toEqual(['list/status-filter no-status']);
    expect(session.findings[0]).toMatchObject({ exchange: 6, related: [{ exchange: 7 }] });
    const { kinds: limited } = await judged(
      filtersHoldEverything,
      held((pet) => success(pet)),
    );
    expect(limited).toEqual(['list/limit-with-status no-status']);
  });

  it.each([
    ['has one by its id', (pet: Pet) => success({ ...pet, status: 'sold' })],
    ['can not be read', () => failure(404)],
    ['is refused, be it with the animal', (pet: Pet) => success(pet, 403)],
    ['reads as another animal', (pet: Pet) => success({ ...pet, id: 5001 })],
    ['reads as no animal', () => ({ status: 200, body: '[]' })],
  ])('does not where it %s', async (_what, byId) => {
    const { reason, kinds } = await judged(filtersHoldOwnAnimals, held(byId));
    expect(reason).toBe('a verdict');
    expect(kinds.filter((kind) => kind.endsWith('no-status'))).toEqual([]);
  });
});

describe('an empty filtered list with a limit', () => {
  async function found(query: string, twist?: Twist, own: readonly PlainStatus[] = statuses) {
    const session = await storeSession(twist, { consistencyGraceMs: 0 });
    const check = session.check(id);
    for (const status of own) {
      await check.createPlain(status);
    }
    await filterComesBeforeLimit(check, query, await check.listByQuery(query));
    const more = await check.listByQuery(query);
    const asked = session.requests.length;
    await filterComesBeforeLimit(check, query, more);
    return { kinds: kindsOf(session), asked: asked - own.length - 1, again: session.requests.length - asked };
  }

  /** The newest animals, as many as the limit says, and of these the ones that have the status. */
  const cutFirst: Twist = ({ target }, { pets }) => {
    const { searchParams } = new URL(target, 'http://store');
    const [limit, status] = [searchParams.get('limit'), searchParams.get('status')];
    return limit === null || status === null
      ? undefined
      : success(pets.slice(-Number(limit)).filter((pet) => pet.status === status));
  };

  const empty =
    (status: number): Twist =>
    ({ method }) =>
      method === 'GET' ? success([], status) : undefined;

  it('is wrong where the run has animals of the status', async () => {
    const query = 'limit=1&status=pending';
    const { kinds, again } = await found(query, cutFirst);
    expect([kinds, again]).toEqual([[`${id} pending-missing`], 0]);
    expect(await found(query)).toEqual({ kinds: [], asked: 1, again: 0 });
  });

  it('says nothing where the list holds anything, has no status or is no list', async () => {
    const nothing = { kinds: [], asked: 1, again: 0 };
    expect(await found('limit=1&status=sold', cutFirst)).toEqual(nothing);
    expect(await found('limit=3&status=sold', cutFirst)).toEqual(nothing);
    expect(await found('limit=1&status=adopted', () => undefined)).toMatchObject({ asked: 1, again: 0 });
    expect(await found('limit=2', cutFirst)).toEqual(nothing);
    expect(await found('limit=2', empty(200), ['none'])).toMatchObject({ asked: 1, again: 0 });
    expect(await found('limit=1&status=sold', empty(404))).toMatchObject({ asked: 2, again: 0 });
    expect(await found('limit=1&status=sold', () => failure(400))).toMatchObject({ asked: 2, again: 0 });
  });

  it('says nothing where no animal of the run has the status', async () => {
    expect(await found('limit=1&status=sold', cutFirst, ['sold', 'pending'])).toMatchObject({ again: 0 });
    expect(await found('limit=1&status=sold', cutFirst, ['available', 'pending'])).toEqual({
      kinds: [],
      asked: 1,
      again: 0,
    });
  });

  it('says nothing where another animal comes when it is asked for again', async () => {
    let lists = 0;
    const { kinds } = await found('limit=2&status=available', (request, store) => {
      lists += request.target.startsWith('/pets?') ? 1 : 0;
      const other = { id: 5000, name: 'Tom', categoryId: 1, status: 'available' };
      return lists > 1 && request.target.startsWith('/pets?') ? success([other]) : cutFirst(request, store);
    });
    expect(kinds).toEqual([]);
  });

  it('says nothing where it is not empty when it is asked for again', async () => {
    let lists = 0;
    const { kinds } = await found('limit=2&status=available', (request, store) => {
      lists += request.target.startsWith('/pets?') ? 1 : 0;
      return lists >= 4 ? undefined : cutFirst(request, store);
    });
    expect(kinds).toEqual([]);
  });
});
