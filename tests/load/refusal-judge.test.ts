import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RefusalJudge } from '../../src/load/refusal-judge.ts';

const minuteMs = 60_000;

/** Whether a limiter admits a request that it decides on at this time, in ms. */
type Limiter = (atMs: number) => boolean;

/** The limiters that a conforming service may have, of `limit` a minute. */
const limiters: Readonly<Record<string, (limit: number, phaseMs: number) => Limiter>> = {
  'fixed window aligned to the clock': (limit, phaseMs) => {
    const used = new Map<number, number>();
    return (atMs) => admitted(used, Math.floor((atMs + phaseMs) / minuteMs), limit);
  },
  'fixed window from the first request': (limit) => {
    let endMs = Number.NEGATIVE_INFINITY;
    let used = 0;
    return (atMs) => {
      if (atMs >= endMs) {
        endMs = atMs + minuteMs;
        used = 0;
      }
      used += 1;
      return used <= limit;
    };
  },
  'sliding log': (limit) => {
    let log: number[] = [];
    return (atMs) => {
      log = log.filter((time) => time > atMs - minuteMs);
      if (log.length < limit) {
        log.push(atMs);
        return true;
      }
      return false;
    };
  },
  'sliding counter': (limit, phaseMs) => {
    const used = new Map<number, number>();
    return (atMs) => {
      const window = Math.floor((atMs + phaseMs) / minuteMs);
      const share = 1 - ((atMs + phaseMs) / minuteMs - window);
      const estimate = (used.get(window) ?? 0) + (used.get(window - 1) ?? 0) * share;
      return estimate < limit && admitted(used, window, Number.POSITIVE_INFINITY);
    };
  },
  'token bucket': (limit) => {
    let level = limit;
    let lastMs = Number.NaN;
    return (atMs) => {
      // Refilled in ticks of a second.
      const tick = Math.floor(atMs / 1_000);
      level = Math.min(limit, level + (Number.isNaN(lastMs) ? 0 : ((tick - lastMs) * limit) / 60));
      lastMs = tick;
      if (level < 1) {
        return false;
      }
      level -= 1;
      return true;
    };
  },
};

function admitted(used: Map<number, number>, window: number, limit: number): boolean {
  const count = used.get(window) ?? 0;
  if (count >= limit) {
    return false;
  }
  used.set(window, count + 1);
  return true;
}

interface Traffic {
  readonly gapsMs: readonly number[];
  readonly latenciesMs: readonly number[];
}

/** Bursts and pauses, quick answers and slow ones. */
const traffic: fc.Arbitrary<Traffic> = fc
  .array(
    fc.record({
      count: fc.integer({ min: 1, max: 60 }),
      gapMs: fc.constantFrom(1, 20, 400, 900, 1_000, 1_100, 5_000),
      latencyMs: fc.constantFrom(1, 20, 300, 2_000),
      pauseMs: fc.constantFrom(0, 10_000, 30_000, 60_000, 120_000),
    }),
    { minLength: 1, maxLength: 12, size: 'max' },
  )
  .map((bursts) => ({
    gapsMs: bursts.flatMap(({ count, gapMs, pauseMs }) => [pauseMs, ...Array<number>(count).fill(gapMs)]),
    latenciesMs: bursts.flatMap(({ count, latencyMs }) => Array<number>(count + 1).fill(latencyMs)),
  }));

/** Sends the traffic at a limiter, and returns the times of the refusals that are held to be unexplained. */
function flaggedSends(
  limiter: Limiter,
  { gapsMs, latenciesMs }: Traffic,
  limit: number,
  fullAtStart: boolean,
) {
  const judge = new RefusalJudge({ perMinute: limit, minuteMs }, fullAtStart);
  const events: { atMs: number; run: () => void }[] = [];
  const flagged: number[] = [];
  let refusedBefore = false;
  let atMs = 0;
  gapsMs.forEach((gapMs, index) => {
    atMs += gapMs;
    const sentAtMs = atMs;
    const answeredAtMs = sentAtMs + (latenciesMs[index] ?? 1);
    let isAdmitted = true;
    events.push({ atMs: sentAtMs, run: () => judge.sent(sentAtMs) });
    events.push({
      atMs: sentAtMs + ((latenciesMs[index] ?? 1) * (index % 7)) / 7,
      run: () => {
        isAdmitted = limiter(sentAtMs + ((latenciesMs[index] ?? 1) * (index % 7)) / 7);
      },
    });
    events.push({
      atMs: answeredAtMs,
      run: () => {
        if (!isAdmitted && !refusedBefore) {
          refusedBefore = true;
          if (judge.isUnexplained(sentAtMs, answeredAtMs)) {
            flagged.push(sentAtMs);
          }
        }
        judge.answered(answeredAtMs);
      },
    });
  });
  for (const { run } of events.sort((left, right) => left.atMs - right.atMs)) {
    run();
  }
  return flagged;
}

describe('RefusalJudge', () => {
  it.each(Object.entries(limiters))('never flags a %s', (_, make) => {
    fc.assert(
      fc.property(
        traffic,
        fc.constantFrom(10, 60, 100),
        fc.integer({ min: 0, max: minuteMs }),
        (made, limit, phaseMs) => {
          expect(flaggedSends(make(limit, phaseMs), made, limit, true)).toEqual([]);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('flags one that refuses at half of the limit', () => {
    const half = limiters['sliding log']?.(30, 0) ?? (() => true);
    const steady = { gapsMs: Array<number>(200).fill(1_200), latenciesMs: Array<number>(200).fill(5) };
    expect(flaggedSends(half, steady, 60, true)).toHaveLength(1);
  });

  it('flags nothing before two windows have passed, unless the quota was announced full', () => {
    const half = () => limiters['sliding log']?.(30, 0) ?? (() => true);
    const burst = { gapsMs: Array<number>(40).fill(1_000), latenciesMs: Array<number>(40).fill(5) };
    expect(flaggedSends(half(), burst, 60, false)).toEqual([]);
    expect(flaggedSends(half(), burst, 60, true)).toHaveLength(1);
  });
});
