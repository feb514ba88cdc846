import { describe, expect, it } from 'vitest';
import { judgeRemaining } from '../../../src/quota/judge/remaining.ts';
import { type Answer, saying, spaced } from './case-of.ts';
import { free } from './trace.ts';

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
