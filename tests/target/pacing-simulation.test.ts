import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../property-runs.ts';
import { ask, type Limiter, type LimiterKind, slidingLog } from '../quota/simulation/limiters/limiter.ts';
import {
  alignedWindow,
  anchoredWindow,
  minuteAndDay,
  tokenBucket,
} from '../quota/simulation/limiters/permitted.ts';
import { cautiousSlidingCounter } from '../quota/simulation/limiters/sliding-counter.ts';
import { type Answering, simulate } from './virtual-service.ts';

const limiters: Readonly<Record<string, LimiterKind>> = {
  'a fixed window by the clock': alignedWindow,
  'a fixed window from the first request': anchoredWindow,
  'a sliding log': slidingLog,
  'a sliding counter': cautiousSlidingCounter,
  'a token bucket': tokenBucket,
};

/** A service that tells what its limiter says in the documented headers. */
function servedBy(limiter: Limiter): Answering {
  return (nowMs) => {
    const verdict = ask(limiter, nowMs);
    return {
      status: verdict.admitted ? 200 : 429,
      headers: [
        ['Date', new Date(nowMs).toUTCString()],
        ['X-RateLimit-Limit', String(verdict.limit)],
        ['X-RateLimit-Remaining', String(verdict.remaining)],
        ['X-RateLimit-Reset', String(Math.ceil(verdict.resetMs / 1000))],
        ...(verdict.admitted
          ? []
          : [['Retry-After', String(Math.ceil((verdict.retryMs - nowMs) / 1000))] as const]),
      ],
    };
  };
}

describe('stays out of a 429 of its own making', () => {
  it.each(Object.entries(limiters))('under %s, however many ask at once', async (_name, kind) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(10, 60, 300),
        fc.constantFrom(1, 2, 5, 16),
        fc.integer({ min: -180_000, max: 180_000 }),
        fc.integer({ min: 0, max: 59_999 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 400 })),
        async (limit, workers, skewMs, phaseMs, latencies) => {
          const result = await simulate(servedBy(kind(limit, 60_000)), {
            requests: Math.ceil(limit * 2.2),
            workers,
            skewMs,
            startMs: Date.UTC(2026, 10, 20, 12) + phaseMs,
            latencyMs: () => latencies.next().value ?? 1,
          });
          expect(result.sent.filter(({ status }) => status === 429)).toEqual([]);
          expect(result.sent).toHaveLength(Math.ceil(limit * 2.2));
          expect(result.stopped).toBeNull();
        },
      ),
      { numRuns: propertyRuns(12) },
    );
  });

  it.each(Object.entries(limiters))('under %s where the minute is sped up', async (_name, kind) => {
    const result = await simulate(servedBy(kind(60, 6000)), {
      requests: 200,
      workers: 4,
      minuteMs: 6000,
    });
    expect(result.sent.filter(({ status }) => status === 429)).toEqual([]);
  });

  it('under a minute and a day that take turns in the headers', async () => {
    const limiter = minuteAndDay(alignedWindow(60, 60_000), alignedWindow(150, 240_000));
    const result = await simulate(servedBy(limiter), { requests: 300, workers: 4 });
    expect(result.sent.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(1);
    expect(result.sent.filter(({ status }) => status === 200)).toHaveLength(300);
  });
});

describe('uses the allowance', () => {
  it.each([
    { name: 'a fixed window by the clock', workers: 1 },
    { name: 'a fixed window by the clock', workers: 16 },
    { name: 'a fixed window from the first request', workers: 16 },
    { name: 'a sliding log', workers: 16 },
    { name: 'a sliding counter', workers: 16 },
    { name: 'a token bucket', workers: 16 },
  ])('of $name to the last request, by $workers at once', async ({ name, workers }) => {
    const kind = limiters[name] ?? alignedWindow;
    const result = await simulate(servedBy(kind(60, 60_000)), {
      requests: 60,
      workers,
      startMs: Date.UTC(2026, 10, 20, 12),
    });
    expect(result.sent).toHaveLength(60);
    expect(result.waits).toEqual([]);
    expect(result.finishedAtMs).toBeLessThan(2000);
  });

  it('and takes as many minutes as the plan asks for', async () => {
    const result = await simulate(servedBy(alignedWindow(60, 60_000)), {
      requests: 300,
      workers: 4,
      startMs: Date.UTC(2026, 10, 20, 12),
    });
    expect(result.finishedAtMs).toBeGreaterThan(240_000);
    expect(result.finishedAtMs).toBeLessThan(250_000);
    expect(result.waits).toHaveLength(4);
    expect(result.waits[0]?.reason).toBe("the key's allowance of 60 requests is exhausted");
  });

  it('finds what is left of it with its first request', async () => {
    const limiter = anchoredWindow(60, 60_000);
    const service = servedBy(limiter);
    const startMs = Date.UTC(2026, 10, 20, 12);
    for (let count = 0; count < 50; count += 1) {
      ask(limiter, startMs - 1000);
    }
    const result = await simulate(service, { requests: 30, workers: 16, startMs });
    expect(result.sent.filter(({ status }) => status === 429)).toEqual([]);
  });
});

it('finds its way where others use the key as well', async () => {
  const limiter = alignedWindow(60, 60_000);
  let last = 0;
  const result = await simulate(
    (nowMs, label) => {
      for (; last < nowMs; last += 4000) {
        if (last > 0) {
          ask(limiter, Math.max(last, nowMs - 1));
        }
        last = last === 0 ? nowMs : last;
      }
      return servedBy(limiter)(nowMs, label);
    },
    { requests: 200, workers: 4 },
  );
  expect(result.sent.filter(({ status }) => status === 200)).toHaveLength(200);
  expect(result.sent.filter(({ status }) => status === 429).length).toBeLessThan(10);
  expect(result.stopped).toBeNull();
});
