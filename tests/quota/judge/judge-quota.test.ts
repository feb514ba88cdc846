import { describe, expect, it } from 'vitest';
import { judgeLimitFigure, judgeQuota, leaveUnusableOpen } from '../../../src/quota/judge/judge-quota.ts';
import type { QuotaJudgement } from '../../../src/quota/judgement.ts';
import type { TimelineEntry } from '../../../src/quota/timeline.ts';
import { anchoredWindow } from '../simulation/limiters/fixed-window.ts';
import { type Answer, caseOf, saidOf } from './case-of.ts';
import { type Decide, decidedBy, free, inTurn, traceOf, twoWindows } from './trace.ts';

type Change = (entry: TimelineEntry) => Partial<TimelineEntry>;

/** The judgement of two windows of a limiter. */
function judged(
  decide: Decide,
  { sent = twoWindows(5000, 63_000), change = (() => ({})) as Change, plan = free } = {},
): QuotaJudgement {
  return judgeQuota(traceOf(sent, decide, change, plan), plan);
}

const twoKeys = { ...free, keys: [1, 2] };

describe('a limiter that the document permits', () => {
  it('supports what was tested', () => {
    const sent = twoWindows(5000, 60_900);
    const { supported, overlapAtLimit, clock } = judged(decidedBy(anchoredWindow), { sent });
    expect(supported.map(({ requirement }) => requirement)).toEqual(
      expect.arrayContaining([
        'quota/limit-enforced',
        'quota/never-exceeded',
        'quota/fully-granted',
        'quota/retry-after-present',
        'quota/retry-after-honest',
        'quota/remaining-zero',
      ]),
    );
    expect(overlapAtLimit).toBeGreaterThanOrEqual(8);
    expect(clock?.leastMs).toBeLessThanOrEqual(1_800_000_000_000);
    expect(clock?.mostMs).toBeGreaterThanOrEqual(1_800_000_000_000);
  });

  it('is asked nothing by a key that was not used', () => {
    const { observations, undecided } = judged(decidedBy(anchoredWindow), {
      sent: inTurn(5000, 3),
      change: ({ exchange }) => (exchange === 2 ? { status: 404 } : {}),
      plan: twoKeys,
    });
    expect(observations.map(({ text }) => text)).toEqual(['a 404 response uses quota']);
    expect(undecided.map(({ requirement }) => requirement)).not.toContain('quota/what-counts');
  });
});

const id = 'rate/limit-matches-plan';

function said(...figures: readonly (readonly [key: number, limit: number])[]) {
  const judged = caseOf(
    figures.map(([key, limit], position) => ({ sentAtMs: position * 20, key, limit })),
    { plan: { ...free, keys: [1, 2] } },
  );
  judgeLimitFigure(judged);
  const { findings, supported } = saidOf(judged);
  return { findings, supported: supported[id] ?? [] };
}

it('reads the limits per minute and per day', () => {
  expect(said([1, 60], [1, 1000], [2, 60])).toEqual({ findings: [], supported: [0, 1, 2] });
});

it('hasFlagged the first other one, of any key', () => {
  const found = (entry: number) => [
    [`${id} other-limit`, [entry], '60 (per minute) or 1000 (per day)', false],
  ];
  expect(said([1, 61])).toEqual({ findings: found(0), supported: [] });
  expect(said([1, 60], [2, 300], [2, 300]).findings).toEqual(found(1));
});

const plan = { ...free, keys: [1, 2] };

/** The one reason that is given for all that refusals would show. */
function reasonFor(...answers: readonly Partial<Answer>[]): string | null {
  const judged = caseOf(
    answers.map((one, position) => ({ sentAtMs: position * 20, ...one })),
    { plan },
  );
  leaveUnusableOpen(judged);
  const { undecided, findings, supported } = saidOf(judged);
  expect([findings, supported]).toEqual([[], {}]);
  const reasons = Object.values(undecided);
  if (reasons.length === 0) {
    return null;
  }
  expect(Object.keys(undecided).sort()).toEqual([
    'quota/fully-granted',
    'quota/isolated-between-keys',
    'quota/limit-enforced',
    'quota/never-exceeded',
    'quota/remaining-zero',
    'quota/reset-honest',
    'quota/retry-after-honest',
    'quota/retry-after-present',
    'quota/retry-after-proportionate',
    'quota/retry-after-readable',
    'quota/shared-across-operations',
  ]);
  expect(new Set(reasons).size).toBe(1);
  return reasons[0] ?? null;
}

const noResponse = 'no response was received with a key of this plan';
const refused = 'the key was refused (401): pass a valid one';
const usedUp =
  'the daily quota of the key is exhausted: run again tomorrow, or pass a key with more daily quota left';
const ofDay = { status: 429, limit: free.perDay };

it('reports that there was no response', () => {
  expect([reasonFor(), reasonFor({ status: 0 })]).toEqual([noResponse, noResponse]);
  expect(reasonFor({ key: 0 }, { key: 9 }, { status: 0, key: 2 })).toBe(noResponse);
  expect(reasonFor({ status: 0 }, { key: 2 })).toBeNull();
});

it('tells that the key was refused', () => {
  expect(reasonFor({ status: 401 }, { status: 401, key: 2 }, { status: 0 })).toBe(refused);
  expect(reasonFor({ status: 401 }, { key: 2 })).toBeNull();
  expect(reasonFor({ status: 401 }, { key: 0 })).toBe(refused);
  expect(reasonFor({ status: 403 })).toBeNull();
});

it('tells that the day of a key is used up, and its minute was not', () => {
  expect(reasonFor({}, ofDay)).toBe(usedUp);
  expect(reasonFor({}, { ...ofDay, key: 2 })).toBe(usedUp);
  expect(reasonFor({}, { status: 429 }, ofDay)).toBeNull();
  expect(reasonFor({}, { status: 429 }, { ...ofDay, key: 2 })).toBe(usedUp);
  expect(reasonFor({}, { ...ofDay, phase: 'day' })).toBeNull();
  expect(reasonFor({}, { status: 503 })).toBeNull();
});
