import { describe, expect, it } from 'vitest';
import { judgeQuota } from '../../../src/quota/judge/judge-quota.ts';
import { limitNotReached } from '../../../src/quota/judge/limit-not-reached.ts';
import type { TimelineEntry } from '../../../src/quota/timeline.ts';
import { type Answer, caseOf, spaced } from './case-of.ts';
import { epochMs, free } from './trace.ts';

/** A request every so many ms, answered like this. */
function reasonFor(
  answers: readonly Pick<TimelineEntry, 'status' | 'page'>[],
  everyMs = 10,
): string | undefined {
  const { timeline } = caseOf(
    answers.map((answer, index) => ({
      ...{ connection: 1, sentAtMs: everyMs * index, answeredAtMs: everyMs * index + 5 },
      ...{ limit: Number.NaN, dateMs: epochMs },
      ...answer,
    })),
  );
  const { findings, undecided } = judgeQuota(timeline, free);
  expect(findings).toEqual([]);
  const reasons = ['quota/limit-enforced', 'quota/never-exceeded', 'quota/fully-granted'].map(
    (id) => undecided.find(({ requirement }) => requirement === id)?.reason,
  );
  expect(new Set(reasons).size).toBe(1);
  return reasons[0];
}

function times(count: number, status: number, page = false): Pick<TimelineEntry, 'status' | 'page'>[] {
  return Array.from({ length: count }, () => ({ status, page }));
}

describe('a limit that was not reached', () => {
  it('for errors and missing answers has them named, the most frequent first', () => {
    expect(reasonFor([...times(12, 200), ...times(18, 0), ...times(30, 503), ...times(1, 404)])).toBe(
      'the limit was not reached: 12 requests served, 30 with status 503, 18 without a response; the plan grants 60 in a minute; run again when these responses are gone',
    );
  });

  it('for web pages has them named, and none of them counted as served', () => {
    expect(reasonFor([...times(3, 200), ...times(90, 200, true)])).toMatch(
      /: 3 requests served, 90 web pages; the plan grants 60/,
    );
  });

  it('takes what the measurement asked for itself for no other answer', () => {
    const served = 'the limit was not reached: 12 requests served; the plan grants 60 in a minute';
    expect(reasonFor([...times(12, 200), ...times(5, 400), ...times(9, 404)])).toBe(served);
    expect(reasonFor([...times(12, 200), ...times(5, 300)])).toContain(
      '12 requests served, 5 with status 300',
    );
  });

  it('names the three most frequent others, in any order', () => {
    const mixed = [...times(2, 500), ...times(4, 502), ...times(1, 504), ...times(3, 503), ...times(10, 200)];
    expect(reasonFor(mixed)).toContain(
      '10 requests served, 4 with status 502, 3 with status 503, 2 with status 500; the plan grants 60 in a minute; run again when',
    );
    expect(reasonFor([...times(11, 200), ...times(10, 500)])).not.toContain('run again');
  });

  it('because requests were too slow is reported if there were as many as the limit', () => {
    const said = (answers: readonly Answer[], minuteMs = 60_000) =>
      limitNotReached(caseOf(answers, { plan: { ...free, minuteMs } })).split('. ')[1];
    /** The last one is answered ten ms after it was sent. */
    const within = (spanMs: number, count = 60) => spaced(5_000, count, (spanMs - 10) / (count - 1));
    expect([said(within(60_000)), said(within(90_000, 59))]).toEqual([undefined, undefined]);
    expect(said(within(60_001))).toContain('went out at 1/s, and reaching the limit takes 1/s: use more');
    expect(said(within(4_700), 4_000)).toContain('went out at 13/s, and reaching the limit takes 15/s');
    expect(said([...within(6_500), { sentAtMs: 90_000, phase: 'retry' }], 4_000)).toContain(
      'went out at 9.2/s',
    );
  });
});
