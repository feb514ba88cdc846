import { describe, expect, it } from 'vitest';
import { listHasNoGaps } from '../../../suites/shared/list-without-gaps.ts';
import { kindsOf, type Pet, storeSession, success } from './small-store.ts';

/** What is reported of a store whose unfiltered lists `arrange` changes, and how many animals were created for it. */
async function reported(arrange: (pets: readonly Pet[]) => readonly Pet[], own = 12) {
  const session = await storeSession(
    ({ method, target }, { pets }) =>
      method === 'GET' && target.startsWith('/pets?limit=') ? success(arrange(pets)) : undefined,
    { consistencyGraceMs: 0, selected: ['list/created-pet-listed'] },
  );
  const check = session.check('list without gaps');
  for (let count = 0; count < own; count += 1) {
    await check.createPlain('available');
  }
  const before = session.store.pets.length;
  await listHasNoGaps(check);
  return { kinds: kindsOf(session), created: session.store.pets.length - before };
}

const newestFirst = (pets: readonly Pet[]) => pets.toReversed();

describe('an unfiltered list', () => {
  it('of all animals needs one request', async () => {
    expect(await reported((pets) => pets)).toEqual({ kinds: [], created: 0 });
    expect(await reported(newestFirst)).toEqual({ kinds: [], created: 0 });
  });

  it('that omits one of four animals is reported, in either order, although it omits new ones too', async () => {
    const omitting = (pets: readonly Pet[]) => pets.filter((_, index) => index % 4 !== 1);
    const kinds = ['list/created-pet-listed not-listed'];
    expect((await reported(omitting)).kinds).toEqual(kinds);
    expect((await reported((pets) => newestFirst(omitting(pets)))).kinds).toEqual(kinds);
  });

  it('may be cut at either end, wherever a page ends', async () => {
    for (const arrange of [
      (pets: readonly Pet[]) => pets.slice(0, 7),
      (pets: readonly Pet[]) => newestFirst(pets).slice(0, 7),
      (pets: readonly Pet[]) => newestFirst(pets).slice(0, pets.length - 3),
    ]) {
      expect(await reported(arrange)).toEqual({ kinds: [], created: 0 });
    }
  });

  it('may be cut in an order other than that of ids', async () => {
    const byName = (pets: readonly Pet[]) =>
      pets.toSorted((one, other) => (one.name.at(-2) ?? '').localeCompare(other.name.at(-2) ?? ''));
    expect(await reported((pets) => byName(pets).slice(0, 6))).toEqual({ kinds: [], created: 0 });
  });

  it('may be merged from pages of several stores, each of which is cut', async () => {
    const ofShards = (pets: readonly Pet[]) => {
      const even = pets.filter((_, index) => index % 2 === 0);
      const odd = pets.filter((_, index) => index % 2 === 1);
      return [...even.slice(0, 3), ...odd].toSorted((one, other) => one.id - other.id);
    };
    expect((await reported(ofShards)).kinds).toEqual([]);
  });

  it('may omit an animal for a moment', async () => {
    let lists = 0;
    const late = (pets: readonly Pet[]) => {
      lists += 1;
      return lists === 1 ? pets.filter((_, index) => index !== 5) : pets;
    };
    expect((await reported(late)).kinds).toEqual([]);
  });
});
