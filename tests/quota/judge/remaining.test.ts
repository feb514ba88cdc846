import { describe, expect, it } from 'vitest';
import { judgeRemaining } from '../../../src/quota/judge/remaining.ts';
import { type Answer, caseOf, saidOf, spaced } from './case-of.ts';
import { free } from './trace.ts';

const zero = 'quota/remaining-zero';
const countsDown = 'rate/remaining-counts-down';
const noRefusal = { [zero]: 'no 429 with rate limit headers was received' };
const noTwo = {
  [countsDown]: 'no two served requests announced X-RateLimit-Remaining of the minute',
};

function said(answers: readonly Answer[], given?: Parameters<typeof caseOf>[1]) {
  const judged = caseOf(answers, given);
  judgeRemaining(judged);
  return saidOf(judged);
}

/** Served one after the other, each with one less left. */
function counted(...left: number[]): Answer[] {
  return left.map((remaining, position) => ({ sentAtMs: 100 * position, remaining }));
}

describe('Remaining of a 429', () => {
  const refused = (answer: Partial<Answer>) =>
    said([{ sentAtMs: 0, status: 429, ...answer }], { decisions: 'unclear' });

  it('is 0', () => {
    expect(refused({ remaining: 0 })).toMatchObject({ findings: [], supported: { [zero]: [0] } });
    expect(refused({ remaining: 1 }).findings).toEqual([
      [`${zero} not-zero`, [0], 'X-RateLimit-Remaining: 0', false],
    ]);
    expect(refused({ remaining: Number.NaN }).findings).toEqual([
      [`${zero} no-number`, [0], 'X-RateLimit-Remaining: 0', false],
    ]);
  });

  it('is judged whosever key it is, and behind others that are right', () => {
    expect(refused({ remaining: 1, key: 0 }).findings).toHaveLength(1);
    expect(refused({ remaining: 1, key: 7 }).findings).toEqual([]);
    const both = said([
      { sentAtMs: 0, status: 429, remaining: 0 },
      { sentAtMs: 50, status: 429, remaining: 2 },
    ]);
    expect(both.findings.map(([, entries]) => entries)).toEqual([[1]]);
  });

  it('is not looked for elsewhere, in a cache, or where there are no headers at all', () => {
    for (const answer of [{ status: 404 }, { cached: true }, { limit: Number.NaN }]) {
      expect(refused({ remaining: 1, ...answer })).toMatchObject({ findings: [], undecided: noRefusal });
    }
    expect(refused({ remaining: 0 }).undecided[zero]).toBeUndefined();
  });
});

describe('Remaining from answer to answer', () => {
  it('counts down where two say so, and nothing is wrong', () => {
    expect(said(counted(30, 29, 28))).toEqual({
      findings: [],
      supported: { [countsDown]: [0, 1] },
      undecided: noRefusal,
    });
    expect(said(counted(30, 29)).supported).toEqual({ [countsDown]: [0, 1] });
  });

  it('tells nothing where fewer do', () => {
    for (const other of [{ remaining: Number.NaN }, { limit: 1000 }, { status: 404 }]) {
      const one = { sentAtMs: 100, remaining: 29, ...other };
      expect(said([...counted(30), one])).toEqual({
        findings: [],
        supported: {},
        undecided: { ...noRefusal, ...noTwo },
      });
    }
  });

  it('is judged only where a steady limiter explains the decisions', () => {
    const reason = (decisions: 'in steps' | 'unclear') => said(counted(30, 29), { decisions });
    expect(reason('in steps')).toEqual({
      findings: [],
      supported: {},
      undecided: {
        ...noRefusal,
        [countsDown]: 'the limiter refills in steps, and the time of the next step is not known',
      },
    });
    expect(reason('unclear')).toEqual({
      findings: [],
      supported: {},
      undecided: {
        ...noRefusal,
        [countsDown]:
          'X-RateLimit-Remaining can only be judged where a permitted limiter explains what was served and refused',
      },
    });
  });

  it('is left open where other keys draw on the quota', () => {
    const judged = caseOf(counted(30, 30, 60));
    const requirement = 'quota/isolated-between-keys';
    judged.notes.accuse({
      requirement,
      kind: 'one-quota',
      message: '',
      expected: '',
      actual: '',
      entry: 0,
      related: [],
      restsOnTiming: false,
    });
    judgeRemaining(judged);
    const { findings, supported, undecided } = saidOf(judged);
    expect([findings.length, supported]).toEqual([1, {}]);
    expect(undecided[countsDown]).toBe('other keys share this quota: fix quota/isolated-between-keys first');
  });

  it('is left open where it is above the limit, of that key', () => {
    const plan = { ...free, keys: [1, 2] };
    const second = spaced(1000, 2, 100, { key: 2, remaining: 60 });
    expect(said(counted(61, 60))).toEqual({
      findings: [],
      supported: {},
      undecided: {
        ...noRefusal,
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

  it('is held to what it promises, either way, and to what it says first', () => {
    const less = [...counted(59, 5), ...spaced(150, 7, 1, { remaining: 4 })];
    expect(said(less).findings.map(([name]) => name)).toEqual([`${countsDown} promised-less`]);
    const first = Array.from({ length: 60 }, (_, position) => ({
      sentAtMs: 20 * position,
      remaining: Math.max(0, 58 - position),
    }));
    expect(said(first).findings.map(([name]) => name)).toContain(`${countsDown} starts-one-less`);
  });
});
