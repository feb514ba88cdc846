import { describe, expect, it } from 'vitest';
import { judgePromisedLess, judgeRemaining } from '../../../src/quota/judge/remaining.ts';
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
