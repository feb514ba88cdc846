import { describe, expect, it, test } from 'vitest';
import { AnimalHistory, type ListedBy } from '../../src/animals/animal-history.ts';
import { AnimalWatch } from '../../src/animals/animal-watch.ts';
import { ListSizes } from '../../src/animals/list-sizes.ts';
import { exchange } from '../watchers/exchanges.ts';
import { creation, list, pet } from './shapes.ts';
import { runTag } from './traffic.ts';

const reading = (id: bigint) => ({ id, name: 'Rex', categoryId: 7n, status: undefined });
const sent = { name: 'Rex', categoryId: 7n, status: undefined };

describe('the animals of a run', () => {
  it('that the run created are kept in the order in which it asked for them', () => {
    const history = new AnimalHistory();
    for (const number of [2, 5, 1, 4, 3]) {
      history.noteCreation(exchange({ number }), reading(BigInt(number * 10)), sent);
    }
    expect(history.created.map(({ id }) => id)).toEqual([10n, 20n, 30n, 40n, 50n]);
  });

  it('are recognised by the sent name, unless it is empty', () => {
    const history = new AnimalHistory();
    history.noteCreation(exchange({ number: 1 }), reading(5n), sent);
    history.noteCreation(exchange({ number: 2 }), reading(6n), { ...sent, name: '' });
    expect(['Rex', 'rex', '', undefined, 5n].map((name) => history.hasSentName(name))).toEqual([
      true,
      ...Array.from({ length: 4 }, () => false),
    ]);
  });

  it('that one request created, because it is recorded twice, are kept in their order', () => {
    const history = new AnimalHistory();
    for (const id of [1n, 2n, 3n]) {
      history.noteCreation(exchange({ number: 7 }), reading(id), sent);
    }
    expect(history.created.map(({ id }) => id)).toEqual([1n, 2n, 3n]);
  });

  it('that were created are in no list before that', () => {
    const history = new AnimalHistory();
    history.noteSeen(5n, 40);
    expect(history.noteCreation(exchange(), reading(5n), sent).listedAtMs).toBeNull();
    expect(history.noteSeen(5n, 90).listedAtMs).toBeNull();
  });
});

describe('animals whose expected content is unknown', () => {
  const twice = {
    method: 'POST',
    body: '{"name":"a","name":"b","categoryId":7}',
    status: 201,
    answer: pet(),
  };
  it.each([
    ['that a creation without a judged name made', creation({ name: '7' })],
    ['that a creation with one member twice made', twice],
  ])('are those %s', (_which, shape) => {
    const watch = new AnimalWatch(runTag);
    watch.see(exchange({ number: 1, ...shape }));
    expect(watch.history.animal(5n)).toMatchObject({ creation: null, tainted: true });
  });
});

describe('suspects', () => {
  const query = { limit: 5n };
  const shown = (id: bigint, changes: object = {}) => ({ ...reading(id), ...changes });

  /** A history with an own animal 5, one of others 9, and an own one 7 that something may have changed. */
  function known(): AnimalHistory {
    const history = new AnimalHistory();
    history.noteCreation(exchange({ number: 1 }), reading(5n), sent);
    history.noteCreation(exchange({ number: 2 }), reading(7n), sent).tainted = true;
    history.noteSeen(9n, 40);
    return history;
  }

  it.each([
    ['name', { name: 'Max' }],
    ['categoryId', { categoryId: 8n }],
    ['status', { status: 'sold' }],
  ])('are own animals that a list shows with another %s', (_member, changes) => {
    const history = known();
    history.noteListed(shown(5n, changes), query);
    expect([...history.suspects]).toEqual([[5n, query]]);
  });

  it('are no animals that look as they were created, nor others, nor ones that may have been changed', () => {
    const history = known();
    history.noteListed(shown(5n), query);
    for (const id of [7n, 9n, 11n]) {
      history.noteListed(shown(id, { name: 'Max' }), query);
    }
    expect([...history.suspects]).toEqual([]);
  });

  it('are animals of others that two lists show with another name or category, in the one list or the other', () => {
    const history = known();
    for (const id of [9n, 11n, 12n, 13n, 14n]) {
      history.noteSeen(id);
      history.noteListed(shown(id), query);
    }
    history.noteListed(shown(9n, { name: 'Max' }), { status: 'sold' });
    history.noteListed(shown(11n, { categoryId: 8n }), { status: 'sold' });
    history.noteListed(shown(12n, { status: 'sold' }), { status: 'sold' });
    history.noteListed(shown(13n), { status: 'sold' });
    history.noteListed(shown(14n, { name: 'Max' }), { status: 'sold' });
    expect([...history.suspects]).toEqual([
      [9n, query],
      [11n, { status: 'sold' }],
      [14n, query],
    ]);
  });

  it.each<[string, ListedBy[], ListedBy]>([
    ['longer one', [query, { limit: 100n }, { limit: 1n }], { limit: 100n }],
    ['last of equals', [query, { limit: 20n }, { status: 'sold' }], { status: 'sold' }],
    ['one without a limit before a shorter one', [{}, query], {}],
  ])('are kept with the %s of the lists that showed them', (_which, queries, kept) => {
    const history = known();
    for (const each of queries) {
      history.noteListed(shown(5n, { name: 'Max' }), each);
    }
    expect([...history.suspects]).toEqual([[5n, kept]]);
  });

  it('are the latest hundred', () => {
    const history = new AnimalHistory();
    for (let id = 1n; id <= 101n; id += 1n) {
      history.noteCreation(exchange({ number: Number(id) }), reading(id), sent);
      history.noteListed(shown(id, { name: 'Max' }), query);
    }
    expect([...history.suspects.keys()][0]).toBe(2n);
    expect(history.suspects.size).toBe(100);
  });

  it.each([
    ['?limit=5&status=sold', { limit: 5n, status: 'sold' }],
    ['?limit=101', { limit: 101n }],
    ['?status=sold', { status: 'sold' }],
    ['', {}],
    ['?limit=abc', null],
    ['?status=none', null],
    ['?page=2', null],
  ])('go by a list that can be asked for again: %j', (asked, expected) => {
    const watch = new AnimalWatch(runTag);
    watch.see(exchange({ number: 1, ...creation() }));
    watch.see(exchange({ number: 2, ...list(asked, pet({ name: '"Max"' })) }));
    expect([...watch.history.suspects.values()]).toEqual(expected === null ? [] : [expected]);
  });
});

test('refused creations are known by their tags, the first of each', () => {
  const history = new AnimalHistory();
  for (const [tag, status, number] of [
    ['a', 400, 1],
    ['a', 401, 2],
    ['b', 401, 3],
    ['c', 401, 4],
  ] as const) {
    history.noteOutcome(tag, { kind: 'refused', status, exchange: number });
  }
  expect(history.outcomeOf('a')).toEqual({ kind: 'refused', status: 400, exchange: 1 });
  expect(history.outcomeOf('z')).toBeUndefined();
  expect([history.refusedCount(400), history.refusedCount(401)]).toEqual([1, 2]);
});

test('a lost creation stays so if its repetition is accepted', () => {
  const history = new AnimalHistory();
  const lost = {
    kind: 'possible',
    sent: { name: 'a', categoryId: 1n, status: undefined },
    exchange: 2,
  } as const;
  history.noteOutcome('a', { kind: 'refused', status: 400, exchange: 1 });
  history.noteOutcome('a', lost);
  history.noteOutcome('a', { kind: 'possible', sent: null, exchange: 3 });
  expect(history.outcomeOf('a')).toEqual(lost);
});

describe('a list', () => {
  it.each([
    [0, 1, 0, true],
    [1, 1, 0, false],
    [2, 1, 0, false],
    [19, 20, 0, true],
    [19, 100, 0, true],
    [20, 100, 0, false],
    [20, 100, 20, false],
    [20, 100, 21, true],
    [49, 100, 50, true],
    [50, 100, 50, false],
    [19, 100, 5, true],
  ])(
    'of %i animals for a limit of %i, after a list of %i, looks complete: %s',
    (length, limit, longest, complete) => {
      const sizes = new ListSizes();
      sizes.note(longest, 100);
      sizes.note(0, 100);
      expect(sizes.longest).toBe(longest);
      expect(sizes.looksComplete(length, limit, 0)).toBe(complete);
    },
  );

  it('of the maximum length so far does not look complete if more than 20 animals are known and no list had 20', () => {
    const sizes = new ListSizes();
    sizes.note(7, 100);
    expect(sizes.looksComplete(7, 100, 20)).toBe(true);
    expect([sizes.looksComplete(7, 100, 21), sizes.looksComplete(6, 100, 21)]).toEqual([false, true]);
    sizes.note(20, 100);
    expect(sizes.looksComplete(7, 100, 21)).toBe(true);
  });

  it.each([
    [0, 100, 0, 100, true],
    [0, 1, 7, 20, true],
    [6, 100, 7, 100, true],
    [6, 100, 7, 99, true],
    [6, 99, 7, 100, false],
    [7, 100, 7, 100, false],
    [19, 20, 5, 20, false],
    [19, 20, 20, 20, true],
    [20, 20, 100, 100, false],
    [99, 100, 100, 100, true],
  ])(
    'of %i animals for a limit of %i, after a list of %i for a limit of %i, is known to be complete: %s',
    (length, limit, longest, itsLimit, complete) => {
      const sizes = new ListSizes();
      sizes.note(longest, itsLimit);
      expect(sizes.isComplete(length, limit)).toBe(complete);
    },
  );

  it.each([
    [30, 'filtered', false],
    [20, 'filtered', false],
    [19, 'filtered', true],
    [30, 'whole', true],
    [0, 'filtered', true],
  ] as const)('of %i animals, %s, is compared with lists of its kind', (length, kind, complete) => {
    const sizes = new ListSizes();
    sizes.note(100, 100);
    expect(sizes.isComplete(length, 100, kind)).toBe(complete);
  });
});
