import { describe, expect, it } from 'vitest';
import type { Counter, Demand } from '../../../src/quota/judge/limiter-model.ts';
import { admissionsOnly, allDecisions, allThatWasSaid } from '../../../src/quota/judge/permitted-limiters.ts';
import { limitersInSteps } from '../../../src/quota/judge/stepped-limiters.ts';
import { counterWith, type Span } from './ledger-of.ts';

/** Six in six seconds; steps of a second can't be distinguished from none. */
const allowance = { limit: 6, windowMs: 6_000, slackMs: 66, tickMs: 1_000 };
const [, log] = limitersInSteps;
/** That many requests, a few ms apart. */
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

describe('limiters in steps', () => {
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
    });
    const ending = (demand: Demand, ...ends: number[]) =>
      explained([[], times(12, 0)], demand, { labels: ends.map(label) })[0];
    expect([ending(allThatWasSaid, 6_000), ending(allThatWasSaid, 3_000)]).toEqual([true, false]);
    expect([ending(allThatWasSaid, 6_000, 3_000), ending(allDecisions, 3_000)]).toEqual([false, true]);
    const moving = { labels: [label(3_000)], movesWithUse: true };
    expect(explained([[], times(12, 0)], allThatWasSaid, moving)[0]).toBe(true);
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
