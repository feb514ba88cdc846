import { describe, expect, it } from 'vitest';
import {
  announcedCounts,
  groupsOfKeys,
  keyTurns,
  sharedCount,
} from '../../../src/quota/judge/shared-count.ts';
import { slidingLog } from '../simulation/limiters/limiter.ts';
import { alignedWindow, anchoredWindow, tokenBucket } from '../simulation/limiters/permitted.ts';
import { slidingCounter } from '../simulation/limiters/sliding-counter.ts';
import { type Answer, caseOf } from './case-of.ts';
import { type Decide, decidedBy, each, free, inTurn, type Sent, traceOf } from './trace.ts';

const plan = { ...free, keys: [1, 2] };
const limiters: Record<string, () => Decide> = {
  'windows by the clock': () => decidedBy(alignedWindow),
  'windows from the first request': () => decidedBy(anchoredWindow),
  logs: () => decidedBy(slidingLog),
  counters: () => decidedBy(slidingCounter),
  buckets: () => decidedBy(tokenBucket),
};

function sentIn(order: readonly { readonly key: number; readonly count: number }[]): Sent[] {
  let atMs = 5000;
  return order.flatMap(({ key, count }) => {
    const sent = inTurn(atMs, count, 'neighbour', key);
    atMs += count * 12;
    return sent;
  });
}

describe.each(Object.entries(limiters))('%s', (_, begin) => {
  it('are detected by what two keys announce in turn', () => {
    const order = [
      { key: 1, count: 5 },
      { key: 2, count: 3 },
      { key: 1, count: 2 },
    ];
    const shared = traceOf(sentIn(order), begin(), undefined, plan);
    expect(sharedCount(shared, plan, [1, 2])).toEqual({ before: shared[4], after: shared[8], others: 3 });
    expect(announcedCounts(shared, plan, [1, 2])).toBe('together');
    const apart = traceOf(
      sentIn(order),
      each(({ key }) => key, begin),
      undefined,
      plan,
    );
    expect(announcedCounts(apart, plan, [1, 2])).toBe('apart');
  });
});

it('says nothing of keys that were not used soon after each other', () => {
  const sent = [...inTurn(5000, 5), ...inTurn(9000, 3, 'neighbour', 2), ...inTurn(12_000, 3)];
  const timeline = traceOf(sent, decidedBy(anchoredWindow), undefined, plan);
  expect(announcedCounts(timeline, plan, [1, 2])).toBe('silent');
  expect(sharedCount(timeline, plan, [1, 2])).toBeNull();
});

it('groups the keys that may draw on one counter', () => {
  expect(groupsOfKeys(plan)).toEqual([
    [0, 1, 2],
    [1, 2],
    [0, 1],
    [0, 2],
  ]);
  expect(groupsOfKeys(free)).toEqual([[0, 1]]);
});

/** Ten a window of eight seconds: a turn ends with a silence of 200 ms, in which a bucket gets a quarter of one. */
const small = { ...free, perMinute: 10, minuteMs: 8_000, keys: [1, 2] };
const timelineOf = (answers: readonly Answer[]) =>
  caseOf(
    answers.map((one) => ({ limit: 10, ...one })),
    { plan: small },
  ).timeline;

describe('a turn', () => {
  const turns = (...answers: readonly Answer[]) =>
    keyTurns(timelineOf(answers), small, [1, 2]).map(({ key, count, most, least }) => [
      key,
      count,
      most?.sentAtMs ?? null,
      least?.sentAtMs ?? null,
    ]);

  it('says nothing of what is left where one answer does not', () => {
    const other = (change: Partial<Answer>) =>
      turns({ sentAtMs: 0, remaining: 9 }, { sentAtMs: 20, remaining: 8, ...change });
    expect(other({ remaining: Number.NaN })).toEqual([[1, 2, null, null]]);
    expect(other({ limit: 1000 })).toEqual([[1, 2, null, null]]);
    expect(other({ cached: true })).toEqual([[1, 1, null, null]]);
    expect(other({ status: 401 })).toEqual([[1, 1, null, null]]);
  });

  it('counts what was, or may have been, drawn on the quota; and leaves out the day', () => {
    const other = (change: Partial<Answer>) =>
      turns({ sentAtMs: 0, remaining: 9 }, { sentAtMs: 20, remaining: 9, ...change });
    expect(other({ status: 404 })).toEqual([[1, 2, 0, 20]]);
    expect(other({ status: 0 })).toEqual([[1, 2, 0, 20]]);
    expect(other({ status: 429 })).toEqual([[1, 1, 0, 20]]);
    expect(other({ phase: 'day' })).toEqual([[1, 1, 0, 0]]);
  });
});

describe('keys that announce what they count', () => {
  const said = (...answers: readonly Answer[]) => announcedCounts(timelineOf(answers), small, [1, 2]);
  const one = (sentAtMs: number, remaining: number, other: Partial<Answer> = {}): Answer => ({
    sentAtMs,
    remaining,
    ...other,
  });

  it('may have counts of windows that began at other times', () => {
    const resets = (first: number, second: number) =>
      said(one(0, 5, { reset: first }), one(20, 9, { key: 2, reset: second }));
    expect([resets(100, 104), resets(100, 105), resets(105, 100)]).toEqual(['apart', 'silent', 'silent']);
  });
});
