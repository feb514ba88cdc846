import { describe, expect, it } from 'vitest';
import { judgeLimitFigure, judgeQuota, leaveUnusableOpen } from '../../../src/quota/judge/judge-quota.ts';
import type { QuotaJudgement } from '../../../src/quota/judgement.ts';
import type { TimelineEntry } from '../../../src/quota/timeline.ts';
import { alignedWindow, anchoredWindow } from '../simulation/limiters/fixed-window.ts';
import { tokenBucket } from '../simulation/limiters/token-bucket.ts';
import { type Answer, caseOf, saidOf } from './case-of.ts';
import {
  burst,
  type Decide,
  decidedBy,
  each,
  free,
  inTurn,
  type Sent,
  traceOf,
  twoWindows,
} from './trace.ts';

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
  it.each([
    ['token bucket', tokenBucket],
    ['fixed window from the first request', anchoredWindow],
    ['fixed window aligned to the clock', alignedWindow],
  ] as const)('is named: %s', (name, kind) => {
    const { explainedBy, findings } = judged(decidedBy(kind));
    expect([explainedBy.includes(name), findings]).toEqual([true, []]);
  });

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

describe('a deviation', () => {
  const day = { ...free, dayQuota: true, perDay: 100 };
  const aDay = Array.from(
    { length: 230 },
    (_, count): Sent => ({ atMs: 71_000 + count * 1200, phase: 'day' }),
  );
  const shortByOne = each(
    ({ key }) => key,
    () => decidedBy(anchoredWindow, free.perMinute - 1),
  );
  const failing: Change = ({ phase, remaining }) =>
    phase === 'burst' && remaining < 57 ? { status: 500 } : {};

  it.each<[string, string, Decide, Parameters<typeof judged>[1]]>([
    [
      'another figure',
      'rate/limit-matches-plan',
      decidedBy(anchoredWindow),
      { change: () => ({ limit: 300 }) },
    ],
    [
      'steps of two in Remaining',
      'rate/remaining-counts-down',
      decidedBy(anchoredWindow),
      { change: ({ remaining }) => ({ remaining: Math.max(0, 2 * remaining - free.perMinute) }) },
    ],
    [
      'more a day than is sold',
      'quota/day-limit',
      decidedBy(anchoredWindow),
      { sent: [...inTurn(5000, 3), ...inTurn(70_000, 1, 'day'), ...aDay], plan: day },
    ],
    [
      'two keys that are each one short',
      'quota/fully-granted',
      shortByOne,
      {
        sent: [
          ...inTurn(4900, 2, 'neighbour', 2),
          ...twoWindows(5000, 63_000),
          ...burst(9800, 65, { phase: 'neighbour', key: 2 }),
        ],
        plan: twoKeys,
      },
    ],
    [
      'server errors in a burst',
      'quota/fully-granted',
      decidedBy(anchoredWindow),
      { sent: [...twoWindows(5000, 63_000), ...inTurn(8000, 1, 'neighbour', 0)], change: failing },
    ],
  ])('violates one requirement: %s', (_, requirement, decide, given) => {
    const { findings } = judged(decide, given);
    expect([...new Set(findings.map((finding) => finding.requirement))]).toEqual([requirement]);
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

it('is undecided if no value can be read, and for keys of other plans', () => {
  expect(said([1, Number.NaN], [9, 300])).toEqual({ findings: [], supported: [] });
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
