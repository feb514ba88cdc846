import { describe, expect, it } from 'vitest';
import { sameByListAndId } from '../../../suites/steps/list-and-id.ts';
import { id, listing, run } from './list-and-id-session.ts';
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

describe('an animal that the list shows otherwise', () => {
  it('deviates once it has done so for the grace period', async () => {
    const { findings, asked, pauses } = await run(
      listing((pet) => ({ ...pet, name: 'Max', categoryId: 9 })),
      { own: 1 },
    );
    const own = findings.filter(({ requirement }) => requirement === id);
    expect(own).toMatchObject([{ kind: 'name-differs', exchange: 9, related: [{ exchange: 10 }] }]);
    expect(own[0]?.message).toMatch(/: name, categoryId$/);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(500);
    expect(asked.at(-1)).toBe('GET /pets/1');
  });

  it('does not where the list only lags behind', async () => {
    let lists = 0;
    const { reason, kinds, asked } = await run(
      ({ target }, store) => {
        lists += target.startsWith('/pets?') ? 1 : 0;
        return target.startsWith('/pets?') && lists < 4
          ? success(store.pets.map((pet) => ({ ...pet, name: 'Max' })))
          : undefined;
      },
      { own: 1 },
    );
    expect([reason, ...kinds]).toEqual(['a verdict']);
    expect(asked).toHaveLength(7);
  });

  it('is waited for by itself, whatever else the list shows', async () => {
    let lists = 0;
    const { findings, asked } = await run(
      ({ target }, store) => {
        lists += target.startsWith('/pets?') ? 1 : 0;
        return target.startsWith('/pets?')
          ? success(store.pets.map((pet) => (lists < 4 || pet.id === 11 ? { ...pet, name: 'Max' } : pet)))
          : undefined;
      },
      { own: 2 },
    );
    const own = findings.filter(({ requirement }) => requirement === id);
    expect(own.map(({ actual }) => actual)).toEqual([expect.stringContaining('"id":11')]);
    expect(asked.slice(0, 8)).toEqual([
      'GET /pets?limit=100',
      'GET /pets/1',
      'GET /pets/11',
      'GET /pets?limit=100',
      'GET /pets/1',
      'GET /pets?limit=100',
      'GET /pets?limit=100',
      'GET /pets/1',
    ]);
  });

  it('does not where no list comes any more', async () => {
    let lists = 0;
    const { kinds, reason } = await run(
      ({ target }, store) => {
        lists += target.startsWith('/pets?') ? 1 : 0;
        if (!target.startsWith('/pets?')) {
          return undefined;
        }
        return lists < 3 ? success(store.pets.map((pet) => ({ ...pet, name: 'Max' }))) : failure(500);
      },
      { own: 1 },
    );
    expect([reason, ...kinds.filter((kind) => kind.startsWith(id))]).toEqual(['a verdict']);
  });

  it('does not if its id returns another animal each time', async () => {
    const { kinds, reason } = await run(
      ({ target }, { pets }) =>
        target.startsWith('/pets/') ? success({ ...pets[0], id: 777 } as Pet) : undefined,
      { own: 1 },
    );
    expect([reason, ...kinds.filter((kind) => kind.startsWith(id))]).toEqual(['a verdict']);
  });

  it('does not where it is out of the list by then', async () => {
    let lists = 0;
    const { kinds, reason } = await run(
      ({ target }, store) => {
        lists += target.startsWith('/pets?') ? 1 : 0;
        if (!target.startsWith('/pets?')) {
          return undefined;
        }
        return success(lists < 3 ? store.pets.map((pet) => ({ ...pet, name: 'Max' })) : []);
      },
      { own: 1 },
    );
    expect([reason, ...kinds]).toEqual(['a verdict']);
  });

  it('does not where it reads otherwise by its id in the end', async () => {
    let lists = 0;
    const { kinds } = await run(({ target }, store) => {
      lists += target.startsWith('/pets?') ? 1 : 0;
      const isLater = lists > 3;
      const pet = store.pets.find((one) => target === `/pets/${one.id}`);
      if (target.startsWith('/pets?')) {
        return success(store.pets.map((one) => ({ ...one, name: 'Max' })));
      }
      return isLater && pet !== undefined ? success({ ...pet, categoryId: 8 }) : undefined;
    });
    expect(kinds.filter((kind) => kind.startsWith(id))).toEqual([]);
  });

  it('is compared in the list that has shown it so', async () => {
    const filtered: Twist = ({ target }, store) =>
      target === '/pets?limit=7&status=sold'
        ? success(
            store.pets.filter(({ status }) => status === 'sold').map((pet) => ({ ...pet, name: 'Max' })),
          )
        : undefined;
    const session = await storeSession(filtered, { consistencyGraceMs: 0 });
    const check = session.check(id);
    await createEach(check, 'available', 'sold', 'sold', 'sold');
    await check.list({ limit: 7, status: 'sold' });
    const before = session.asked().length;
    await reasonOf(sameByListAndId(check, 2));
    expect(session.asked().slice(before, before + 3)).toEqual([
      'GET /pets/21',
      'GET /pets/31',
      'GET /pets?limit=7&status=sold',
    ]);
    expect(kindsOf(session)).toContain(`${id} name-differs`);
  });

  it('is compared beside those that the same list has shown so, and no other one', async () => {
    const shownBy: Readonly<Record<string, number>> = {
      '/pets?limit=7&status=sold': 11,
      '/pets?limit=7': 1,
      '/pets?limit=9&status=sold': 21,
    };
    const session = await storeSession(
      ({ target }, { pets }) => {
        const other = shownBy[target];
        return other === undefined
          ? undefined
          : success(pets.map((pet) => (pet.id === other ? { ...pet, name: 'Max' } : pet)));
      },
      { consistencyGraceMs: 0 },
    );
    const check = session.check(id);
    await createEach(check, 'sold', 'sold', 'sold');
    for (const target of Object.keys(shownBy)) {
      await check.listByQuery(target.replace('/pets?', ''));
    }
    const before = session.asked().length;
    await reasonOf(sameByListAndId(check, 2));
    expect(session.asked().slice(before, before + 2)).toEqual([
      'GET /pets/11',
      'GET /pets?limit=7&status=sold',
    ]);
  });

  it('is not one that something else may have changed', async () => {
    const session = await storeSession(
      listing((pet) => (pet.id === 1 ? { ...pet, name: 'Max' } : pet)),
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
  const sold = listing((pet) => ({ ...pet, status: 'sold' }));

  it('deviates where every reading by id agrees on it', async () => {
    expect((await run(sold, { own: 1 })).kinds).toContain(`${id} status-differs`);
  });

  it.each([
    ['does not where it has changed by itself before', { status: 'sold' }, []],
    ['and another member does then, alone', { status: 'sold', name: 'Max' }, ['name']],
  ])('%s', async (_what, change, members) => {
    let readings = 0;
    const twist: Twist = (request, store) => {
      const pet = store.pets.find((one) => request.target === `/pets/${one.id}`);
      readings += pet === undefined ? 0 : 1;
      return pet !== undefined && readings === 1
        ? success({ ...pet, status: 'pending' })
        : listing((one) => ({ ...one, ...change }))(request, store);
    };
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
