import { describe, expect, it } from 'vitest';
import { sameByListAndId } from '../../../suites/steps/list-and-id.ts';
import { id, listing, lists, readings, run } from './list-and-id-session.ts';
import { createEach, failure, type Pet, reasonOf, storeSession, success, type Twist } from './small-store.ts';

const renamed = (pet: Pet): Pet => ({ ...pet, name: 'Max' });
const allRenamed = (pets: readonly Pet[]) => success(pets.map(renamed));

describe('an animal that the list shows otherwise', () => {
  it.each<[when: string, twist: () => Twist]>([
    ['the list only lags behind', () => lists((time, pets) => (time < 4 ? allRenamed(pets) : undefined))],
    ['no list comes any more', () => lists((time, pets) => (time < 3 ? allRenamed(pets) : failure(500)))],
    [
      'it is out of the list by then',
      () => lists((time, pets) => (time < 3 ? allRenamed(pets) : success([]))),
    ],
    ['its id returns another animal each time', () => readings((pet) => success({ ...pet, id: 777 }))],
    [
      'it reads otherwise by its id in the end',
      () => {
        const renaming = listing(renamed);
        const changed = readings((pet, number) =>
          number > 5 ? success({ ...pet, categoryId: 8 }) : undefined,
        );
        return (request, store) => renaming(request, store) ?? changed(request, store);
      },
    ],
  ])('does not where %s', async (_when, twist) => {
    const { kinds, reason } = await run(twist(), { own: 1 });
    expect([reason, ...kinds.filter((kind) => kind.startsWith(id))]).toEqual(['a verdict']);
  });

  it('is not one that something else may have changed', async () => {
    const session = await storeSession(
      listing((pet) => (pet.id === 1 ? renamed(pet) : pet)),
      { consistencyGraceMs: 0 },
    );
    const check = session.check(id);
    await createEach(check, 'available', 'sold');
    await check.list({ limit: 100 });
    const first = session.session.history.animal(1n);
    if (first !== undefined) {
      first.tainted = true;
    }
    await reasonOf(sameByListAndId(check, 2));
    // The suspect is not taken for one; the list shows it among those of others, behind our own.
    expect(session.asked().slice(3, 5)).toEqual(['GET /pets?limit=100', 'GET /pets/11']);
  });
});

describe('a status that differs', () => {
  it.each([
    ['does not where it has changed by itself before', { status: 'sold' }, []],
    ['and another member does then, alone', { status: 'sold', name: 'Max' }, ['name']],
  ])('%s', async (_what, change, members) => {
    const first = readings((pet, number) =>
      number === 2 ? success({ ...pet, status: 'pending' }) : undefined,
    );
    const listed = listing((pet) => ({ ...pet, ...change }));
    const twist: Twist = (request, store) => first(request, store) ?? listed(request, store);
    const session = await storeSession(twist, { consistencyGraceMs: 0 });
    const check = session.check(id);
    await createEach(check, 'available');
    await check.get(1n);
    await reasonOf(sameByListAndId(check, 2));
    const own = session.findings.filter(({ requirement }) => requirement === id);
    expect(own.map(({ kind, message }) => `${kind}: ${message.replace(/^.*: /, '')}`)).toEqual(
      members.map((name) => `${name}-differs: ${name}`),
    );
  });
});

describe('what may change back', () => {
  it.each([3, 4, 5])(
    'is reported only after rounds in which nothing changes: the status, in reading %i',
    async (which) => {
      let reading = 0;
      const session = await run(
        ({ target }, { pets }) => {
          const [pet] = pets.filter(({ id: own }) => target === `/pets/${own}`);
          reading += pet === undefined ? 0 : 1;
          return target.startsWith('/pets?')
            ? success(pets.map((one) => ({ ...one, status: 'sold' })))
            : pet && success({ ...pet, status: reading === which ? 'sold' : 'pending' });
        },
        { own: 1 },
      );
      expect(session.kinds.filter((kind) => kind.startsWith(id))).toEqual([]);
    },
  );

  it('are the names of others too', async () => {
    let lists = 0;
    const flipping: Twist = ({ target }, { pets }) => {
      lists += target.startsWith('/pets?') ? 1 : 0;
      return target.startsWith('/pets?')
        ? success(pets.map((pet) => ({ ...pet, name: lists < 5 ? 'Tim' : pet.name })))
        : undefined;
    };
    const session = await run(flipping, { own: 0, prepare: (store) => store.add('Tom') });
    expect(session.kinds.filter((kind) => kind.startsWith(id))).toEqual([]);
  });
});
