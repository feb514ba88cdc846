import type { QuotaJudgement } from '../../src/quota/judgement.ts';
import { planLimitRecord } from '../../src/quota/measure/plan-limit-record.ts';
import type { Phase } from '../../src/quota/quota-wire.ts';
import type { TimelineEntry } from '../../src/quota/timeline.ts';
import type { PlanLimitRecord } from '../../src/verdict/plan-limit-record.ts';
import { madeUpEntry } from '../quota/made-up-entry.ts';
import { freePlan } from '../quota/measure/made-up-wire.ts';
import { ask, type LimiterKind } from '../quota/simulation/limiters/limiter.ts';
import { anchoredWindow, tokenBucket } from '../quota/simulation/limiters/permitted.ts';

const minuteMs = 60_000;

/** A plan of 60 a minute, measured: calibrated, used up, asked on slowly, and asked again after a minute. */
function measured(
  [kind, granted]: readonly [LimiterKind, number],
  key: number,
  judgement: Pick<QuotaJudgement, 'explainedBy' | 'overlapAtLimit'>,
  promisedMs?: number,
): PlanLimitRecord {
  const limiter = kind(granted, minuteMs);
  const timeline: TimelineEntry[] = [];
  const send = (phase: Phase, atMs: number) => {
    const { admitted, remaining, resetMs, retryMs } = ask(limiter, atMs);
    const waitMs = promisedMs ?? Math.ceil((retryMs - atMs) / 1_000) * 1_000;
    const entry = madeUpEntry({
      ...{ key, phase, sentAtMs: atMs, answeredAtMs: atMs + 8, status: admitted ? 200 : 429 },
      ...{ remaining: Math.max(0, remaining - (granted - 60)), reset: Math.ceil(resetMs / 1_000) },
      ...(admitted ? {} : { retryAfterForm: 'seconds', retryAfterMs: waitMs }),
    });
    timeline.push(entry);
    return entry;
  };
  const series = (phase: Phase, count: number, fromMs: number, everyMs: number) => {
    for (let index = 0; index < count; index += 1) {
      send(phase, fromMs + index * everyMs);
    }
  };
  series('calibrate', 3, 0, 12);
  series('burst', 87, 60, 2.5);
  series('trickle', 11, 700, 500);
  let settled = send('settle', 6_300);
  for (let index = 1; settled.status === 200 && index < 6; index += 1) {
    settled = send('settle', 6_300 + index * 40);
  }
  const retried = send('retry', settled.answeredAtMs + settled.retryAfterMs + 70);
  series('spend', 40, Math.max(retried.sentAtMs, 61_500) + 200, 3);
  send('reset', 125_000);
  return planLimitRecord(timeline, key, {
    plan: freePlan(),
    judgement: { ...judgement, clock: { leastMs: 0, mostMs: 0 } },
    ...{ engines: ['autocannon', 'undici'], connections: 87 },
  });
}

/** A fixed window of 60 a minute that keeps its word. */
export const fixedWindowRecord: PlanLimitRecord = measured([anchoredWindow, 60], 1, {
  explainedBy: ['fixed window from the first request', 'sliding log'],
  overlapAtLimit: 38,
});

/** A token bucket of 60 a minute that keeps its word. */
export const tokenBucketRecord: PlanLimitRecord = measured([tokenBucket, 60], 2, {
  explainedBy: ['token bucket'],
  overlapAtLimit: 5,
});

/** A window that lets 73 of 60 through, and is asked again too early by its own word. */
export const excessRecord: PlanLimitRecord = measured(
  [anchoredWindow, 73],
  3,
  { explainedBy: [], overlapAtLimit: 41 },
  20_000,
);

/** A measurement of 100 minutes, with a step every quarter of a second. */
export const longRecord: PlanLimitRecord = {
  ...excessRecord,
  durationMs: 6_000_000,
  steps: Array.from({ length: 24_000 }, (_, index) => ({
    atMs: index * 250,
    sent: 4,
    admitted: index % 7,
    refused: index % 3,
    other: index % 2,
    remaining: index % 60,
    resetAtMs: index * 300,
  })),
};
