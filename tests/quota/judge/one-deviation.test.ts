import { describe, expect, it } from 'vitest';
import type { TimelineEntry } from '../../../src/quota/timeline.ts';
import { bucket, requestWindow } from './exact-limiters.ts';
import { judged, limit, minute, reported, twoWindows } from './judged.ts';
import { burst, type Decide, each, free, inTurn } from './trace.ts';

/** Bursts in so many windows that what moves on in steps would have to do so at too many moments. */
function manyWindows(apartMs: number) {
  const again = [2.083, 3.171, 4.263, 5.297].flatMap((windows) => burst(5000 + windows * apartMs, 80));
  return [...twoWindows(5000, apartMs), ...again];
}

describe('reports', () => {
  it('no limit', () => {
    const none: Decide = (atMs) => ({ admitted: true, remaining: 59, resetMs: atMs + minute, retryMs: atMs });
    const sent = [...inTurn(5000, 3), ...burst(5060, 200)];
    expect(reported(judged(none, { sent }))).toEqual(['quota/limit-enforced']);
  });

  it.each([403, 503, 401])('%d where 429 is due', (status) => {
    const change = (entry: TimelineEntry) => (entry.status === 429 ? { status } : {});
    expect(reported(judged(requestWindow(limit, minute), { change }))).toEqual(['quota/limit-enforced']);
  });

  it('one too many, although it announces the right limit', () => {
    const change = ({ remaining }: TimelineEntry) => ({ remaining: Math.max(0, remaining - 1) });
    const sent = manyWindows(63_000);
    expect(reported(judged(requestWindow(limit + 1, minute), { change, sent }))).toEqual([
      'quota/never-exceeded',
    ]);
  });

  it('one too few, although it announces the right limit', () => {
    const change = ({ status, remaining }: TimelineEntry) =>
      status === 200 ? { remaining: remaining + 1 } : {};
    expect(reported(judged(requestWindow(limit - 1, minute), { change }))).toContain('quota/fully-granted');
  });

  it('windows that are too short', () => {
    const sent = manyWindows(51_000);
    expect(reported(judged(requestWindow(limit, 50_000), { sent }))).toEqual(['quota/never-exceeded']);
  });

  it('a count for each operation', () => {
    const sent = [
      ...twoWindows(5000, 63_000).map((one, position) => ({
        ...one,
        operation: position % 3 === 0 ? ('getPet' as const) : ('listPets' as const),
      })),
      ...burst(140_000, 90, { phase: 'one-operation' }),
    ];
    const decide = each(
      ({ operation }) => operation,
      () => requestWindow(limit, minute),
    );
    expect(reported(judged(decide, { sent: [...sent, ...burst(5120, 60)] }))).toEqual([
      'quota/shared-across-operations',
    ]);
  });

  it('two keys with one quota', () => {
    const plan = { ...free, keys: [1, 2] };
    const sent = [...twoWindows(5000, 63_000), ...burst(9800, 20, { phase: 'neighbour', key: 2 })];
    const first = inTurn(4900, 2, 'neighbour', 2);
    const shared = requestWindow(limit, minute);
    expect(reported(judged(shared, { sent: [...first, ...sent], plan }))).toEqual([
      'quota/isolated-between-keys',
    ]);
  });

  it('two keys with one bucket, which is refilled while they are refused', () => {
    const plan = { ...free, keys: [1, 2] };
    const sent = [...inTurn(5000, 3), ...inTurn(5040, 4, 'neighbour', 2), ...burst(5100, 70)];
    expect(reported(judged(bucket(limit, minute), { sent, plan }))).toEqual(['quota/isolated-between-keys']);
  });

  it('two keys that are each one short, and not that they share a quota', () => {
    const plan = { ...free, keys: [1, 2] };
    const first = [...inTurn(4900, 2, 'neighbour', 2), ...twoWindows(5000, 63_000)];
    const sent = [...first, ...burst(9800, 65, { phase: 'neighbour', key: 2 })];
    const short = each(
      ({ key }) => key,
      () => requestWindow(limit - 1, minute),
    );
    expect(reported(judged(short, { sent, plan }))).toEqual(['quota/fully-granted']);
  });

  it.each<[string, (entry: TimelineEntry) => Partial<TimelineEntry>, string]>([
    [
      'a 429 without Retry-After',
      ({ status }) => (status === 429 ? { retryAfterForm: 'absent', retryAfterMs: Number.NaN } : {}),
      'quota/retry-after-present',
    ],
    [
      'a fraction in Retry-After',
      ({ status }) =>
        status === 429
          ? { retryAfterForm: 'unreadable', retryAfterMs: Number.NaN, unreadable: '12.345' }
          : {},
      'quota/retry-after-readable',
    ],
    [
      'Retry-After in ms',
      ({ status, retryAfterMs }) => (status === 429 ? { retryAfterMs: retryAfterMs * 1000 } : {}),
      'quota/retry-after-proportionate',
    ],
    [
      'a 429 with something left',
      ({ status }) => (status === 429 ? { remaining: 1 } : {}),
      'quota/remaining-zero',
    ],
    [
      'a 429 with less than nothing left',
      ({ status }) => (status === 429 ? { remaining: Number.NaN } : {}),
      'quota/remaining-zero',
    ],
    ['another figure', () => ({ limit: 300 }), 'rate/limit-matches-plan'],
    ['remaining seconds in Reset', () => ({ reset: 30 }), 'rate/reset-is-timestamp'],
    ['ms in Reset', ({ reset }) => ({ reset: reset * 1000 }), 'rate/reset-is-timestamp'],
    ['a Reset in the past', ({ reset }) => ({ reset: reset - 70 }), 'rate/reset-is-timestamp'],
    ['a Reset a minute too late', ({ reset }) => ({ reset: reset + 60 }), 'quota/reset-honest'],
    [
      'one too many in Remaining',
      ({ status, remaining }) => (status === 200 ? { remaining: remaining + 1 } : {}),
      'rate/remaining-counts-down',
    ],
    [
      'steps of two in Remaining',
      ({ remaining }) => ({ remaining: Math.max(0, limit - 2 * (limit - remaining)) }),
      'rate/remaining-counts-down',
    ],
  ])('%s', (_, change, requirement) => {
    expect(reported(judged(requestWindow(limit, minute), { change }))).toEqual([requirement]);
  });

  it('a Retry-After that is too short, and only after a second look', () => {
    const change = ({ status }: TimelineEntry) => (status === 429 ? { retryAfterMs: 20_000 } : {});
    const sent = [...twoWindows(5000, 63_000), ...inTurn(30_000, 1, 'retry')];
    const { findings } = judged(requestWindow(limit, minute), { change, sent });
    expect(findings.map(({ requirement, restsOnTiming }) => [requirement, restsOnTiming])).toEqual([
      ['quota/retry-after-honest', true],
    ]);
  });

  it('more a day than is sold', () => {
    const plan = { ...free, dayQuota: true, perDay: 100 };
    const sent = [...inTurn(5000, 3), ...inTurn(70_000, 1, 'day')];
    for (let count = 0; count < 230; count += 1) {
      sent.push({ atMs: 71_000 + count * 1200, phase: 'day' });
    }
    expect(reported(judged(requestWindow(limit, minute), { sent, plan }))).toEqual(['quota/day-limit']);
  });
});
