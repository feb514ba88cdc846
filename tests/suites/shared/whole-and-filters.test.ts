import { describe, expect, it } from 'vitest';
import {
  filterComesBeforeLimit,
  filtersHoldEverything,
  filtersHoldOwnAnimals,
} from '../../../suites/shared/whole-and-filters.ts';
import {
  createEach,
  failure,
  kindsOf,
  type Pet,
  reasonOf,
  type StoreSession,
  storeSession,
  success,
  type Twist,
} from './small-store.ts';

const id = 'list/filter-complete';
const statuses = ['available', 'pending', 'sold'] as const;

interface Outcome {
  readonly reason: string;
  readonly kinds: readonly string[];
  readonly asked: readonly string[];
  readonly session: StoreSession;
}

async function judged(work: typeof filtersHoldEverything, twist?: Twist, own = 3): Promise<Outcome> {
  const session = await storeSession(twist, { consistencyGraceMs: 500 });
  const check = session.check(id);
  await createEach(check, ...statuses.slice(0, own));
  const reason = await reasonOf(work(check));
  return { reason, kinds: kindsOf(session), asked: session.asked().slice(own), session };
}

/** The list filtered by a status, with a limit or without, holds what is left of it. */
const filtered =
  (status: string, left: (pets: readonly Pet[]) => readonly Pet[]): Twist =>
  ({ target }, { pets }) =>
    target.startsWith('/pets?') && target.includes(`status=${status}`)
      ? success(left(pets.filter((pet) => pet.status === status)))
      : undefined;

const strangers = (count: number, status: string): Pet[] =>
  Array.from({ length: count }, (_, index) => ({ id: 5000 + index, name: 'Tom', categoryId: 1, status }));

describe('filters at the beginning of a run', () => {
  it('hold our own animals: a request for each', async () => {
    const { reason, kinds, asked } = await judged(filtersHoldOwnAnimals);
    expect([reason, ...kinds]).toEqual(['a verdict']);
    expect(asked).toEqual(statuses.map((status) => `GET /pets?status=${status}`));
  });

  it.each([
    ['smoke', true, ['available', 'pending']],
    ['smoke', false, statuses],
    ['normal', true, statuses],
  ] as const)('at effort %s, the sold ones listed before: %s, are %j', async (effort, isListed, wanted) => {
    const session = await storeSession(undefined, { effort });
    const check = session.check(id);
    if (isListed) {
      await check.listByQuery('status=sold');
    }
    await createEach(check, ...statuses);
    const before = session.asked().length;
    await filtersHoldOwnAnimals(check);
    expect(session.asked().slice(before)).toEqual(wanted.map((status) => `GET /pets?status=${status}`));
  });

  it('are decided by an animal of each status', async () => {
    const { reason, asked } = await judged(filtersHoldOwnAnimals, undefined, 0);
    expect(reason).toBe(
      'Inconclusive: the store shows no animal with status pending; the store shows no animal with status sold',
    );
    expect(asked[0]).toBe('POST /pets');
  });

  it('decide nothing where one of them is none', async () => {
    const { reason } = await judged(filtersHoldOwnAnimals, ({ target }) =>
      target.includes('pending') ? failure(500) : undefined,
    );
    expect(reason).toBe('Inconclusive: the list filtered by pending is not answered with an array');
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

describe('an animal that is missing', () => {
  it('deviates once it is missing four times in a row, and reads with the status each time', async () => {
    const { kinds, asked, session } = await judged(
      filtersHoldOwnAnimals,
      filtered('sold', () => []),
    );
    expect(kinds).toEqual([`${id} sold-missing`]);
    const [finding, ...others] = session.findings;
    expect(others).toEqual([]);
    expect(asked.slice(3)).toEqual([
      ...Array.from({ length: 4 }, () => 'GET /pets?limit=100&status=sold'),
      'GET /pets/21',
      'GET /pets?limit=100&status=sold',
      'GET /pets/21',
      'GET /pets?limit=100&status=sold',
      'GET /pets/21',
      'GET /pets?limit=100&status=sold',
      'GET /pets/21',
    ]);
    expect(finding?.exchange).toBe(16);
    expect(finding?.related).toMatchObject([{ exchange: 17 }]);
    expect(session.pauses.reduce((sum, ms) => sum + ms, 0)).toBe(500);
  });

  it('does not where it comes within the grace period, or in between', async () => {
    for (const from of [3, 7]) {
      let lists = 0;
      const { reason, kinds } = await judged(
        filtersHoldOwnAnimals,
        filtered('sold', (pets) => {
          lists += 1;
          return lists >= from ? pets : [];
        }),
      );
      expect([reason, ...kinds]).toEqual(['a verdict']);
    }
  });

  it.each([
    ['is gone', () => failure(404)],
    ['reads with another status', (pet: Pet) => success({ ...pet, status: 'pending' })],
    ['reads without one', ({ id: own, name, categoryId }: Pet) => success({ id: own, name, categoryId })],
  ])('does not where it %s by its id', async (_what, answer) => {
    const { kinds } = await judged(filtersHoldOwnAnimals, (request, store) => {
      const pet = store.pets.find((one) => request.target === `/pets/${one.id}`);
      return pet === undefined ? filtered('sold', () => [])(request, store) : answer(pet);
    });
    expect(kinds.filter((kind) => kind.startsWith(id))).toEqual([]);
  });

  it('does not where it has read with another status once', async () => {
    let readings = 0;
    const { kinds } = await judged(filtersHoldOwnAnimals, (request, store) => {
      const pet = store.pets.find((one) => request.target === `/pets/${one.id}`);
      readings += pet === undefined ? 0 : 1;
      return pet !== undefined && readings === 3
        ? success({ ...pet, status: 'pending' })
        : filtered('sold', () => [])(request, store);
    });
    expect(kinds.filter((kind) => kind.startsWith(id))).toEqual([]);
  });

  it('says nothing where more animals have the status than a list shows', async () => {
    const full = filtered('sold', () => strangers(100, 'sold'));
    const { reason, kinds } = await judged(filtersHoldEverything, full);
    expect(reason).toBe('Inconclusive: more animals have status sold than one list shows');
    expect(kinds).toEqual([]);
  });

  it('says nothing where the list turns out to be cut later', async () => {
    let lists = 0;
    const { reason, kinds } = await judged(
      filtersHoldOwnAnimals,
      filtered('sold', () => {
        lists += 1;
        return lists > 2 ? strangers(100, 'sold') : [];
      }),
    );
    expect(reason).toBe('Inconclusive: more animals have status sold than one list shows');
    expect(kinds).toEqual([]);
  });

  it('says nothing where the list fails later', async () => {
    let lists = 0;
    const { reason, kinds } = await judged(filtersHoldOwnAnimals, (request, store) => {
      lists += request.target.includes('status=sold') ? 1 : 0;
      return lists > 1 && request.target.includes('status=sold')
        ? failure(500)
        : filtered('sold', () => [])(request, store);
    });
    expect(reason).toBe('Inconclusive: more animals have status sold than one list shows');
    expect(kinds.filter((kind) => kind.startsWith(id))).toEqual([]);
  });

  it('is looked at beside one other at most', async () => {
    const session = await storeSession(
      filtered('sold', () => []),
      { consistencyGraceMs: 0 },
    );
    const check = session.check(id);
    await createEach(check, 'available', 'pending', 'sold', 'sold', 'sold');
    await filtersHoldOwnAnimals(check);
    expect(session.findings.map(({ expected }) => expected)).toEqual([
      'id 21 in the list',
      'id 31 in the list',
    ]);
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
    expect(reason).toBe('Inconclusive: the list filtered by sold is not answered with an array');
  });

  it('that deviate in one status are decided, whatever the others say', async () => {
    const { reason, kinds } = await judged(
      filtersHoldEverything,
      filtered('sold', () => []),
    );
    const lacking = await judged(
      filtersHoldEverything,
      filtered('available', () => []),
      1,
    );
    expect([reason, lacking.reason]).toEqual(['a verdict', 'a verdict']);
    expect([...kinds, ...lacking.kinds]).toEqual([`${id} sold-missing`, `${id} available-missing`]);
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
    ['reads as another animal', (pet: Pet) => success({ ...pet, id: 5001 })],
    ['reads as no animal', () => ({ status: 200, body: '[]' })],
  ])('does not where it %s', async (_what, byId) => {
    const { kinds } = await judged(filtersHoldOwnAnimals, held(byId));
    expect(kinds.filter((kind) => kind.endsWith('no-status'))).toEqual([]);
  });
});

describe('an empty filtered list with a limit', () => {
  async function found(query: string, twist?: Twist) {
    const session = await storeSession(twist, { consistencyGraceMs: 0 });
    const check = session.check(id);
    await createEach(check, ...statuses);
    await filterComesBeforeLimit(check, query, await check.listByQuery(query));
    const more = await check.listByQuery(query);
    const asked = session.requests.length;
    await filterComesBeforeLimit(check, query, more);
    return { kinds: kindsOf(session), asked: asked - 4, again: session.requests.length - asked };
  }

  /** The newest animals, as many as the limit says, and of these the ones that have the status. */
  const cutFirst: Twist = ({ target }, { pets }) => {
    const { searchParams } = new URL(target, 'http://store');
    const [limit, status] = [searchParams.get('limit'), searchParams.get('status')];
    return limit === null || status === null
      ? undefined
      : success(pets.slice(-Number(limit)).filter((pet) => pet.status === status));
  };

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
