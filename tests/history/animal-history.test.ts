import { describe, expect, it } from 'vitest';
import { AnimalHistory } from '../../src/history/animal-history.ts';
import { exchange } from '../watchers/exchanges.ts';

const reading = (id: bigint) => ({ id, name: 'Rex', categoryId: 7n, status: undefined });
const sent = { name: 'Rex', categoryId: 7n, status: undefined };

describe('the animals of a run', () => {
  it('are known from their creation, a reading or a list, each once', () => {
    const history = new AnimalHistory();
    expect(history.animal(5n)).toBeUndefined();
    const first = exchange({ number: 1 });
    const created = history.noteCreation(first, reading(5n), sent);
    history.noteSeen(9n, 40);
    history.noteSeen(9n, 90);
    history.noteSeen(5n);
    history.noteRead(exchange({ number: 2 }), reading(5n));
    history.noteRead(exchange({ number: 3 }), reading(7n));
    expect(created).toMatchObject({ id: 5n, creation: { exchange: first, sent }, tainted: false });
    expect([...history.seen].map(({ id }) => id)).toEqual([5n, 9n, 7n]);
    expect(history.distinctAnimals).toBe(3);
    expect(history.created).toEqual([created]);
    expect(history.animal(5n)?.reads.map((read) => read.exchange.number)).toEqual([2]);
    expect(history.animal(7n)).toMatchObject({ creation: null, tainted: false });
    expect(history.animal(9n)).toEqual({ id: 9n, creation: null, listedAtMs: 40, reads: [], tainted: false });
  });
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
    'of %i animals for a limit of %i, where %i came once, is complete: %s',
    (length, limit, longest, complete) => {
      const history = new AnimalHistory();
      history.noteListLength(longest);
      history.noteListLength(0);
      expect(history.longestList).toBe(longest);
      expect(history.isComplete(length, limit)).toBe(complete);
    },
  );
});

describe('refused creations', () => {
  const refusal = (tag: string, status: 400 | 401, number: number) => ({
    tag,
    status,
    exchange: exchange({ number }),
  });

  it('are known by their tags, the first of each', () => {
    const history = new AnimalHistory();
    history.noteRefusal(refusal('a', 400, 1));
    history.noteRefusal(refusal('a', 401, 2));
    history.noteRefusal(refusal('b', 401, 3));
    history.noteRefusal(refusal('c', 401, 4));
    expect(history.refusedCreation('a')).toMatchObject({ status: 400, exchange: { number: 1 } });
    expect(history.refusedCreation('z')).toBeUndefined();
    expect([history.refusedCount(400), history.refusedCount(401)]).toEqual([1, 2]);
  });

  it('prove nothing where the same body may have been stored', () => {
    const history = new AnimalHistory();
    history.noteRefusal(refusal('a', 400, 1));
    history.notePossiblyStored('a');
    expect(history.refusedCreation('a')).toBeUndefined();
  });
});
