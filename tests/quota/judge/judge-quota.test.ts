import { describe, expect, it } from 'vitest';
import { judgeQuota } from '../../../src/quota/judge/judge-quota.ts';
import type { QuotaJudgement } from '../../../src/quota/judgement.ts';
import type { TimelineEntry } from '../../../src/quota/timeline.ts';
import { alignedWindow, anchoredWindow } from '../simulation/limiters/fixed-window.ts';
import { tokenBucket } from '../simulation/limiters/token-bucket.ts';
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

/** Why a requirement is not decided. */
function openFor({ undecided }: QuotaJudgement, id: string): string | undefined {
  return undecided.find(({ requirement }) => requirement === id)?.reason;
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

  it('may refuse for the day', () => {
    const change: Change = ({ sentAtMs }) =>
      sentAtMs > 5070
        ? {
            ...{ status: 429, limit: 1000, remaining: 0, reset: 1_800_040_000 },
            ...{ retryAfterForm: 'seconds', retryAfterMs: 4e7 },
          }
        : {};
    const judgement = judged(decidedBy(anchoredWindow), { change });
    expect(judgement.findings).toEqual([]);
    expect(openFor(judgement, 'quota/fully-granted')).toContain('daily quota of the key is exhausted');
  });

  it('may have other users, who leave it open', () => {
    const limiter = decidedBy(anchoredWindow);
    let count = 0;
    const withOthers: Decide = (atMs, entry) => {
      count += 1;
      if (count % 9 === 0) {
        limiter(atMs, entry);
      }
      return limiter(atMs, entry);
    };
    const judgement = judged(withOthers);
    expect(judgement.findings).toEqual([]);
    expect(openFor(judgement, 'quota/fully-granted')).toContain('something else may use the key');
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
