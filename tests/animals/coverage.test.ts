import { describe, expect, it } from 'vitest';
import { AnimalWatch } from '../../src/animals/animal-watch.ts';
import { errorBody, exchange, type Shape } from '../watchers/exchanges.ts';
import { challenge, creation, list, many, noPet, pet, reading, unicode } from './shapes.ts';
import { runTag } from './traffic.ts';

function watchOf(...shapes: readonly Shape[]): AnimalWatch {
  const watch = new AnimalWatch(runTag);
  for (const [index, shape] of shapes.entries()) {
    watch.see(exchange({ number: index + 1, ...shape }));
  }
  return watch;
}

const sold = (count: number) => many(count, { status: '"sold"' });
/** Makes that many animals known, by one answer that says nothing of any limit. */
const known = (count: number): Shape => list('?page=2', ...many(count));
const filtered = (status: string, query = `?status=${status}`) =>
  list(query, pet({ id: '3', status: `"${status}"` }));

const reached: readonly (readonly [string, string, Shape[]])[] = [
  ['list/limit-bounds-count', 'a full list of a larger store', [known(4), list('?limit=3', ...many(3))]],
  ['list/limit-bounds-count', 'a short list of a large store', [known(4), list('?limit=3', ...many(1))]],
  ['list/limit-bounds-count', 'a list with the least limit', [known(2), list('?limit=1', ...many(1))]],
  ['list/limit-bounds-count', 'the largest limit', [known(101), list('?limit=100', ...many(100))]],
  ['list/default-limit', 'a store of 21 animals', [known(21), list('', ...many(20))]],
  ['list/never-above-100', 'a limit of 101', [known(101), list('?limit=101', ...many(100))]],
  ['list/status-filter', 'a filtered list with an animal', [filtered('sold')]],
  ['list/limit-with-status', 'both parameters', [filtered('sold', '?limit=5&status=sold')]],
  ['auth/challenge', 'a 401', [unauthorised()]],
  ['auth/valid-key-accepted', 'an answer', [list('')]],
  ['list/unique-ids', 'a list', [list('')]],
  ['list/returns-pets', 'a list', [list('')]],
  ['create/assigns-id', 'a creation', [creation()]],
  ['create/echoes-fields', 'a creation', [creation()]],
  ['create/status-optional', 'a creation without status', [creation({ status: '' })]],
  ['create/unique-ids', 'a creation', [creation()]],
  ['create/text-exact', 'an odd name', [creation({ name: unicode })]],
  ['get/id-matches', 'a reading', [reading()]],
  ['get/returns-created', 'an own animal', [creation(), reading()]],
  ['get/stable', 'an own animal twice', [creation(), reading(), reading()]],
  ['get/status-stable', 'an own animal with a status', [creation(), reading()]],
];

const notReached: readonly (readonly [string, string, Shape[]])[] = [
  ['list/limit-bounds-count', 'a full list of all animals', [list('?limit=3', ...many(3))]],
  ['list/limit-bounds-count', 'a short list', [list('?limit=3', ...many(2))]],
  ['list/limit-bounds-count', 'a store as large as the limit', [known(3), list('?limit=3', ...many(2))]],
  ['list/limit-bounds-count', 'a filter', [list('?limit=3&status=sold', ...sold(3))]],
  ['list/limit-bounds-count', 'a limit of 0', [known(3), list('?limit=0', ...many(3))]],
  ['list/limit-bounds-count', 'a limit of 101', [known(101), list('?limit=101', ...many(100))]],
  ['list/limit-bounds-count', 'another answer', [known(4), refusal('?limit=3')]],
  ['list/limit-bounds-count', 'another operation', [known(4), reading()]],
  ['list/limit-bounds-count', 'no array', [known(4), { target: '/pets?limit=3', answer: '{"length":9}' }]],
  ['list/default-limit', 'a store of 20 animals', [known(20), list('', ...many(20))]],
  ['list/default-limit', 'an array for one animal', [known(21), { target: '/pets/5', answer: '[]' }]],
  ['list/default-limit', 'another status', [known(21), { status: 206, answer: '[]' }]],
  ['list/limit-bounds-count', 'a limit beyond 100', [known(102), list('?limit=101', ...many(100))]],
  ['list/limit-with-status', 'no status', [list('?limit=5', pet())]],
  ['list/default-limit', 'a filter', [known(21), list('?status=sold', ...sold(20))]],
  ['list/default-limit', 'a limit', [known(21), list('?limit=20', ...many(20))]],
  ['list/never-above-100', 'a store of 100 animals', [known(100), list('?limit=101', ...many(100))]],
  ['list/never-above-100', 'a limit of 100', [known(101), list('?limit=100', ...many(100))]],
  ['list/never-above-100', 'a filter', [known(101), list('?limit=101&status=sold', ...sold(100))]],
  ['list/never-above-100', 'no number', [known(101), list('?limit=abc', ...many(100))]],
  ['list/never-above-100', 'another answer', [known(101), { ...refusal('?limit=101'), status: 422 }]],
  ['list/status-filter', 'an empty list', [list('?status=sold')]],
  ['list/limit-with-status', 'an empty list', [list('?limit=5&status=sold')]],
  ['list/limit-with-status', 'a limit out of bounds', [filtered('sold', '?limit=0&status=sold')]],
  ['list/limit-with-status', 'no limit', [filtered('sold')]],
  ['list/limit-with-status', 'an odd status', [filtered('sold', '?limit=5&status=SOLD')]],
  ['create/status-optional', 'a creation with a status', [creation()]],
  ['create/text-exact', 'a plain name', [creation()]],
  ['create/unique-ids', 'a creation without an id', [creation({}, { id: '' })]],
  ['create/unique-ids', 'an id beyond int64', [creation({}, { id: `${2n ** 63n}` })]],
  ['get/returns-created', 'an animal of others', [reading()]],
  ['get/stable', 'an own animal once', [creation(), reading()]],
];

function refusal(query: string): Shape {
  return { target: `/pets${query}`, status: 400, answer: errorBody(400) };
}

function unauthorised(): Shape {
  return { status: 401, credential: 'none', answer: errorBody(401), received: challenge };
}

/** The requirements that the last of these exchanges is evidence for. */
function touched(...shapes: readonly Shape[]): readonly string[] {
  const watch = watchOf(...shapes.slice(0, -1));
  return watch.see(exchange({ number: shapes.length, ...shapes.at(-1) })).touched;
}

describe('a requirement has evidence', () => {
  it.each(reached)('%s: %s', (requirement, _what, shapes) => {
    expect(touched(...shapes)).toContain(requirement);
  });

  it.each(notReached)('%s: not %s', (requirement, _what, shapes) => {
    expect(touched(...shapes)).not.toContain(requirement);
  });
});

describe('what a run has come to', () => {
  it('is counted by operation and status', () => {
    const watch = watchOf(creation(), noPet, { target: '/nothing', status: 404 });
    expect(watch.hasSeen('createPet', 201)).toBe(true);
    expect(watch.hasSeen('getPet', 404)).toBe(true);
    expect(watch.hasSeen('getPet', 200)).toBe(false);
    expect(watch.hasSeen('listPets', 404)).toBe(false);
    expect(watch.observations()).toEqual([]);
  });

  it('is the newest exchange of each kind that the valid key was let in for', () => {
    const watch = watchOf(
      list('?limit=5'),
      creation(),
      list('?limit=5'),
      { ...list('?limit=6'), credential: 'invalid' },
      { ...reading(), status: 404, answer: errorBody(404) },
    );
    expect(watch.acceptedExchange('listPets')).toBe(3);
    expect(watch.acceptedExchange('createPet')).toBe(2);
    expect(watch.acceptedExchange('getPet')).toBeNull();
  });
});
