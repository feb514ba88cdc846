import { describe, expect, it } from 'vitest';
import {
  boundsOnRemaining,
  FullAtOnce,
  Refill,
  type RemainingBound,
} from '../../../src/quota/judge/remaining-bounds.ts';

type Act = readonly ['count', number] | readonly ['see', number, number];

/** Carries the acts out: a request sent and received at a time is counted, or its figure seen. */
function isContradicted(bound: RemainingBound, ...acts: readonly Act[]): boolean {
  for (const act of acts) {
    if (act[0] === 'count') {
      bound.count(act[1]);
    } else {
      bound.see(act[1], act[1], act[2]);
    }
  }
  return bound.contradicted;
}

describe('the full limit at once', () => {
  const newWindow = () => new FullAtOnce(10, 950);

  it('counts nothing against a moment that was sent before it', () => {
    // Without that each of these would look like another moment.
    const late: Act[] = [
      ['count', 0],
      ['count', 0],
      ['see', 5, 10],
      ['count', 1],
      ['count', 2],
      ['see', 6, 10],
      ['count', 3],
      ['see', 7, 10],
    ];
    expect(isContradicted(newWindow(), ['see', 0, 10], ...late)).toBe(false);
    const onTime: Act[] = [
      ['count', 0],
      ['see', 5, 10],
      ['count', 5],
      ['see', 6, 10],
      ['count', 6],
      ['see', 7, 10],
    ];
    expect(isContradicted(newWindow(), ['see', 0, 10], ...onTime)).toBe(true);
  });
});

describe('a refill', () => {
  const newBucket = (slackMs = 0) => new Refill(10, 1000, slackMs);
  const twelve = (...times: readonly number[]) =>
    Array.from({ length: 12 }, (_, index): Act => ['count', times[index] ?? 0]);

  it.each([
    [0, 9, false],
    [0, 10, true],
    [99, 10, true],
    [100, 10, false],
    [50_000, 11, false],
    [50_000, 12, true],
  ])(
    'may come in steps of a window: twelve requests ago, at %i ms: %i left is contradicted: %s',
    (...one) => {
      const [time, remaining, expected] = one;
      expect(isContradicted(newBucket(), ...twelve(), ['see', time, remaining])).toBe(expected);
      expect(isContradicted(newBucket(), ...twelve(), ['see', time, remaining], ['see', 5000, 1])).toBe(
        expected,
      );
    },
  );

  it.each([
    [193, true],
    [194, false],
  ])('comes often or much at once, but for %i ms of timers: contradicted: %s', (slackMs, expected) => {
    // What takes 197 ms comes at once, and for the third time within 3 ms.
    const often: Act[] = [0, 1, 2].flatMap((time): Act[] => [
      ['see', time, 10],
      ['count', time],
    ]);
    expect(isContradicted(newBucket(slackMs), ...often, ['see', 3, 10])).toBe(expected);
    expect(isContradicted(newBucket(slackMs), ...often, ['see', 3, 10], ['see', 5000, 1])).toBe(expected);
    expect(isContradicted(newBucket(slackMs), ...often)).toBe(false);
  });
});

it('bound the figures of each kind of limiter', () => {
  const at = (index: number): RemainingBound => boundsOnRemaining(60, 60_000)[index] as RemainingBound;
  const used = (index: number, atMs: number) =>
    isContradicted(at(index), ['count', 0], ['count', 0], ['see', atMs, 60]);
  // Clocks and timers add 1,120 ms: half of the rest of a log, and all of it of a counter, of which half must fade.
  expect([used(1, 28_880), used(1, 28_881)]).toEqual([true, false]);
  expect([used(3, 29_430), used(3, 29_450)]).toEqual([true, false]);
  const again = (apartMs: number) =>
    isContradicted(
      at(0),
      ...[0, 1, 2, 3].flatMap((count): Act[] => [
        ['see', count * apartMs, 60],
        ['count', count * apartMs],
        ['count', count * apartMs],
      ]),
    );
  // Two of three gaps may be cut off; the third is no less than 58,880 ms.
  expect([again(19_626), again(19_627)]).toEqual([true, false]);
  expect(at(2)).toBeInstanceOf(Refill);
});
