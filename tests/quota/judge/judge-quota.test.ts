import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeQuota } from '../../../src/quota/judge/judge-quota.ts';
import type { QuotaJudgement } from '../../../src/quota/judgement.ts';
import type { TimelineEntry } from '../../../src/quota/timeline.ts';
import { blocking, bucket, clockWindow, counter, log, requestWindow } from './exact-limiters.ts';
import { burst, type Decide, each, free, inTurn, type Sent, traceOf } from './trace.ts';

const minute = 60_000;
const limit = 60;

/** Two windows of one key: as a measurement asks, but without waiting for what is announced. */
function twoWindows(startMs: number, againMs: number): Sent[] {
  return [
    ...inTurn(startMs, 3),
    ...burst(startMs + 60, 80),
    ...inTurn(startMs + 2600, 1, 'trickle'),
    ...inTurn(startMs + 3700, 1, 'trickle'),
    ...inTurn(startMs + againMs, 1, 'retry'),
    ...burst(startMs + againMs + 30, 70),
  ];
}

function judged(
  decide: Decide,
  {
    sent = twoWindows(5000, 63_000),
    change = (_: TimelineEntry): Partial<TimelineEntry> => ({}),
    plan = free,
  } = {},
): QuotaJudgement {
  return judgeQuota(traceOf(sent, decide, change, plan), plan);
}

function blamed({ findings }: QuotaJudgement): string[] {
  return [...new Set(findings.map(({ requirement }) => requirement))];
}

const correct: Record<string, (phaseMs: number) => Decide> = {
  'a window by the clock': (phaseMs) => clockWindow(limit, minute, phaseMs),
  'a window from the first request': () => requestWindow(limit, minute),
  'a log': () => log(limit, minute),
  'a log that counts refused requests': () => log(limit, minute, { countsRefused: true }),
  'a counter': (phaseMs) => counter(limit, minute, phaseMs),
  'a bucket': () => bucket(limit, minute),
  'a bucket refilled each second': () => bucket(limit, minute, 1000),
  'a window that blocks': () => blocking(() => requestWindow(limit, minute), minute),
  'a bucket that blocks': () => blocking(() => bucket(limit, minute), minute),
};

describe.each(Object.entries(correct))('%s', (_, begin) => {
  it('is accused of nothing, wherever its windows begin and whenever it is asked', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: minute }),
        fc.integer({ min: 1000, max: 30_000 }),
        fc.integer({ min: 8000, max: 150_000 }),
        (phaseMs, startMs, againMs) => {
          expect(judged(begin(phaseMs), { sent: twoWindows(startMs, againMs) }).findings).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a log that counts refused requests, asked while they leave it', () => {
  it('is accused of nothing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 6_460, max: 6_800 }),
        fc.integer({ min: 400, max: 1_000 }),
        (afterMs, restMs) => {
          const plan = { ...free, minuteMs: 6_000 };
          const slowBurst = burst(5060, 110).map((one, position) => ({
            ...one,
            tookMs: 8 * (position + 1),
            share: 1,
          }));
          const sent = [
            ...inTurn(5000, 3),
            ...slowBurst,
            ...inTurn(7200, 3, 'trickle'),
            ...inTurn(5060 + afterMs, 1, 'retry'),
            ...burst(5090 + afterMs, 8, { phase: 'spend' }),
            ...inTurn(5060 + afterMs + restMs, 1, 'reset'),
            ...burst(5090 + afterMs + restMs, 70),
          ];
          expect(judged(log(limit, 6_000, { countsRefused: true }), { sent, plan }).findings).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });
});

it('says which limiters explain what was seen', () => {
  const { explainedBy } = judged(bucket(limit, minute));
  expect(explainedBy).toContain('token bucket');
  expect(explainedBy).not.toContain('sliding log');
  expect(judged(requestWindow(limit, minute)).explainedBy).toContain('fixed window from the first request');
  expect(judged(clockWindow(limit, minute)).explainedBy).toContain('fixed window aligned to the clock');
});

it('supports what was tried out', () => {
  const { supported, overlapAtLimit, clock } = judged(requestWindow(limit, minute));
  const requirements = supported.map(({ requirement }) => requirement);
  expect(requirements).toEqual(
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

describe('blames', () => {
  it('no limit', () => {
    const none: Decide = (atMs) => ({ admitted: true, remaining: 59, resetMs: atMs + minute, retryMs: atMs });
    const sent = [...inTurn(5000, 3), ...burst(5060, 200)];
    expect(blamed(judged(none, { sent }))).toEqual(['quota/limit-enforced']);
  });

  it.each([403, 503, 401])('%d where 429 is due', (status) => {
    const change = (entry: TimelineEntry) => (entry.status === 429 ? { status } : {});
    expect(blamed(judged(requestWindow(limit, minute), { change }))).toEqual(['quota/limit-enforced']);
  });

  it('one too many, though it announces the right figure', () => {
    const change = ({ remaining }: TimelineEntry) => ({ remaining: Math.max(0, remaining - 1) });
    expect(blamed(judged(requestWindow(limit + 1, minute), { change }))).toEqual(['quota/never-exceeded']);
  });

  it('one too few, though it announces the right figure', () => {
    const change = ({ status, remaining }: TimelineEntry) =>
      status === 200 ? { remaining: remaining + 1 } : {};
    expect(blamed(judged(requestWindow(limit - 1, minute), { change }))).toContain('quota/fully-granted');
  });

  it('windows that are too short', () => {
    const sent = twoWindows(5000, 51_000);
    expect(blamed(judged(requestWindow(limit, 50_000), { sent }))).toEqual(['quota/never-exceeded']);
  });

  it('a count for each operation', () => {
    const sent = [
      ...twoWindows(5000, 63_000).map((one, position) => ({
        ...one,
        operation: position % 3 === 0 ? ('getPet' as const) : ('listPets' as const),
      })),
      ...burst(140_000, 90, { phase: 'one-operation' }),
    ];
    const decide = each(
      ({ operation }) => operation,
      () => requestWindow(limit, minute),
    );
    expect(blamed(judged(decide, { sent: [...sent, ...burst(5120, 60)] }))).toEqual([
      'quota/shared-across-operations',
    ]);
  });

  it('two keys with one quota', () => {
    const plan = { ...free, keys: [1, 2] };
    const sent = [...twoWindows(5000, 63_000), ...burst(9800, 20, { phase: 'neighbour', key: 2 })];
    const first = inTurn(4900, 2, 'neighbour', 2);
    const shared = requestWindow(limit, minute);
    expect(blamed(judged(shared, { sent: [...first, ...sent], plan }))).toEqual([
      'quota/isolated-between-keys',
    ]);
  });

  it('two keys with one bucket, which is refilled while they are refused', () => {
    const plan = { ...free, keys: [1, 2] };
    const sent = [...inTurn(5000, 3), ...inTurn(5040, 4, 'neighbour', 2), ...burst(5100, 70)];
    expect(blamed(judged(bucket(limit, minute), { sent, plan }))).toEqual(['quota/isolated-between-keys']);
  });

  it('two keys that are each one short, and not that they share a quota', () => {
    const plan = { ...free, keys: [1, 2] };
    const first = [...inTurn(4900, 2, 'neighbour', 2), ...twoWindows(5000, 63_000)];
    const sent = [...first, ...burst(9800, 65, { phase: 'neighbour', key: 2 })];
    const short = each(
      ({ key }) => key,
      () => requestWindow(limit - 1, minute),
    );
    expect(blamed(judged(short, { sent, plan }))).toEqual(['quota/fully-granted']);
  });

  it.each<[string, (entry: TimelineEntry) => Partial<TimelineEntry>, string]>([
    [
      'a 429 without Retry-After',
      ({ status }) => (status === 429 ? { retryAfterForm: 'absent', retryAfterMs: Number.NaN } : {}),
      'quota/retry-after-present',
    ],
    [
      'a fraction in Retry-After',
      ({ status }) =>
        status === 429
          ? { retryAfterForm: 'unreadable', retryAfterMs: Number.NaN, unreadable: '12.345' }
          : {},
      'quota/retry-after-readable',
    ],
    [
      'Retry-After in ms',
      ({ status, retryAfterMs }) => (status === 429 ? { retryAfterMs: retryAfterMs * 1000 } : {}),
      'quota/retry-after-proportionate',
    ],
    [
      'a 429 with something left',
      ({ status }) => (status === 429 ? { remaining: 1 } : {}),
      'quota/remaining-zero',
    ],
    [
      'a 429 with less than nothing left',
      ({ status }) => (status === 429 ? { remaining: Number.NaN } : {}),
      'quota/remaining-zero',
    ],
    ['another figure', () => ({ limit: 300 }), 'rate/limit-matches-plan'],
    ['seconds to go in Reset', () => ({ reset: 30 }), 'rate/reset-is-timestamp'],
    ['ms in Reset', ({ reset }) => ({ reset: reset * 1000 }), 'rate/reset-is-timestamp'],
    ['a Reset in the past', ({ reset }) => ({ reset: reset - 70 }), 'rate/reset-is-timestamp'],
    ['a Reset a minute too late', ({ reset }) => ({ reset: reset + 60 }), 'quota/reset-honest'],
    [
      'one too many in Remaining',
      ({ status, remaining }) => (status === 200 ? { remaining: remaining + 1 } : {}),
      'rate/remaining-counts-down',
    ],
    [
      'steps of two in Remaining',
      ({ remaining }) => ({ remaining: Math.max(0, limit - 2 * (limit - remaining)) }),
      'rate/remaining-counts-down',
    ],
  ])('%s', (_, change, requirement) => {
    expect(blamed(judged(requestWindow(limit, minute), { change }))).toEqual([requirement]);
  });

  it('a Retry-After that is too short, and only after a second look', () => {
    const change = ({ status }: TimelineEntry) => (status === 429 ? { retryAfterMs: 20_000 } : {});
    const sent = [...twoWindows(5000, 63_000), ...inTurn(30_000, 1, 'retry')];
    const { findings } = judged(requestWindow(limit, minute), { change, sent });
    expect(findings.map(({ requirement, restsOnTiming }) => [requirement, restsOnTiming])).toEqual([
      ['quota/retry-after-honest', true],
    ]);
  });

  it('more a day than is sold', () => {
    const plan = { ...free, dayQuota: true, perDay: 100 };
    const sent = [...inTurn(5000, 3), ...inTurn(70_000, 1, 'day')];
    for (let count = 0; count < 230; count += 1) {
      sent.push({ atMs: 71_000 + count * 1200, phase: 'day' });
    }
    expect(blamed(judged(requestWindow(limit, minute), { sent, plan }))).toEqual(['quota/day-limit']);
  });
});

describe('does not blame', () => {
  it('a Retry-After for a request that its own admissions came before', () => {
    // The promise of a bucket is taken up by the first of two requests, so that the second is refused.
    const sent = [...inTurn(5000, 3), ...burst(5060, 80), ...inTurn(7000, 1, 'settle'), ...burst(7030, 4)];
    expect(judged(bucket(limit, minute), { sent }).findings).toEqual([]);
  });

  it('refusals that another use of the key shortly before explains', () => {
    const decide = requestWindow(limit, minute);
    for (let count = 0; count < 40; count += 1) {
      decide(1000, { key: 1, operation: 'listPets' });
    }
    expect(judged(decide).findings).toEqual([]);
  });

  it('one more by a counter where a window begins', () => {
    const sent = [...inTurn(59_000, 3), ...burst(59_975, 80), ...inTurn(62_000, 1, 'trickle')];
    expect(judged(counter(limit, minute), { sent }).findings).toEqual([]);
  });

  it('two limits at once where a window ends between', () => {
    const sent = [...inTurn(59_000, 3), ...burst(59_900, 57), ...burst(60_100, 70)];
    expect(judged(clockWindow(limit, minute), { sent }).findings).toEqual([]);
  });

  it('a counter in fractions that shows one less at first', () => {
    const change = (entry: TimelineEntry) => (entry.exchange === 1 ? { remaining: 58 } : {});
    expect(judged(bucket(limit, minute), { change }).findings).toEqual([]);
  });

  it('refusals of the day for what they are of the minute', () => {
    const minuteOnly = requestWindow(limit, minute);
    const decide: Decide = (atMs, entry) => ({ ...minuteOnly(atMs, entry) });
    const change = ({ sentAtMs }: TimelineEntry) =>
      sentAtMs > 5070
        ? {
            status: 429,
            limit: 1000,
            remaining: 0,
            retryAfterForm: 'seconds' as const,
            retryAfterMs: 4e7,
            reset: 1_800_040_000,
          }
        : {};
    const { findings, undecided } = judged(decide, { change });
    expect(findings).toEqual([]);
    expect(undecided.find(({ requirement }) => requirement === 'quota/fully-granted')?.reason).toContain(
      'used up for the day',
    );
  });

  it('anything where the key was refused', () => {
    const change = () => ({ status: 401, limit: Number.NaN, remaining: Number.NaN, reset: Number.NaN });
    const { findings, undecided } = judged(requestWindow(limit, minute), { change });
    expect(findings).toEqual([]);
    expect(undecided.find(({ requirement }) => requirement === 'quota/limit-enforced')?.reason).toContain(
      '401',
    );
  });

  it('answers from a cache', () => {
    const sent = [...twoWindows(5000, 63_000), ...inTurn(8000, 30)];
    const change = ({ sentAtMs }: TimelineEntry) =>
      sentAtMs >= 8000 && sentAtMs < 9000 ? { status: 200, cached: true } : {};
    const decide = requestWindow(limit, minute);
    expect(judged(decide, { sent, change }).findings).toEqual([]);
  });
});

it('leaves open what somebody else who draws on the key may explain', () => {
  const decide = requestWindow(limit, minute);
  let count = 0;
  const withOthers: Decide = (atMs, entry) => {
    count += 1;
    if (count % 9 === 0) {
      decide(atMs, entry);
    }
    return decide(atMs, entry);
  };
  const { findings, undecided } = judged(withOthers);
  expect(findings).toEqual([]);
  expect(undecided.find(({ requirement }) => requirement === 'quota/fully-granted')?.reason).toContain(
    'somebody else',
  );
});

it('says that the concurrency was not exercised, or the limit not reached', () => {
  const slow = Array.from({ length: 70 }, (_, position) => ({ atMs: 5000 + position * 12 }));
  const undecided = (sent: Sent[]) =>
    judged(requestWindow(limit, minute), { sent }).undecided.find(
      ({ requirement }) => requirement === 'quota/never-exceeded',
    )?.reason;
  expect(undecided(slow)).toContain('concurrency was not exercised');
  expect(undecided(inTurn(5000, 20))).toContain('not reached');
});

it('judges nothing as nothing', () => {
  const { findings, supported, explainedBy } = judged(requestWindow(limit, minute), { sent: [] });
  expect({ findings, supported }).toEqual({ findings: [], supported: [] });
  expect(explainedBy.length).toBeGreaterThan(0);
});
