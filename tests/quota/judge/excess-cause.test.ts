import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/exchange/exchange.ts';
import { excessCause, mayBeCountedApart } from '../../../src/quota/judge/excess-cause.ts';
import { type Answer, caseOf, spaced } from './case-of.ts';
import { epochMs, free } from './trace.ts';

/** Ten in ten seconds: a token each second. */
const plan = { ...free, perMinute: 10, minuteMs: 10_000 };
const judgedOf = (answers: readonly Answer[], keys = [1]) => caseOf(answers, { plan: { ...plan, keys } });
const causeOf = (...answers: readonly Answer[]) => {
  const { requirement, kind, text } = excessCause(judgedOf(answers));
  return [requirement, kind, text];
};
const exceeded = 'quota/never-exceeded';
const unknown = [
  exceeded,
  'excess',
  "Possible causes: a race (requests are checked before others are counted), a counter per connection, process or replica, or a limit above the plan's.",
];

const refusal = (sentAtMs: number, other: Partial<Answer> = {}): Answer => ({
  sentAtMs,
  status: 429,
  limit: 10,
  remaining: 0,
  ...other,
});

/** So many one after the other, over so many connections, from which on. */
function inTurn(count: number, connections: number, other: Partial<Answer> = {}, fromMs = 50_000): Answer[] {
  return spaced(fromMs, count, 20).map((one, position) => ({
    ...one,
    phase: 'one-at-a-time' as const,
    connection: 1_000 + (position % connections),
    limit: 10,
    ...other,
  }));
}

describe('an excess', () => {
  it('is a race where one at a time are kept within the limit, and many at once are not', () => {
    const kept = [...inTurn(10, 4), refusal(50_400, { phase: 'one-at-a-time', connection: 1_000 })];
    const seen = 'one at a time over 4 connections, 10 of 11 requests were served';
    // Eleven, and what comes back in 10 ms and a tick: less than one.
    expect(causeOf(...spaced(0, 12, 0), ...kept)).toEqual([
      exceeded,
      'race',
      `Likely cause: a race, in which concurrent requests are checked before the others are counted; ${seen}`,
    ]);
    const other = [
      exceeded,
      'excess',
      `Possible causes: a window shorter than the plan's, a faster refill, a limit just above the plan's, or a race; ${seen}, so the counter is shared`,
    ];
    expect(causeOf(...spaced(0, 11, 0), ...kept)).toEqual(other);
    expect(causeOf(...spaced(0, 12, 20), ...kept)).toEqual(other);
    expect(causeOf(...spaced(0, 12, 0, { phase: 'spend' }), ...kept)).toEqual(other);
    expect(causeOf(...spaced(0, 12, 0, { answeredAtMs: 1_000 }), ...kept)).toEqual(other);
    // Two bursts that are under way one after the other.
    expect(causeOf(...spaced(0, 6, 0), ...spaced(11, 6, 0), ...kept)).toEqual(other);
    expect(causeOf(...spaced(0, 6, 0), ...spaced(10, 6, 0), ...kept)[1]).toBe('race');
    // Begun late, and the others after it.
    expect(causeOf(...spaced(0, 1, 0), ...spaced(5_000, 12, 0), ...kept)[1]).toBe('race');
  });

  it('is no race where as many are served one at a time', () => {
    const seen = (connections: number) =>
      `one at a time over ${connections} connections, 20 of 20 requests were served`;
    const figures = (counters: number) =>
      inTurn(20, 4).map((one, position) => ({ ...one, remaining: 9 - Math.floor(position / counters) }));
    expect(causeOf(...figures(4))).toEqual([
      exceeded,
      'counter-per-connection',
      `Likely cause: each connection has its own counter; ${seen(4)}`,
    ]);
    expect(causeOf(...figures(2))).toEqual([
      exceeded,
      'split-counter',
      `Likely cause: 2 separate counters, such as one for each process or replica; ${seen(4)}`,
    ]);
    expect(causeOf(...inTurn(20, 4))).toEqual([
      exceeded,
      'excess',
      `Possible causes: a limit above the plan's, or a counter per process or replica; ${seen(4)}, so it is no race`,
    ]);
    expect(causeOf(...inTurn(20, 1, { remaining: 5 }))[1]).toBe('split-counter');
  });

  it('is counted by values of the minute above zero', () => {
    const kinds = (change: (position: number) => Partial<Answer>) =>
      causeOf(
        ...inTurn(20, 20).map((one, position) => ({ ...one, remaining: 30 - position, ...change(position) })),
      )[1];
    expect(kinds(() => ({}))).toBe('excess');
    expect(kinds((position) => (position < 10 ? {} : { remaining: 30 - position + 10 }))).toBe(
      'split-counter',
    );
    expect(kinds((position) => (position < 10 ? {} : { remaining: 0 }))).toBe('excess');
    expect(kinds((position) => (position < 10 ? {} : { remaining: 30, limit: 1000 }))).toBe('excess');
    // Four of twelve came twice: nearer to one counter than to two.
    expect(kinds((position) => ({ remaining: position < 16 ? 30 - position : 30 }))).toBe('excess');
  });

  it('is distinguished from a variation within one window', () => {
    const many = (lastMs: number) => [...inTurn(19, 4), ...inTurn(1, 1, {}, lastMs)];
    expect(causeOf(...many(59_900))[1]).toBe('excess');
    // Twenty in ten seconds are what a bucket grants; one more is not.
    expect(causeOf(...many(59_990))).toEqual(unknown);
    const more = (lastMs: number) => [...inTurn(22, 4), ...inTurn(1, 1, {}, lastMs)];
    expect(causeOf(...more(59_990))[2]).toContain('23 of 23');
    expect(causeOf(...more(59_991))).toEqual(unknown);
    const reset = (atMs: number) => (epochMs + atMs) / 1000;
    const edge = inTurn(20, 4).map((one, position) =>
      position < 10
        ? { ...one, remaining: 9 - position, reset: reset(50_000) }
        : { ...one, remaining: 19 - position, reset: reset(60_000) },
    );
    expect(causeOf(...edge)).toEqual(unknown);
  });
});

describe('places with separate counters', () => {
  /** The requests of a place until it is refused. */
  const from = (place: number, fromMs: number, served: number, refused = 3, other: Partial<Answer> = {}) => {
    const its = { phase: 'one-place' as const, place, limit: 10, ...other };
    return [
      ...spaced(fromMs, served, 1, its).map((one, position) => ({ remaining: 9 - position, ...one })),
      ...spaced(fromMs + served, refused, 1, { remaining: 0, ...its, status: 429 }),
    ];
  };
  const told = (seen: string) => [
    exceeded,
    'counter-per-place',
    `Likely cause: a counter per place, such as one for each region; each place alone stays within the limit, but ${seen} were served right after each other`,
  ];

  it('are named if each gets the limit right after the other, and no more', () => {
    expect(causeOf(...from(1, 50_000, 10), ...from(2, 50_100, 10))).toEqual(
      told('10 of 13 at place 1, 10 of 13 at place 2'),
    );
    const kept = [...inTurn(10, 4, {}, 70_000), refusal(70_400, { phase: 'one-at-a-time' })];
    expect(causeOf(...from(1, 50_000, 10), ...from(2, 50_100, 10), ...from(3, 50_200, 9), ...kept)[1]).toBe(
      'counter-per-place',
    );
  });

  it('are not named if the next place gets nothing, or one gets more than the limit', () => {
    expect(causeOf(...from(1, 50_000, 10), ...from(2, 50_100, 0))).toEqual(unknown);
    expect(causeOf(...from(1, 50_000, 10), ...from(2, 50_100, 1))).toEqual(unknown);
    expect(causeOf(...from(1, 50_000, 10), ...from(2, 50_100, 20))).toEqual(unknown);
    expect(causeOf(...from(1, 50_000, 10), ...from(2, 50_100, 10, 0))).toEqual(unknown);
    expect(causeOf(...from(1, 50_000, 13))).toEqual(unknown);
  });

  it('are possible if the limit holds one at a time at one place, and nothing distinguishes them from a race', () => {
    const kept = [...inTurn(10, 4, {}, 70_000), refusal(70_400, { phase: 'one-at-a-time' })];
    const undecided = [...from(1, 50_000, 10), ...from(2, 60_100, 10)];
    expect(causeOf(...undecided, ...kept)[2]).toMatch(
      /^Possible causes: a counter per place, .* or a race; one at a time .* at one place$/,
    );
    const common = [...from(1, 50_000, 10), ...from(2, 50_100, 0)];
    expect(causeOf(...common, ...kept)).toEqual(causeOf(...kept));
  });

  it('are not named if a window ended in between', () => {
    const reset = (atMs: number) => ({ reset: (epochMs + atMs) / 1000 });
    const first = from(1, 50_000, 10, 3, reset(51_000));
    expect(causeOf(...first, ...from(2, 50_100, 10, 3, reset(61_000)))).toEqual(unknown);
    expect(causeOf(...first, ...from(2, 50_100, 10, 3, reset(52_000)))[1]).toBe('counter-per-place');
    expect(causeOf(...from(1, 50_000, 10), ...from(2, 60_100, 10))).toEqual(unknown);
  });
});

describe('operations that are counted apart', () => {
  /** Twice ten of each of those, too soon after each other for two edges of windows. */
  const apart = (...operations: readonly Operation[]) =>
    [1_000, 12_300].flatMap((atMs) =>
      operations.flatMap((operation, position) => [
        ...spaced(atMs + 3 * position, 10, 20, { operation, limit: 10, remaining: 9 }),
        refusal(atMs + 300, { operation }),
      ]),
    );
  const lists = (count: number, other: Partial<Answer> = {}) => [
    ...spaced(30_000, count, 1, { phase: 'one-operation', ...other }),
    refusal(30_050, { phase: 'one-operation' }),
  ];
  const told = (text: string) => [
    'quota/shared-across-operations',
    'counter-per-operation',
    `Likely cause: ${text}; with lists alone, the limit holds`,
  ];

  it('are named where the limit holds for lists alone', () => {
    const cause = (...operations: readonly Operation[]) => causeOf(...apart(...operations), ...lists(10));
    expect(cause('listPets', 'createPet')).toEqual(told('creations are not counted with the others'));
    expect(cause('listPets', 'getPet')).toEqual(told('GET /pets/{petId} is not counted with the others'));
    expect(cause('listPets', 'getPet', 'createPet')).toEqual(told('each operation has its own counter'));
  });

  it('may be so where a burst of lists was made and says nothing', () => {
    const may = (...answers: readonly Answer[]) => mayBeCountedApart(judgedOf(answers));
    const operations = apart('listPets', 'createPet');
    const few = spaced(30_000, 4, 1, { phase: 'one-operation' });
    expect(may(...operations, ...few)).toBe(true);
    expect(may(...operations, ...lists(10))).toBe(false);
    expect(may(...operations)).toBe(false);
    expect(may(...apart('listPets'), ...few)).toBe(false);
  });

  it('are looked for among all keys', () => {
    const other = apart('listPets', 'createPet').map((one) => ({ ...one, key: 2 }));
    const answers = [...apart('listPets', 'createPet'), ...other];
    const few = spaced(30_000, 4, 1, { phase: 'one-operation', key: 2 });
    expect(mayBeCountedApart(judgedOf([...answers, ...few], [1, 2]))).toBe(true);
    expect(excessCause(judgedOf([...answers, ...lists(10)], [1, 2])).kind).toBe('counter-per-operation');
  });
});
