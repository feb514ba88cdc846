import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RefusalJudge } from '../../src/load/refusal-judge.ts';
import { propertyRuns } from '../property-runs.ts';
import { ask, type Limiter, type LimiterKind, slidingLog } from '../quota/simulation/limiters/limiter.ts';
import { permittedLimiters } from '../watchers/limiters.ts';

const minuteMs = 60_000;
const half: LimiterKind = (limit, windowMs) => slidingLog(limit / 2, windowMs);

interface Request {
  readonly gapMs: number;
  readonly latencyMs: number;
}

/** Bursts and pauses, quick responses and slow ones. */
const traffic: fc.Arbitrary<Request[]> = fc
  .array(
    fc.record({
      count: fc.integer({ min: 1, max: 60 }),
      gapMs: fc.constantFrom(1, 20, 400, 900, 1_000, 1_100, 5_000),
      latencyMs: fc.constantFrom(1, 20, 300, 2_000),
      pauseMs: fc.constantFrom(0, 10_000, 30_000, 60_000, 120_000),
    }),
    { minLength: 1, maxLength: 12, size: 'max' },
  )
  .map((bursts) =>
    bursts.flatMap(({ count, gapMs, latencyMs, pauseMs }) => [
      { gapMs: pauseMs, latencyMs },
      ...Array<Request>(count).fill({ gapMs, latencyMs }),
    ]),
  );
const steady = (count: number, gapMs: number) => Array<Request>(count).fill({ gapMs, latencyMs: 5 });

/** Sends the requests, and returns whether the first refusal is unexplained; `null` without a refusal. */
function isFlagged(limiter: Limiter, requests: readonly Request[], limit: number, fullAtStart: boolean) {
  const judge = new RefusalJudge({ perMinute: limit, minuteMs }, fullAtStart);
  let flagged: boolean | null = null;
  let sentMs = 0;
  const events = requests.flatMap(({ gapMs, latencyMs }, index) => {
    sentMs += gapMs;
    const [sentAtMs, answeredAtMs] = [sentMs, sentMs + latencyMs];
    const decidedAtMs = sentAtMs + (latencyMs * (index % 7)) / 7;
    const decision = { isAdmitted: true };
    return [
      { atMs: sentAtMs, run: () => judge.sent(sentAtMs) },
      {
        atMs: decidedAtMs,
        run: () => {
          decision.isAdmitted = ask(limiter, decidedAtMs).admitted;
        },
      },
      {
        atMs: answeredAtMs,
        run: () => {
          if (!decision.isAdmitted && flagged === null) {
            flagged = judge.isUnexplained(sentAtMs, answeredAtMs);
          }
          judge.answered(answeredAtMs);
        },
      },
    ];
  });
  for (const { run } of events.sort((left, right) => left.atMs - right.atMs)) {
    run();
  }
  return flagged;
}

describe('the first 429 of a load', () => {
  it.each(Object.entries(permittedLimiters))('is never reported of a %s', (_, make) => {
    fc.assert(
      fc.property(traffic, fc.constantFrom(10, 60, 100), (requests, limit) => {
        expect(isFlagged(make(limit, minuteMs), requests, limit, true)).not.toBe(true);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('is reported at half of the limit', () => {
    expect(isFlagged(half(60, minuteMs), steady(200, 1_200), 60, true)).toBe(true);
  });

  it('is not reported if earlier use may explain it', () => {
    expect(isFlagged(half(60, minuteMs), steady(40, 1_000), 60, false)).toBe(false);
    expect(isFlagged(half(60, minuteMs), steady(40, 1_000), 60, true)).toBe(true);
    expect(isFlagged(half(400, minuteMs), steady(12_000, 350), 400, false)).toBeNull();
  });

  it('is reported after more requests than are kept', () => {
    const late = [...steady(11_000, 400), ...steady(300, 160)];
    expect(isFlagged(half(400, minuteMs), late, 400, true)).toBe(true);
  });
});
