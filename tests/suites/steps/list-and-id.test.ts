import { describe, expect, it } from 'vitest';
import { noArray } from '../../../src/suite/listed.ts';
import { id, listing, lists, readings, run } from './list-and-id-session.ts';
import { failure, type SmallStore, success, type Twist } from './small-store.ts';

describe('animals that read the same', () => {
  it('are one of the run and one of others, the first that the list shows', async () => {
    const { asked, kinds, reason } = await run(undefined, { prepare: (store) => store.add('Tom') });
    expect([reason, ...kinds]).toEqual(['a verdict']);
    expect(asked).toEqual([
      'GET /pets?limit=100',
      'GET /pets/11',
      'GET /pets/1',
      'GET /pets?limit=100',
      'GET /pets/11',
      'GET /pets/1',
    ]);
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

  it('are no more than two, one of them of the run, however many others there are', async () => {
    const prepare = (store: SmallStore) => {
      store.add('Tom');
      store.add('Tim');
    };
    const { asked } = await run(undefined, { prepare });
    const byId = ['GET /pets/21', 'GET /pets/1'];
    expect(asked).toEqual(['GET /pets?limit=100', ...byId, 'GET /pets?limit=100', ...byId]);
  });

  it('are those of others where the run has none', async () => {
    const { asked } = await run(undefined, { own: 0, prepare: (store) => store.add('Tom') });
    expect(asked).toEqual(['GET /pets?limit=100', 'GET /pets/1', 'GET /pets?limit=100', 'GET /pets/1']);
  });

  it('are the newest if there is to be one, or whatever is listed', async () => {
    const { asked } = await run(undefined, { count: 1 });
    expect(asked).toEqual(['GET /pets/21', 'GET /pets?limit=100', 'GET /pets/21']);
    const others = await run(undefined, { count: 1, own: 0, prepare: (store) => store.add('Tom') });
    expect(others.asked).toHaveLength(4);
  });

  it('are not read again where the list has lost them', async () => {
    const { asked, reason, kinds } = await run(
      lists((time, pets) => (time === 2 ? success(pets.slice(1)) : undefined)),
    );
    expect([reason, ...kinds]).toEqual(['a verdict']);
    expect(asked).toEqual([
      'GET /pets?limit=100',
      'GET /pets/1',
      'GET /pets/11',
      'GET /pets?limit=100',
      'GET /pets/11',
    ]);
  });

  it('are all if there are to be so many', async () => {
    expect((await run(undefined, { count: 25 })).asked).toHaveLength(2 + 3 + 3);
  });
});

const unread = 'no animal could be read both in the list and by its id, and the same twice by its id';
const failing = (from: number) => lists((time) => (time >= from ? failure(500) : undefined));

it.each<[what: string, twist: Twist, own: number, reason: string]>([
  ['an empty store', () => undefined, 0, 'the list shows no animal'],
  ['a list that fails', failing(1), 2, noArray],
  ['a second list that fails', failing(2), 2, noArray],
  ['readings that fail', readings(() => failure(500)), 2, unread],
  [
    'readings that are refused, whatever they hold',
    readings((pet) => ({ status: 404, body: JSON.stringify(pet) })),
    2,
    unread,
  ],
  [
    'readings of which the first shows another animal',
    readings((pet, number) => (number > 3 ? undefined : success({ ...pet, id: 777 }))),
    1,
    unread,
  ],
  ['readings that differ', readings((pet, number) => success({ ...pet, name: `Rex ${number}` })), 2, unread],
])('no verdict comes of %s', async (_what, twist, own, reason) => {
  const session = await run(twist, { own });
  expect(session.reason).toBe(`Inconclusive: ${reason}`);
  expect(session.kinds.filter((kind) => kind.startsWith(id))).toEqual([]);
});
