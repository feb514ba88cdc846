import { describe, expect, it } from 'vitest';
import { listed } from '../../../src/runner/listed.ts';
import { sameByListAndId } from '../../../suites/shared/list-and-id.ts';
import { noArray } from '../../../suites/shared/no-array.ts';
import { id, listing, run } from './list-and-id-session.ts';
import { createEach, failure, reasonOf, storeSession, success, type Twist } from './small-store.ts';

const evidenceOfSafety = { type: 'evidence', requirement: 'list/safe' };

describe('animals that read the same', () => {
  it('are one of the run and one of others, the first that the list shows', async () => {
    const { asked, kinds, reason, events } = await run(undefined, { prepare: (store) => store.add('Tom') });
    expect([reason, ...kinds]).toEqual(['a verdict']);
    expect(asked).toEqual([
      'GET /pets?limit=100',
      'GET /pets/11',
      'GET /pets/1',
      'GET /pets?limit=100',
      'GET /pets/11',
      'GET /pets/1',
    ]);
    expect(events).toContainEqual({ ...evidenceOfSafety, exchange: 7 });
  });

  it('are two of the run where there are no others', async () => {
    const { asked } = await run();
    expect(asked.slice(0, 3)).toEqual(['GET /pets?limit=100', 'GET /pets/1', 'GET /pets/11']);
  });

  it('may be those of others alone that a list shows otherwise', async () => {
    const older = listing((pet) => (pet.name === 'Tom' ? { ...pet, categoryId: 7 } : pet));
    const { kinds } = await run(older, { prepare: (store) => store.add('Tom') });
    expect(kinds).toEqual([`${id} categoryId-differs`]);
  });

  it('are those of others where the run has none', async () => {
    const { asked } = await run(undefined, { own: 0, prepare: (store) => store.add('Tom') });
    expect(asked).toEqual(['GET /pets?limit=100', 'GET /pets/1', 'GET /pets?limit=100', 'GET /pets/1']);
  });

  it('are the newest at effort smoke, or whatever is listed', async () => {
    const { asked } = await run(undefined, { effort: 'smoke' });
    expect(asked).toEqual(['GET /pets/21', 'GET /pets?limit=100', 'GET /pets/21']);
    const others = await run(undefined, { effort: 'smoke', own: 0, prepare: (store) => store.add('Tom') });
    expect(others.asked).toHaveLength(4);
  });

  it('are not read again where the list has lost them', async () => {
    let lists = 0;
    const { asked, reason, kinds } = await run(({ target }, store) => {
      lists += target.startsWith('/pets?') ? 1 : 0;
      return target.startsWith('/pets?') && lists === 2 ? success(store.pets.slice(1)) : undefined;
    });
    expect([reason, ...kinds]).toEqual(['a verdict']);
    expect(asked).toEqual([
      'GET /pets?limit=100',
      'GET /pets/1',
      'GET /pets/11',
      'GET /pets?limit=100',
      'GET /pets/11',
    ]);
  });

  it('are all at effort thorough', async () => {
    expect((await run(undefined, { effort: 'thorough' })).asked).toHaveLength(2 + 3 + 3);
  });
});

describe('a list of before, which will do at effort smoke', () => {
  const asked = async ({
    twist,
    own = 2,
    read = [1n],
    taintedId,
    effort = 'smoke',
  }: {
    effort?: 'smoke' | 'normal';
    twist?: Twist;
    own?: number;
    read?: readonly bigint[];
    taintedId?: bigint;
  } = {}) => {
    const session = await storeSession(twist, { effort, consistencyGraceMs: 0 });
    const check = session.check(id);
    await createEach(check, ...(['available', 'sold'] as const).slice(0, own));
    for (const animal of read) {
      await check.get(animal);
    }
    await listed(check, { limit: 100n });
    const tainted = taintedId === undefined ? undefined : session.session.history.animal(taintedId);
    if (tainted !== undefined) {
      tainted.tainted = true;
    }
    const before = session.asked().length;
    const reason = await reasonOf(sameByListAndId(check));
    return Object.assign(session, { reason, later: session.asked().slice(before), before });
  };
  const notCompared =
    'Inconclusive: no animal could be read both in the list and by its id, and the same twice by its id';

  it('is compared with a reading from before it and one of now', async () => {
    const { later, reason, findings, events, before } = await asked({ read: [11n] });
    expect([reason, later, findings]).toEqual(['a verdict', ['GET /pets/11'], []]);
    expect(events).toContainEqual({ ...evidenceOfSafety, exchange: before });
  });

  it('will not do at another effort', async () => {
    expect((await asked({ effort: 'normal' })).later).toHaveLength(2 + 2 + 2);
  });

  it('decides nothing where it shows no animal that was read', async () => {
    expect(await asked({ read: [] })).toMatchObject({ reason: notCompared, later: [] });
    expect(await asked({ taintedId: 1n })).toMatchObject({ reason: notCompared, later: [] });
    const hiding: Twist = ({ target }, { pets }) =>
      target.startsWith('/pets?') ? success(pets.slice(1)) : undefined;
    expect(await asked({ twist: hiding })).toMatchObject({ reason: notCompared, later: [] });
  });

  it('passes over one that may have been changed for another', async () => {
    expect((await asked({ read: [1n, 11n], taintedId: 1n })).later).toEqual(['GET /pets/11']);
  });

  it('is asked for again where it has shown an animal otherwise', async () => {
    const { later, findings } = await asked({ twist: listing((pet) => ({ ...pet, name: 'Max' })) });
    expect(later).toEqual([
      'GET /pets/1',
      'GET /pets/1',
      'GET /pets?limit=100',
      'GET /pets/1',
      'GET /pets?limit=100',
      'GET /pets/1',
    ]);
    expect(findings.filter(({ requirement }) => requirement === id)).toMatchObject([
      { kind: 'name-differs' },
    ]);
  });

  it('is asked for again where the animal can be read no longer', async () => {
    let readings = 0;
    const { later, reason } = await asked({
      twist: ({ target }) => {
        readings += target === '/pets/1' ? 1 : 0;
        return target === '/pets/1' && readings > 1 ? failure(404) : undefined;
      },
    });
    expect([reason, later]).toEqual([
      'a verdict',
      ['GET /pets/1', 'GET /pets/11', 'GET /pets?limit=100', 'GET /pets/11'],
    ]);
  });

  it('is tried again where the animal reads otherwise behind it, for what lists change', async () => {
    let lists = 0;
    const { findings } = await asked({
      twist: ({ target }, store) => {
        lists += target.startsWith('/pets?') ? 1 : 0;
        if (target.startsWith('/pets?')) {
          store.pets.splice(
            0,
            store.pets.length,
            ...store.pets.map((pet) => ({ ...pet, name: `Max ${lists}` })),
          );
        }
        return undefined;
      },
    });
    expect(findings.filter(({ requirement }) => requirement === 'list/safe')).toMatchObject([
      { kind: 'name-changed' },
    ]);
  });
});

describe('no verdict', () => {
  it.each([
    ['an empty store', () => undefined, 0, 'the list shows no animal'],
    ['a list that fails', listFails(1), 2, noArray],
    ['a second list that fails', listFails(2), 2, noArray],
    [
      'readings that fail',
      ({ target }) => (/^\/pets\/\d/.test(target) ? failure(500) : undefined),
      2,
      'no animal could be read both in the list and by its id, and the same twice by its id',
    ],
    [
      'readings that are refused, whatever they hold',
      ({ target }, { pets }) => {
        const pet = pets.find((one) => target === `/pets/${one.id}`);
        return pet === undefined ? undefined : { status: 404, body: JSON.stringify(pet) };
      },
      2,
      'no animal could be read both in the list and by its id, and the same twice by its id',
    ],
    [
      'readings of which the first shows another animal',
      ({ target, number }, { pets }) => {
        const pet = pets.find((one) => target === `/pets/${one.id}`);
        return pet === undefined || number > 3 ? undefined : success({ ...pet, id: 777 });
      },
      1,
      'no animal could be read both in the list and by its id, and the same twice by its id',
    ],
    [
      'readings that differ',
      ({ target, number }, { pets }) => {
        const pet = pets.find((one) => target === `/pets/${one.id}`);
        return pet === undefined ? undefined : success({ ...pet, name: `Rex ${number}` });
      },
      2,
      'no animal could be read both in the list and by its id, and the same twice by its id',
    ],
  ] as const satisfies readonly (readonly [string, Twist, number, string])[])(
    'comes of %s',
    async (_what, twist, own, reason) => {
      const session = await run(twist, { own });
      expect(session.reason).toBe(`Inconclusive: ${reason}`);
      expect(session.kinds.filter((kind) => kind.startsWith(id))).toEqual([]);
    },
  );
});

/** The list fails from this time on that it is asked for. */
function listFails(from: number): Twist {
  let lists = 0;
  return ({ target }) => {
    lists += target.startsWith('/pets?') ? 1 : 0;
    return target.startsWith('/pets?') && lists >= from ? failure(500) : undefined;
  };
}
