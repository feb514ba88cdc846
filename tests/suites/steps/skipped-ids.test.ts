import { describe, expect, it } from 'vitest';
import type { ServiceAnswer } from '../../suite/service.ts';
import { cutOff, look, many, refused } from './refused-creations-session.ts';
import { failure, kindsOf, parsed, storeSession, success, type Twist } from './small-store.ts';

/** A store whose animals get these ids. */
const withIds = (...ids: number[]): Twist => {
  const left = [...ids];
  return ({ method, body }, store) => {
    const pet = parsed(body);
    if (method !== 'POST' || pet === null || pet.name === 'Rex cabcdef901z') {
      return undefined;
    }
    const made = { ...pet, id: left.shift() ?? 9000 };
    store.pets.push(made);
    return success(made, 201);
  };
};

describe('a store whose lists are cut', () => {
  const stored = { id: 2, name: 'Rex cabcdef900z', categoryId: 1, status: 'available' };

  /** Two animals of the run with these ids, one from before the refusals and one from after them. */
  async function between(ids: readonly number[], second?: ServiceAnswer, first = 1) {
    const creating = withIds(...ids);
    const session = await storeSession((request, store) => {
      const isList = request.method === 'GET' && request.target.startsWith('/pets?');
      const isSecond = request.target === '/pets/2';
      if (isList) {
        return success(many(100, []));
      }
      return (isSecond ? second : undefined) ?? creating(request, store);
    });
    const check = session.check('create/malformed-json');
    for (let count = 0; count < first; count += 1) {
      await check.createPlain();
    }
    await check.create(cutOff);
    const reason = await look(session);
    const readings = session.asked().filter((request) => request.startsWith('GET /pets/'));
    return Object.assign(session, { reason, readings });
  }

  it.each([
    [[1, 2], []],
    [
      [1, 5],
      ['GET /pets/2', 'GET /pets/3', 'GET /pets/4'],
    ],
  ])('has none of them if no id is left out: %j', async (ids, readings) => {
    const session = await between(ids);
    expect(session).toMatchObject({ reason: 'a verdict', readings });
    const exchange = session.asked().lastIndexOf('POST /pets') + 1;
    expect(session.events).toContainEqual({
      type: 'evidence',
      requirement: 'create/refused-without-effect',
      exchange,
    });
  });

  it.each([
    ['ids are too far apart', [1, 6], 1],
    ['ids are random', [1, 700_000], 1],
    ['ids count down', [9, 8], 1],
    ['no animal is older than the refusals', [1, 2], 0],
  ] as const)('is not decided if %s', async (_what, ids, first) => {
    expect((await between(ids, undefined, first)).reason).toMatch(/^Inconclusive: the list does not/);
  });

  it('is not decided if an id between can be read neither as free nor as an animal', async () => {
    const { reason, readings } = await between([1, 3], failure(500));
    expect(reason).toMatch(/^Inconclusive: /);
    expect(new Set(readings)).toEqual(new Set(['GET /pets/2']));
  });

  it('has one that is found by its id', async () => {
    const session = await between([1, 3], success(stored));
    expect(session.reason).toBe('a verdict');
    expect(kindsOf(session)).toContain('create/refused-without-effect stored');
  });
});

describe('ids that were skipped', () => {
  async function readings(...ids: number[]) {
    const session = await refused(withIds(...ids));
    const check = session.check('create/accepts-valid');
    for (let count = 1; count < ids.length; count += 1) {
      await check.createPlain();
    }
    await look(session);
    return session.asked().filter((request) => request.startsWith('GET /pets/'));
  }

  it('between two of our own are read, three of them at most', async () => {
    expect(await readings(14, 10, 12)).toEqual(['GET /pets/11', 'GET /pets/13']);
    expect(await readings(1, 30, 35)).toEqual(['GET /pets/31', 'GET /pets/32', 'GET /pets/33']);
  });

  it('are read where they are twenty apart, and not where they are more', async () => {
    expect(await readings(1, 21)).toHaveLength(3);
    expect(await readings(1, 22)).toEqual([]);
    expect(await readings(1, 100, 102)).toEqual(['GET /pets/101']);
  });

  it('are not read where the animal is known', async () => {
    const session = await refused(withIds(1, 4));
    const check = session.check('create/accepts-valid');
    await check.createPlain();
    session.session.history.noteSeen(2n);
    await look(session);
    expect(session.asked()).toContain('GET /pets/3');
    expect(session.asked()).not.toContain('GET /pets/2');
  });
});
