import { describe, expect, it } from 'vitest';
import { noArray } from '../../../src/suite/listed.ts';
import { id, listing, lists, readings, run } from './list-and-id-session.ts';
import { failure, success, type Twist } from './small-store.ts';

describe('animals that read the same', () => {
  it('may be those of others alone that a list shows otherwise', async () => {
    const older = listing((pet) => (pet.name === 'Tom' ? { ...pet, categoryId: 7 } : pet));
    const { kinds } = await run(older, { prepare: (store) => store.add('Tom') });
    expect(kinds).toEqual([`${id} categoryId-differs`]);
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
