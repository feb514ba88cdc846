import { describe, expect, it } from 'vitest';
import { listed } from '../../../src/runner/listed.ts';
import { sameByListAndId } from '../../../suites/shared/list-and-id.ts';
import { id, listing } from './list-and-id-session.ts';
import { createEach, failure, reasonOf, storeSession, success, type Twist } from './small-store.ts';

const evidenceOfSafety = { type: 'evidence', requirement: 'list/safe' };

describe('a list of before, which will do at effort smoke', () => {
  const asked = async ({
    twist,
    own = 2,
    read = [1n],
    readLater = [],
    taintedId,
    effort = 'smoke',
  }: {
    effort?: 'smoke' | 'normal';
    twist?: Twist;
    own?: number;
    read?: readonly bigint[];
    readLater?: readonly bigint[];
    taintedId?: bigint;
  } = {}) => {
    const session = await storeSession(twist, {
      effort,
      selected: [id, 'list/safe'],
      consistencyGraceMs: 0,
    });
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
    for (const animal of readLater) {
      await check.get(animal);
    }
    const sent = session.asked().length;
    const reason = await reasonOf(sameByListAndId(check));
    return Object.assign(session, { reason, later: session.asked().slice(sent), before });
  };
  const notCompared =
    'Inconclusive: no animal could be read both in the list and by its id, and the same twice by its id';

  it('is compared with a reading from before it and one of now', async () => {
    const { later, reason, findings, events, before } = await asked({ read: [11n] });
    expect([reason, later, findings]).toEqual(['a verdict', ['GET /pets/11'], []]);
    expect(events).toContainEqual({ ...evidenceOfSafety, exchange: before });
  });

  it('is compared with what was read before and after it, where an animal was', async () => {
    const both = await asked({ read: [1n, 11n], readLater: [11n] });
    expect([both.reason, both.later, both.findings]).toEqual(['a verdict', [], []]);
  });

  it('will not do for an animal that was read after it alone', async () => {
    expect(await asked({ read: [], readLater: [1n] })).toMatchObject({ reason: notCompared, later: [] });
  });

  it('will do where it is that of the status of refused creations, and our own are in no other', async () => {
    const session = await storeSession(
      ({ target }, { pets }) =>
        target === '/pets?limit=100' ? success(pets.filter(({ name }) => name === 'Tom')) : undefined,
      { effort: 'smoke' },
    );
    session.store.add('Tom');
    const check = session.check(id);
    await createEach(check, 'available');
    await check.get(11n);
    await listed(check, { limit: 100n, status: 'available' });
    await listed(check, { limit: 100n });
    const before = session.asked().length;
    expect(await reasonOf(sameByListAndId(check))).toBe('a verdict');
    expect(session.asked().slice(before)).toEqual(['GET /pets/11']);
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
