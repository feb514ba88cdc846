import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuotaFinding } from '../../../src/quota/judgement.ts';
import type { TimelineEntry } from '../../../src/quota/timeline.ts';
import { propertyRuns } from '../../property-runs.ts';
import { blocking, bucket, clockWindow, counter, log, requestWindow } from './exact-limiters.ts';
import { judged, limit, minute, twoWindows } from './judged.ts';
import { burst, type Decide, each, free, inTurn, type Sent } from './trace.ts';

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

const inSteps: Record<string, (phaseMs: number, steps: number) => Decide> = {
  'a bucket refilled in steps': (phaseMs, steps) => startedAt(phaseMs, bucket(limit, minute, minute / steps)),
  'a log by segments': (phaseMs, steps) =>
    startedAt(phaseMs, bySegments(log(limit, minute), Math.floor(steps))),
};

/** The same, by a clock that moves on so often in a window, in whole ms: a segment leaves it a window later to the ms. */
function bySegments(decide: Decide, segments: number): Decide {
  return (atMs, entry) => {
    const segment = Math.floor((atMs * segments) / minute);
    return decide(Math.floor((segment * minute) / segments), entry);
  };
}

/** The same, by a clock that is ahead by so much; what it announces is by the clock of the others. */
function startedAt(phaseMs: number, decide: Decide): Decide {
  return (atMs, entry) => {
    const ruling = decide(atMs + phaseMs, entry);
    return { ...ruling, resetMs: ruling.resetMs - phaseMs, retryMs: ruling.retryMs - phaseMs };
  };
}

/** What is found in two windows of a limiter, wherever they begin and whenever it is asked. */
function expectNothing(
  begin: (phaseMs: number, steps: number) => Decide,
  counts: (finding: QuotaFinding) => boolean,
): void {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: minute }),
      fc.integer({ min: 1000, max: 30_000 }),
      fc.integer({ min: 8000, max: 150_000 }),
      fc.double({ min: 1, max: 120, noNaN: true }),
      (phaseMs, startMs, againMs, steps) => {
        const { findings } = judged(begin(phaseMs, steps), { sent: twoWindows(startMs, againMs) });
        expect(findings.filter(counts)).toEqual([]);
      },
    ),
    { numRuns: propertyRuns(60) },
  );
}

it.each(Object.entries(correct))('%s has no finding', (_, begin) => {
  expectNothing(begin, () => true);
});

it.each(Object.entries(inSteps))('%s has no finding that is not confirmed', (_, begin) => {
  expectNothing(begin, ({ restsOnTiming }) => !restsOnTiming);
});

describe('a log that counts refused requests, asked while they leave it', () => {
  it('has no finding', () => {
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
      { numRuns: propertyRuns(100) },
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

it('supports what was tested', () => {
  const sent = twoWindows(5000, 60_900);
  const { supported, overlapAtLimit, clock } = judged(requestWindow(limit, minute), { sent });
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

it('takes a refill in steps as no proof of anything else', () => {
  // The burst is at the moment of a step: ten come back in it.
  const sent = [...inTurn(5000, 3), ...burst(9_990, 90), ...inTurn(15_000, 1, 'retry')];
  const inSteps = judged(bucket(limit, minute, minute / 6), { sent });
  expect([inSteps.moreBurstsTell, inSteps.findings]).toEqual([true, []]);
  expect(inSteps.explainedBy).toContain('token bucket in steps');
  const said = JSON.stringify([inSteps.observations, inSteps.undecided]);
  expect(said).toContain('token bucket in steps');
  expect(said).not.toMatch(/fix \S+ first/);
  expect(judged(bucket(limit, minute), { sent }).moreBurstsTell).toBe(false);
});

describe('does not violation', () => {
  it('a Retry-After for a request after its own admissions', () => {
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

  it('keys for sharing a quota where one of them was used up before, and was refused all the time', () => {
    const decide = each(
      ({ key }) => key,
      () => requestWindow(limit, minute),
    );
    for (let count = 0; count < limit; count += 1) {
      decide(1000, { key: 2, operation: 'listPets' });
    }
    // Windows that begin with requests, at moments that no clock has.
    const sent = [
      ...burst(5000, 80),
      ...[20_000, 60_000, 70_000].flatMap((atMs) => inTurn(atMs, 1)),
      ...[125_000, 131_000].flatMap((atMs) => burst(atMs, 80)),
      ...[189_000, 215_000].flatMap((atMs) => inTurn(atMs, 1)),
      ...[270_000, 276_000].flatMap((atMs) => burst(atMs, 80)),
      ...inTurn(6000, 3, 'neighbour', 2),
    ];
    const { findings, explainedBy } = judged(decide, { sent, plan: { ...free, keys: [1, 2] } });
    expect([findings, explainedBy]).toEqual([[], ['fixed window from the first request']]);
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
      'daily quota of the key is exhausted',
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

it('is inconclusive if another client of the key may explain it', () => {
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
    'something else may use the key',
  );
});

it('says that the concurrency was not exercised, or the limit not reached', () => {
  const slow = Array.from({ length: 70 }, (_, position) => ({ atMs: 5000 + position * 12 }));
  const undecided = (sent: Sent[]) =>
    judged(requestWindow(limit, minute), { sent }).undecided.find(
      ({ requirement }) => requirement === 'quota/never-exceeded',
    )?.reason;
  expect(undecided(slow)).toContain('concurrency not exercised');
  expect(undecided(inTurn(5000, 20))).toContain('not reached');
});

it('asks nothing of a key that was not used', () => {
  const change = ({ exchange }: TimelineEntry) => (exchange === 2 ? { status: 404 } : {});
  const { observations, undecided } = judged(requestWindow(limit, minute), {
    sent: inTurn(5000, 3),
    change,
    plan: { ...free, keys: [1, 2] },
  });
  expect(observations.map(({ text }) => text)).toEqual(['a 404 response uses quota']);
  expect(undecided.map(({ requirement }) => requirement)).not.toContain('quota/what-counts');
});

it('judges nothing as nothing', () => {
  const { findings, supported, explainedBy } = judged(requestWindow(limit, minute), { sent: [] });
  expect({ findings, supported }).toEqual({ findings: [], supported: [] });
  expect(explainedBy.length).toBeGreaterThan(0);
});
