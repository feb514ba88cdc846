import type {
  MeasuredPhase,
  PlanLimitRecord,
  QuotaStep,
  RetryPromise,
} from '../../src/verdict/plan-limit-record.ts';

const minuteMs = 60_000;
const stepMs = 250;

/** One request of a made-up measurement, and what it brought. */
interface Moment {
  readonly atMs: number;
  readonly phase: string;
  readonly admitted: boolean;
  readonly remaining: number;
  readonly resetAtMs: number;
}

/** Decides on a request at a moment: what a limiter answers. */
type Limiter = (atMs: number) => Pick<Moment, 'admitted' | 'remaining' | 'resetAtMs'>;

function fixedWindow(limit: number, announced: number): Limiter {
  let used = 0;
  let end = Number.NEGATIVE_INFINITY;
  return (atMs) => {
    if (atMs >= end) {
      used = 0;
      end = atMs + minuteMs;
    }
    const admitted = used < limit;
    used += admitted ? 1 : 0;
    return { admitted, remaining: Math.max(0, announced - used), resetAtMs: Math.ceil(end / 1_000) * 1_000 };
  };
}

function tokenBucket(limit: number): Limiter {
  let level = limit;
  let last = 0;
  return (atMs) => {
    level = Math.min(limit, level + ((atMs - last) * limit) / minuteMs);
    last = atMs;
    const admitted = level >= 1;
    level -= admitted ? 1 : 0;
    return {
      admitted,
      remaining: Math.floor(level),
      resetAtMs: Math.ceil((atMs + ((limit - level) * minuteMs) / limit) / 1_000) * 1_000,
    };
  };
}

/** A plan of 60 a minute, measured: calibrated, used up, asked on slowly, and asked again after a minute. */
function measured(
  limiter: Limiter,
  retryAfterMs: (resetAtMs: number, atMs: number) => number,
  record: Pick<PlanLimitRecord, 'plan' | 'key' | 'explainedBy' | 'overlapAtLimit'>,
): PlanLimitRecord {
  const moments: Moment[] = [];
  const ask = (phase: string, atMs: number) => {
    const moment = { atMs, phase, ...limiter(atMs) };
    moments.push(moment);
    return moment;
  };
  for (let index = 0; index < 3; index += 1) {
    ask('calibrate', 5 + index * 12);
  }
  for (let index = 0; index < 87; index += 1) {
    ask('burst', 60 + index * 2.5);
  }
  for (let index = 0; index < 11; index += 1) {
    ask('trickle', 700 + index * 500);
  }
  let settled = ask('settle', 6_300);
  for (let index = 1; settled.admitted && index < 6; index += 1) {
    settled = ask('settle', 6_300 + index * 40);
  }
  const promisedAtMs = settled.atMs + retryAfterMs(settled.resetAtMs, settled.atMs);
  const asked = ask('retry', promisedAtMs + 70);
  for (let index = 0; index < 40; index += 1) {
    ask('spend', Math.max(asked.atMs, 61_500) + 200 + index * 3);
  }
  ask('reset', 125_000);
  const promise = {
    refusedAtMs: settled.atMs,
    promisedAtMs,
    retriedAtMs: asked.atMs,
    admitted: asked.admitted,
  };
  return { ...totals(moments, [promise]), ...record };
}

function totals(
  moments: readonly Moment[],
  promises: readonly RetryPromise[],
): Omit<PlanLimitRecord, 'plan' | 'key' | 'explainedBy' | 'overlapAtLimit'> {
  const names = [...new Set(moments.map(({ phase }) => phase))];
  return {
    perMinute: 60,
    perDay: 1_000,
    minuteMs,
    startedAtMs: 2_000,
    durationMs: 125_040,
    requests: moments.length,
    admitted: moments.filter(({ admitted }) => admitted).length,
    refused: moments.filter(({ admitted }) => !admitted).length,
    engines: ['autocannon', 'undici'],
    connections: 87,
    phases: names.map((name) =>
      phaseOf(
        name,
        moments.filter(({ phase }) => phase === name),
      ),
    ),
    stepMs,
    steps: stepsOf(moments),
    promises,
  };
}

function phaseOf(name: string, moments: readonly Moment[]): MeasuredPhase {
  const times = moments.map(({ atMs }) => atMs);
  const admitted = moments.filter((moment) => moment.admitted).length;
  return {
    name,
    fromMs: Math.min(...times),
    toMs: Math.max(...times) + 8,
    sent: moments.length,
    admitted,
    refused: moments.length - admitted,
  };
}

function stepsOf(moments: readonly Moment[]): QuotaStep[] {
  const steps = new Map<number, QuotaStep>();
  for (const { atMs, admitted, remaining, resetAtMs } of moments) {
    const index = Math.floor(atMs / stepMs);
    const step = steps.get(index);
    steps.set(index, {
      atMs: index * stepMs,
      sent: (step?.sent ?? 0) + 1,
      admitted: (step?.admitted ?? 0) + (admitted ? 1 : 0),
      refused: (step?.refused ?? 0) + (admitted ? 0 : 1),
      other: 0,
      remaining,
      resetAtMs,
    });
  }
  return [...steps.values()];
}

const untilReset = (resetAtMs: number, atMs: number) => Math.ceil((resetAtMs - atMs) / 1_000) * 1_000;

/** A fixed window of 60 a minute that keeps its word. */
export const fixedWindowRecord: PlanLimitRecord = measured(fixedWindow(60, 60), untilReset, {
  plan: 'free',
  key: 'quota-key-1',
  explainedBy: ['fixed window from the first request', 'sliding log'],
  overlapAtLimit: 38,
});

/** A token bucket of 60 a minute that keeps its word. */
export const tokenBucketRecord: PlanLimitRecord = measured(tokenBucket(60), () => 1_000, {
  plan: 'free',
  key: 'quota-key-2',
  explainedBy: ['token bucket'],
  overlapAtLimit: 5,
});

/** A window that lets 73 of 60 through, and is asked again too early by its own word. */
export const excessRecord: PlanLimitRecord = measured(fixedWindow(73, 60), () => 20_000, {
  plan: 'free',
  key: 'quota-key-3',
  explainedBy: [],
  overlapAtLimit: 41,
});

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
