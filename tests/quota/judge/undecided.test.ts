import { describe, expect, it } from 'vitest';
import { flagServerErrors } from '../../../src/quota/judge/early-refusal.ts';
import { judgeQuota, observe } from '../../../src/quota/judge/judge-quota.ts';
import type { LimiterModel } from '../../../src/quota/judge/limiter-model.ts';
import { slidingLog } from '../../../src/quota/judge/sliding-log.ts';
import { tokenBucket } from '../../../src/quota/judge/token-bucket.ts';
import type { TimelineEntry } from '../../../src/quota/timeline.ts';
import { type Answer, caseOf, saidOf, spaced } from './case-of.ts';
import { epochMs, free } from './trace.ts';

const first: Answer = { sentAtMs: 0, phase: 'calibrate', remaining: 59 };
const last: Answer = { sentAtMs: 20_000, phase: 'trickle' };
const burst = (count: number, status: number, other: Partial<Answer> = {}) =>
  spaced(100, count, 1, { status, ...other });

function told(answers: readonly Answer[], plan = free) {
  const judged = caseOf(answers, { plan });
  const isFlagged = flagServerErrors(judged);
  expect(isFlagged).toBe(saidOf(judged).findings.length > 0);
  return judged.notes.summary().findings[0]?.actual ?? 'nothing';
}

describe('server errors within the limit', () => {
  it('are reported if the same request is served alone, before and after', () => {
    const judged = caseOf([first, ...burst(3, 503), last]);
    expect(flagServerErrors(judged)).toBe(true);
    expect(saidOf(judged).findings).toEqual([
      ['quota/fully-granted server-error-within-limit', [1], '60 in a minute are served', true],
    ]);
    expect(judged.notes.summary().findings[0]?.message).toBe(
      '3 requests within the limit returned 503 when sent concurrently, although single ones are served; the plan grants 60 in a minute',
    );
    expect(told([...burst(3, 503), last])).toBe('nothing');
    expect(told([first, ...burst(3, 503)])).toBe('nothing');
    expect(told([first, ...burst(3, 503), { ...last, status: 503 }])).toBe('nothing');
    expect(told([first, ...burst(3, 503), { ...last, operation: 'getPet' }])).toBe('nothing');
    expect(told([first, ...burst(3, 503), { ...last, phase: 'burst' }])).toBe('nothing');
    expect(told([first, ...burst(3, 503), { ...last, phase: 'spend' }])).toBe('nothing');
    expect(told([first, ...burst(3, 503), { ...last, phase: 'one-operation' }])).toBe('nothing');
    expect(told([first, ...burst(3, 503), { ...last, sentAtMs: 111 }])).toBe('nothing');
    expect(told([first, ...burst(3, 503), { ...last, sentAtMs: 112 }])).toBe('2 served, 3 server errors');
    expect(told([{ ...first, answeredAtMs: 101 }, ...burst(3, 503), last])).toBe('nothing');
    expect(told([{ ...first, answeredAtMs: 100 }, ...burst(3, 503), last])).not.toBe('nothing');
  });

  it('are mishaps where they are few', () => {
    expect(told([first, ...burst(2, 503), last])).toBe('nothing');
    const large = { ...free, perMinute: 100 };
    expect(told([{ ...first, remaining: 99, limit: 100 }, ...burst(4, 500), last], large)).toBe('nothing');
    expect(told([{ ...first, remaining: 99, limit: 100 }, ...burst(5, 500), last], large)).not.toBe(
      'nothing',
    );
  });

  it('are none of lists, of a burst, or of a full quota, and so nothing', () => {
    expect(told([first, ...burst(3, 503, { operation: 'createPet' }), last])).toBe('nothing');
    expect(told([first, ...burst(3, 499), last])).toBe('nothing');
    expect(told([first, ...burst(3, 500), last])).not.toBe('nothing');
    expect(told([first, ...burst(3, 503, { phase: 'trickle' }), last])).toBe('nothing');
    expect(told([{ ...first, remaining: 40 }, ...burst(3, 503), last])).toBe('nothing');
    expect(told([{ ...first, remaining: 58 }, ...burst(3, 503), last])).not.toBe('nothing');
  });

  it('are beyond the limit where it is used up', () => {
    const used = (count: number, status: number) => [
      first,
      ...burst(count, status),
      ...burst(5, 503).map((one, position) => ({ ...one, sentAtMs: 200 + position })),
      { ...last, sentAtMs: 60_000 },
    ];
    expect(told(used(56, 200))).toBe('57 served, 5 server errors');
    expect(told(used(57, 200))).toBe('nothing');
    expect(told(used(57, 404))).toBe('nothing');
    expect(told(used(57, 429))).toBe('1 served, 5 server errors');
    expect(told(used(57, 0))).toBe('1 served, 5 server errors');
  });

  it('count for half a window', () => {
    const later = (sentAtMs: number) =>
      told([
        first,
        ...burst(2, 503),
        { sentAtMs, status: 503 },
        { sentAtMs: 60_000, phase: 'trickle', key: 9 },
      ]);
    expect([later(30_100), later(30_101)]).toEqual(['1 served, 3 server errors', 'nothing']);
    const served = (atMs: number) =>
      told([first, ...burst(3, 503), ...spaced(atMs, 57, 0), { ...last, sentAtMs: 60_000, key: 9 }]);
    expect([served(30_100), served(30_101)]).toEqual(['nothing', '1 served, 3 server errors']);
  });
});

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
  it.each<[string, Parameters<typeof reasonFor>[0], string]>([
    [
      'errors and missing answers',
      [...times(12, 200), ...times(18, 0), ...times(30, 503), ...times(1, 404)],
      '12 requests served, 48 got mostly status 503',
    ],
    ['web pages', [...times(3, 200), ...times(90, 200, true)], '3 requests served, 90 got mostly a web page'],
    ['redirects', [...times(12, 200), ...times(5, 300)], '12 requests served, 5 got mostly status 300'],
    ['what was asked for', [...times(12, 200), ...times(5, 400), ...times(9, 404)], '12 requests served'],
  ])('says what most others got: %s', (_what, answers, said) => {
    expect(reasonFor(answers)).toContain(
      `the limit was not reached: ${said}; the plan grants 60 in a minute`,
    );
  });
});

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
