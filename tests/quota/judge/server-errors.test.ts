import { describe, expect, it } from 'vitest';
import { flagServerErrors } from '../../../src/quota/judge/early-refusal.ts';
import { type Answer, caseOf, saidOf, spaced } from './case-of.ts';
import { free } from './trace.ts';

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
