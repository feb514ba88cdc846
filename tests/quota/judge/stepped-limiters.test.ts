import { describe, expect, it } from 'vitest';
import type { Counter, Demand } from '../../../src/quota/judge/limiter-model.ts';
import {
  admissionsOnly,
  allDecisions,
  allThatWasSaid,
  refusalsOnly,
} from '../../../src/quota/judge/permitted-limiters.ts';
import { limitersInSteps } from '../../../src/quota/judge/stepped-limiters.ts';
import { atOnce, counterWith, type Span, spans } from './ledger-of.ts';

/** Six in six seconds; steps of a second can't be distinguished from none. */
const allowance = { limit: 6, windowMs: 6_000, slackMs: 66, tickMs: 1_000 };
const [bucket, log] = limitersInSteps;
/** So many requests, a few ms after each other. */
const times = (count: number, atMs: number) =>
  Array.from({ length: count }, (_, position): Span => [atMs + 4 * position, atMs + 4 * position + 2]);

type Given = readonly [refused: readonly Span[], ...admitted: readonly Span[][]];
/** Which of the three explain it: bucket, log, counter. */
function explained(
  [refused, ...admitted]: Given,
  demand: Demand = allDecisions,
  other: Partial<Counter> = {},
) {
  const counters = [{ ...counterWith(refused, admitted.flat()), ...other }];
  return limitersInSteps.map((model) => model.explains(counters, allowance, demand));
}
const admits = (...admitted: readonly Span[][]) => explained([[], ...admitted]);

describe('limiters in steps', () => {
  it('admit the limit; a bucket twice as much beside a step, and the others no more than one', () => {
    expect(admits()).toEqual([true, true, true]);
    expect(admits(times(6, 0))).toEqual([true, true, true]);
    expect(admits(times(7, 0))).toEqual([true, false, false]);
    expect(admits(times(12, 0))).toEqual([true, false, false]);
    expect(admits(times(13, 0))).toEqual([false, false, false]);
    expect(admits(atOnce(13, 0))).toEqual([false, false, false]);
    // At any time.
    expect(admits(times(1, 0), times(13, 30_000))).toEqual([false, false, false]);
    expect(explained([[], times(13, 0)], refusalsOnly)).toEqual([true, true, true]);
  });

  it('decide requests near a step before or after it, consistently for all windows', () => {
    // A log of two segments drops six requests after three seconds if they precede a step. The next six follow that step.
    const everyStep = (count: number) =>
      admits(...Array.from({ length: count }, (_, position) => atOnce(6, 3_000 * position)))[1];
    expect([everyStep(1), everyStep(2), everyStep(4)]).toEqual([true, true, false]);
    expect(admits(atOnce(6, 0), atOnce(6, 6_000), atOnce(6, 12_000), atOnce(6, 18_000))[1]).toBe(true);
  });

  it('have no steps too short to distinguish from a steady clock', () => {
    // A request that counts for almost a window follows a step. Both do, so the distance is a whole number of steps.
    const closedAgain = (laterMs: number) =>
      explained([
        [...times(1, 5_950), ...times(1, laterMs + 5_950)],
        [...atOnce(6, 0), ...atOnce(6, laterMs)],
      ])[1];
    expect([closedAgain(21_000), closedAgain(18_000), closedAgain((24 * 6_000) / 7)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('give back all of it in a step: a bucket after a window, a log after half of one', () => {
    expect(admits(times(12, 0), times(6, 5_900))[0]).toBe(false);
    expect(admits(times(12, 0), times(6, 6_000))[0]).toBe(true);
    expect(admits(times(6, 0), times(6, 2_900))[1]).toBe(false);
    expect(admits(times(6, 0), times(6, 3_060))[1]).toBe(true);
    expect(admits(times(6, 0), times(6, 3_060), times(6, 5_800))[1]).toBe(false);
    // What is in a counter's oldest segment counts by the share that the window still holds.
    expect(admits(times(6, 0), times(6, 5_440))[2]).toBe(false);
    expect(admits(times(6, 0), times(6, 5_560))[2]).toBe(true);
    expect(admits(times(6, 0), times(3, 3_900))[2]).toBe(false);
    expect(admits(times(6, 0), times(3, 4_100))[2]).toBe(true);
  });

  it('give back the more the longer a step is', () => {
    // Two more: of a step of two seconds, which is followed by the next no sooner than so.
    expect(admits(times(8, 0), times(2, 2_000), times(2, 4_000))[0]).toBe(true);
    expect(admits(times(8, 0), times(3, 2_000), times(3, 4_000))[0]).toBe(false);
    expect(admits(times(12, 0), times(1, 3_000))[0]).toBe(false);
  });

  it('follow a clock that drifts by a thousandth', () => {
    // All of it beside a step, twice, with twenty steps of three seconds between.
    const apart = (ms: number) => admits(times(6, 0), times(6, 3_060), times(6, ms), times(6, ms + 3_060))[1];
    expect([apart(59_850), apart(59_950), apart(60_050), apart(60_150)]).toEqual([false, true, true, false]);
  });

  it('forget what is older than a window', () => {
    expect(admits(times(6, 0), times(6, 20_000), times(3, 24_100))).toEqual([true, true, true]);
    expect(admits(times(6, 0), times(6, 20_000), times(3, 23_900))[2]).toBe(false);
  });

  it('refuse while nothing is left', () => {
    const refusedAfter = (count: number, atMs: number, demand: Demand = allDecisions) =>
      explained([times(1, atMs), times(count, 0)], demand);
    expect(refusedAfter(6, 100)).toEqual([true, true, true]);
    expect(refusedAfter(5, 100)).toEqual([false, false, false]);
    expect(refusedAfter(5, 100, admissionsOnly)).toEqual([true, true, true]);
    expect(refusedAfter(6, 5_900)).toEqual([true, true, true]);
    // A step may be a thousandth longer, and begin ten ms late.
    expect([refusedAfter(6, 6_100)[0], refusedAfter(6, 6_100)[1]]).toEqual([false, false]);
    expect([refusedAfter(6, 6_440)[2], refusedAfter(6, 6_560)[2]]).toEqual([true, false]);
    expect(explained([times(1, 0), times(6, 20)])).toEqual([false, false, false]);
    // A slow refused request does not justify another one that ended before any request was admitted.
    const before: readonly Span[] = spans('0..200 10..20');
    expect([before.slice(0, 1), before].map((refused) => explained([refused, times(6, 100)])[0])).toEqual([
      true,
      false,
    ]);
  });

  it('may count what they refused, but for a bucket', () => {
    const often = Array.from({ length: 40 }, (_, position) => times(1, 400 + 400 * position)).flat();
    expect(explained([often, times(6, 0)])).toEqual([false, true, true]);
    // The next one has to be justified where it comes two windows after the one before.
    const twice = (againMs: number) => explained([[...times(1, 100), ...times(1, againMs)], times(6, 0)]);
    expect([twice(12_160), twice(12_180)]).toEqual([
      [false, true, true],
      [false, false, false],
    ]);
  });

  it('leave no more than they say', () => {
    const says = (remaining: number, atMs = 100) => {
      const announcements = [{ sentMs: atMs, answeredMs: atMs + 10, remaining }];
      return explained([[], times(2, 0)], { ...admissionsOnly, announcements });
    };
    // A bucket in fractions says one less.
    expect([says(5), says(4), says(3), says(2)]).toEqual([
      [true, true, true],
      [true, true, true],
      [true, false, false],
      [false, false, false],
    ]);
    expect([says(4, 5_900), says(4, 6_200), says(4, 9_100)]).toEqual([
      [true, true, true],
      [true, false, true],
      [true, false, false],
    ]);
    expect([says(3, 5_900)[0], says(3, 6_200)[0]]).toEqual([true, false]);
  });

  it('may announce a step as the end of a window', () => {
    const label = (endMs: number) => ({
      reset: endMs / 1000,
      earliestMs: endMs - 100,
      latestMs: endMs + 100,
      entries: [],
      firstSentMs: 0,
      lastSentMs: 40,
      firstAnsweredMs: 2,
      lastAnsweredMs: 42,
    });
    const ending = (demand: Demand, ...ends: number[]) =>
      explained([[], times(12, 0)], demand, { labels: ends.map(label) })[0];
    expect([ending(allThatWasSaid, 6_000), ending(allThatWasSaid, 3_000)]).toEqual([true, false]);
    expect([ending(allThatWasSaid, 6_000, 3_000), ending(allDecisions, 3_000)]).toEqual([false, true]);
    const moving = { labels: [label(3_000)], movesWithUse: true };
    expect(explained([[], times(12, 0)], allThatWasSaid, moving)[0]).toBe(true);
  });

  it('are the same for all counters, which may move on at moments of their own', () => {
    const at = (atMs: number, count = 12) => counterWith([], times(count, atMs));
    const both = (...counters: Counter[]) => bucket?.explains(counters, allowance, allDecisions);
    expect([both(at(0), at(2_500)), both(at(0), at(0, 13)), both()]).toEqual([true, false, true]);
  });

  it('may be logs of whole seconds, where that is much of a window', () => {
    const short = { limit: 2, windowMs: 2_500, slackMs: 62, tickMs: 50 };
    const explains = (...moments: number[]) =>
      log?.explains(
        [
          counterWith(
            [],
            moments.flatMap((atMs) => times(2, atMs)),
          ),
        ],
        short,
        allDecisions,
      );
    // Three of them, or four: what came in this one and in two before counts.
    expect([explains(0, 1_200), explains(0, 1_300), explains(0, 2_100)]).toEqual([false, true, true]);
    // Nor is one of a single second a log.
    const second = { limit: 2, windowMs: 1_000, slackMs: 61, tickMs: 17 };
    expect(log?.explains([counterWith([], times(4, 0))], second, allDecisions)).toBe(false);
    const refuses = (atMs: number) =>
      log?.explains([counterWith(times(1, atMs), times(2, 0))], short, allDecisions);
    expect([refuses(2_600), refuses(3_900), refuses(4_100)]).toEqual([true, true, false]);
  });

  it('say what they are, and promise little', () => {
    expect(limitersInSteps.map(({ kind, announcesEnd }) => [kind, announcesEnd])).toEqual([
      ['token bucket in steps', false],
      ['sliding log in steps', false],
      ['sliding counter in steps', false],
    ]);
    for (const model of limitersInSteps) {
      const { ledger } = counterWith([], []);
      expect(model.mostRestored(ledger, allowance, 0, 1)).toBe(Number.POSITIVE_INFINITY);
      expect([model.restsMs(allowance), model.latestResetMs(allowance)]).toEqual([0, 12_000]);
    }
  });
});
