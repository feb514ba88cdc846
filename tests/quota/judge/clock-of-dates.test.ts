import { expect, it } from 'vitest';
import { clockOfDates, isOfMinute } from '../../../src/quota/judge/clock-of-dates.ts';
import type { Timeline } from '../../../src/quota/timeline.ts';
import { anchoredWindow } from '../simulation/limiters/fixed-window.ts';
import { type Answer, caseOf } from './case-of.ts';
import { decidedBy, epochMs, inTurn, traceOf } from './trace.ts';

const serverClock = (timeline: Timeline) => clockOfDates(timeline, isOfMinute(timeline));
const decide = () => decidedBy(anchoredWindow);

it('knows nothing without a Date, nor by one from a cache', () => {
  expect(serverClock(traceOf(inTurn(5000, 3), decide(), () => ({ dateMs: Number.NaN })))).toBeNull();
  expect(serverClock(traceOf(inTurn(5000, 3), decide(), () => ({ cached: true })))).toBeNull();
});

/** Dates, in ms after `epochMs`, of requests that took ten ms each. */
const boundsOf = (
  ...dates: readonly (readonly [sentAtMs: number, dateMs: number, other?: Partial<Answer>])[]
) => {
  const answers = dates.map(([sentAtMs, dateMs, other]) => ({
    sentAtMs,
    dateMs: epochMs + dateMs,
    ...other,
  }));
  const clock = serverClock(caseOf(answers).timeline);
  return [clock?.leastMs ?? 0, clock?.mostMs ?? 0].map((ms) => Number((ms - epochMs).toFixed(2)));
};

it('takes a Date for a second that was cut off between sending and receipt', () => {
  // 60 ms, and a thousandth of the time between.
  expect(boundsOf([5_000, 5_000])).toEqual([-70.01, 1_060.01]);
  expect(boundsOf([5_000, 5_000], [25_490, 25_000])).toEqual([-90.5, 590.5]);
  expect(boundsOf([5_000, 5_000], [25_490, 25_000, { phase: 'day' }])).toEqual([-70.01, 1_060.01]);
});

it('takes dates for those of one clock as long as drift and timers explain them', () => {
  // The first says at most 1,000, the other at least 1,110 or 1,130.
  expect(boundsOf([5_000, 5_000], [4_880, 6_000])).toEqual([939.87, 1_170.13]);
  expect(boundsOf([5_000, 5_000], [4_860, 6_000])).toEqual([-70.15, 2_200.15]);
});
