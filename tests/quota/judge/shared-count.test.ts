import { describe, expect, it } from 'vitest';
import { announcedCounts, groupsOfKeys, sharedCount } from '../../../src/quota/judge/shared-count.ts';
import { alignedWindow, anchoredWindow } from '../simulation/limiters/fixed-window.ts';
import { slidingLog } from '../simulation/limiters/limiter.ts';
import { slidingCounter } from '../simulation/limiters/sliding-counter.ts';
import { tokenBucket } from '../simulation/limiters/token-bucket.ts';
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
