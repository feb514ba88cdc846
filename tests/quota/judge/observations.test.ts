import { describe, expect, it } from 'vitest';
import type { LimiterModel } from '../../../src/quota/judge/limiter-model.ts';
import { observe } from '../../../src/quota/judge/observations.ts';
import { slidingLog } from '../../../src/quota/judge/sliding-log.ts';
import { tokenBucket } from '../../../src/quota/judge/token-bucket.ts';
import { type Answer, caseOf } from './case-of.ts';
import { free } from './trace.ts';

function seen(answers: readonly Answer[], other: Parameters<typeof caseOf>[1] = {}) {
  const keys = answers.some(({ key }) => key === 2) ? [1, 2] : [1];
  const judged = caseOf(answers, { plan: { ...free, keys }, ...other });
  observe(judged);
  const { observations, undecided } = judged.notes.summary();
  const open = Object.fromEntries(undecided.map(({ requirement, reason }) => [requirement, reason]));
  const of = (requirement: string) =>
    observations
      .filter((one) => one.requirement === requirement)
      .map(({ text, entries }) => [text, ...entries.map((entry) => judged.timeline.indexOf(entry))]);
  return {
    kind: open['quota/window-kind'] ?? of('quota/window-kind'),
    counts: open['quota/what-counts'] ?? of('quota/what-counts'),
    ban: of('quota/ban'),
  };
}

describe('what was seen', () => {
  it('of the kind of limiter is reported if something was refused', () => {
    const refusal = { sentAtMs: 20, status: 429 };
    const explained = (...explainedBy: LimiterModel[]) =>
      seen([{ sentAtMs: 0 }, refusal, { ...refusal, sentAtMs: 40 }], { explainedBy }).kind;
    expect(seen([{ sentAtMs: 0 }]).kind).toBe('no request was refused');
    expect(explained()).toEqual([['no permitted limiter explains what was seen', 1]]);
    expect(explained(slidingLog)).toEqual([['consistent with a sliding log', 1]]);
    expect(explained(slidingLog, tokenBucket)).toEqual([
      ['consistent with a sliding log, or a token bucket', 1],
    ]);
  });

  const untold = 'no two consecutive X-RateLimit-Remaining values show it';
  const steps = (...answers: readonly Partial<Answer>[]) =>
    seen(answers.map((one, position) => ({ sentAtMs: position * 20, ...one }))).counts;

  it('of what counts is decided by one step of Remaining', () => {
    expect(steps({ remaining: 9 }, { status: 404, remaining: 8 })).toEqual([
      ['a 404 response uses quota', 0, 1],
    ]);
    expect(steps({ remaining: 9 }, { status: 400, remaining: 9 })).toEqual([
      ['a 400 response does not use quota', 0, 1],
    ]);
    expect(steps({ remaining: 9 }, { status: 499, remaining: 9 })).toHaveLength(1);
    expect(steps()).toBe(untold);
  });

  it('of what counts is reported once per status, for a few', () => {
    const errors = [404, 404, 400, 405, 406, 408];
    const counted = [{ remaining: 9 }, ...errors.map((status) => ({ status, remaining: 9 }))];
    const told = steps(...counted);
    expect(Array.isArray(told) ? told.map(([text]) => String(text).slice(2, 5)) : told).toEqual([
      '404',
      '400',
      '405',
      '406',
    ]);
  });

  it('of a ban is reported with the responses and the longest wait', () => {
    const ban = (sentAtMs: number, other: Partial<Answer> = {}): Answer => ({
      sentAtMs,
      phase: 'ban',
      status: 429,
      ...other,
    });
    expect(seen([{ sentAtMs: 0 }]).ban).toEqual([]);
    expect(seen([{ sentAtMs: 0 }, ban(20), ban(40, { key: 2 }), ban(60, { key: 9 })]).ban).toEqual([
      ['2 more requests after many 429s got 429', 1, 2],
    ]);
    const waits = [
      ban(20, { status: 0 }),
      ban(40, { retryAfterMs: 3000 }),
      ban(60, { retryAfterMs: 60_000 }),
    ];
    expect(seen([...waits, ban(80, { retryAfterMs: 2000, status: 403 })]).ban).toEqual([
      ['4 more requests after many 429s got no response, 429, 403; Retry-After up to 60 s', 0, 1, 2, 3],
    ]);
    expect(seen([ban(20, { retryAfterMs: 0 })]).ban).toEqual([
      ['1 more requests after many 429s got 429; Retry-After up to 0 s', 0],
    ]);
  });
});
