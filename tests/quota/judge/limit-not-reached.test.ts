import { describe, expect, it } from 'vitest';
import { judgeQuota } from '../../../src/quota/judge/judge-quota.ts';
import { Timeline, type TimelineEntry } from '../../../src/quota/timeline.ts';
import { epochMs, free } from './trace.ts';

const nothingSaid = { limit: Number.NaN, remaining: Number.NaN, reset: Number.NaN, retryAfterMs: Number.NaN };

/** A request every ten ms, answered like this. */
function reasonFor(answers: readonly Pick<TimelineEntry, 'status' | 'page'>[]): string | undefined {
  const timeline = new Timeline();
  for (const [index, answer] of answers.entries()) {
    timeline.add({
      exchange: index + 1,
      key: 1,
      connection: 1,
      operation: 'listPets',
      phase: 'burst',
      sentAtMs: 10 * index,
      answeredAtMs: 10 * index + 5,
      ...nothingSaid,
      retryAfterForm: 'absent',
      unreadable: null,
      dateMs: epochMs,
      cached: false,
      ...answer,
    });
  }
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
      'the limit was not reached: 12 requests were served, of 60 that the plan grants in a minute, beside 30 answered 503, 18 without an answer; measure again when the service serves its plan',
    );
  });

  it('for web pages has them named, and none of them counted as served', () => {
    expect(reasonFor([...times(3, 200), ...times(90, 200, true)])).toMatch(
      /: 3 requests were served, of 60 .*, beside 90 answered with a web page; /,
    );
  });

  it('for want of speed says so', () => {
    expect(reasonFor([...times(20, 200), ...times(2, 500)])).toMatch(
      /: 20 requests were served \(beside 2 answered 500\), too slowly to use up 60 in a minute; more connections/,
    );
    expect(reasonFor(times(20, 200))).toMatch(/: 20 requests were served, too slowly/);
  });
});
