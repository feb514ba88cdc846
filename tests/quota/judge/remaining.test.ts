import { describe, expect, it } from 'vitest';
import { judgePromisedLess, judgeRemaining } from '../../../src/quota/judge/remaining.ts';
import {
  boundsOnRemaining,
  FullAtOnce,
  Refill,
  type RemainingBound,
} from '../../../src/quota/judge/remaining-bounds.ts';
import { type Answer, anyLimiter, nothing, ofEachKey, saying, spaced } from './case-of.ts';
import { epochMs, free } from './trace.ts';

const countsDown = 'rate/remaining-counts-down';

const said = saying(judgeRemaining);

/** Served one after the other, each with one less left. */
function counted(...left: number[]): Answer[] {
  return left.map((remaining, position) => ({ sentAtMs: 100 * position, remaining }));
}

describe('Remaining from answer to answer', () => {
  it('counts down where two say so, and nothing is wrong', () => {
    expect(said(counted(30, 29, 28))).toEqual({
      findings: [],
      supported: { [countsDown]: [0, 1] },
      undecided: {},
    });
    expect(said(counted(30, 29)).supported).toEqual({ [countsDown]: [0, 1] });
  });

  it('is judged only where a steady limiter explains the decisions', () => {
    const reason = (decisions: 'in steps' | 'unclear') => said(counted(30, 29), { decisions });
    expect(reason('in steps')).toEqual({
      findings: [],
      supported: {},
      undecided: {
        [countsDown]: 'the limiter refills in steps, and the time of the next step is not known',
      },
    });
    expect(reason('unclear')).toEqual({
      findings: [],
      supported: {},
      undecided: {
        [countsDown]:
          'X-RateLimit-Remaining can only be judged where a permitted limiter explains what was served and refused',
      },
    });
  });

  it('is left open where other keys draw on the quota', () => {
    const violated = 'quota/isolated-between-keys';
    const { findings, supported, undecided } = said(counted(30, 30, 60), { violated });
    expect([findings, supported]).toEqual([[], {}]);
    expect(undecided[countsDown]).toBe('other keys share this quota: fix quota/isolated-between-keys first');
  });

  it('is left open where it is above the limit, of that key', () => {
    const plan = { ...free, keys: [1, 2] };
    const second = spaced(1000, 2, 100, { key: 2, remaining: 60 });
    expect(said(counted(61, 60))).toEqual({
      findings: [],
      supported: {},
      undecided: {
        [countsDown]: 'X-RateLimit-Remaining is above X-RateLimit-Limit: fix rate/headers-well-formed first',
      },
    });
    expect(said([...counted(61, 60), ...second], { plan }).findings).toEqual([
      [`${countsDown} promised-more`, [2], 'at most 59', false],
    ]);
    expect(said(counted(60, 59)).findings).toEqual([
      [`${countsDown} promised-more`, [0], 'at most 59', false],
    ]);
  });
});

const saidOfEach = saying(ofEachKey(judgePromisedLess));
/** It shows that nothing was used before. */
const first: Answer = { sentAtMs: 0, remaining: 59 };
const promise: Answer = { sentAtMs: 100, remaining: 5 };
const less = (entry: number, served: number) => [
  [`${countsDown} promised-less`, [entry], `at least ${served}`, false],
];

describe('Remaining promised less', () => {
  it.each([250, 1000, 3000, 10_000])(
    'within %d ms of its response, if a refill follows later',
    (horizonMs) => {
      const served = spaced(120, 6, 1, { answeredAtMs: 110 + horizonMs });
      const later = { sentAtMs: 120, answeredAtMs: 110 + horizonMs + 0.5 };
      const limiter = {
        ...anyLimiter,
        mostRestored: (...[, , , toMs]: Parameters<typeof anyLimiter.mostRestored>) =>
          toMs > 110 + horizonMs ? 100 : 0,
      };
      expect(saidOfEach([first, promise, ...served, later], { explainedBy: [limiter] }).findings).toEqual(
        less(1, 6),
      );
      const allLater = served.map((one) => ({ ...one, answeredAtMs: 110 + horizonMs + 0.5 }));
      expect(saidOfEach([first, promise, ...allLater], { explainedBy: [limiter] })).toEqual(nothing);
    },
  );

  it('may be one in steps whatever else was saidOfEach, if no more was granted then', () => {
    const late = [{ sentAtMs: 200_000, remaining: 5 }, ...spaced(200_110, 5, 1)];
    const { findings, undecided } = saidOfEach([{ sentAtMs: 0 }, promise, ...spaced(130, 6, 1), ...late]);
    expect([findings, Object.keys(undecided)]).toEqual([[], [countsDown]]);
    const broken = [...late, { sentAtMs: 200_120 }];
    expect(saidOfEach([{ sentAtMs: 0 }, promise, ...spaced(130, 6, 1), ...broken]).findings).toHaveLength(1);
  });

  it('is none in steps that had two windows to refill from empty', () => {
    const looks = (fromMs: number) =>
      [54, 53, 52].map((remaining, count) => ({ sentAtMs: fromMs + 10 * count, remaining }));
    const served = [...looks(0), ...looks(20_000), ...looks(150_000)];
    expect(saidOfEach([...served, ...spaced(150_050, 57, 1)]).findings).toEqual(less(6, 59));
    expect(saidOfEach([...served, ...spaced(150_050, 52, 1)])).toEqual(nothing);
  });
});

describe('Remaining of windows', () => {
  const window = { ...anyLimiter, announcesEnd: true };
  const at = (endMs: number) => ({ reset: (epochMs + endMs) / 1000 });
  const under = (answers: readonly Answer[], endMs: number) =>
    answers.map((answer) => ({ ...answer, ...at(endMs) }));
  const explainedBy = [window];

  it('that may be limiters in steps are looked at one after the other', () => {
    const inSteps = [{ sentAtMs: 0 }, promise, ...spaced(130, 6, 1)];
    const broken = [{ sentAtMs: 200_000, remaining: 5 }, ...spaced(200_110, 6, 1)];
    const both = [...under(inSteps, 60_000), ...under(broken, 240_000)];
    expect(saidOfEach(both, { explainedBy }).findings).toEqual(less(8, 6));
  });
});

type Act = readonly ['count', number] | readonly ['see', number, number];

/** Applies the acts: a request with its times of sending and receipt is counted, or its figure is read. */
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
