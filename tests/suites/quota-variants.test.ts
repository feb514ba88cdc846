import { describe, expect, test, vi } from 'vitest';
import {
  mixtureOf,
  type RunningImplementation,
  startReferenceImplementation,
} from '../../reference-impl/index.ts';
import { every } from '../test-seed.ts';
import { type Verdict, verdictOf } from './verdict-of.ts';

/** What the Free plan grants where its limits are measured here, and how long minute and day last. */
interface FreePlan {
  readonly plans: { readonly free: { readonly perMinute: number; readonly perDay: number } };
  readonly minuteMs: number;
  readonly dayMs: number;
}

/** So few requests in a short minute that one more or less shows beside what a bucket refills meanwhile. */
const shortMinute: FreePlan = {
  plans: { free: { perMinute: 12, perDay: 1_000 } },
  minuteMs: 3_000,
  dayMs: 86_400_000,
};

/** A day whose figure is used up in seconds. */
const shortDay: FreePlan = {
  plans: { free: { perMinute: 60, perDay: 300 } },
  minuteMs: 1_000,
  dayMs: 30_000,
};

/** A busy machine may leave a measurement undecided: it is made again so often. */
const attempts = 8;
/** What all of them may take on such a machine, in ms. */
const longestMs = 900_000;
/** Measurements that are made side by side: each waits for minutes to end, most of the time. */
const atOnce = 6;

/** What the real command says of the Free plan's limits. */
function quotaVerdict(
  service: RunningImplementation,
  { plans, minuteMs, dayMs }: FreePlan,
): Promise<Verdict> {
  return verdictOf(service, [
    ...['--only', 'quota/*', '--only', 'rate/*'],
    ...['--plan', 'enterprise', '--plan-limit', 'enterprise=60000/5000000'],
    ...['--plan-limit', `free=${plans.free.perMinute}/${plans.free.perDay}`],
    ...['--quota-key', `free=${service.keys.free}`, '--quota-key', `free=${service.secondKeys.free}`],
    ...['--minute', `${minuteMs}ms`],
    ...(dayMs === 86_400_000 ? [] : ['--day', `${dayMs}ms`, '--day-quota']),
  ]);
}

/** Measures until there is a verdict, a few times at most, and never reports anything. */
async function expectClear(service: RunningImplementation, plan: FreePlan): Promise<void> {
  try {
    let status: number | null = null;
    for (let attempt = 0; attempt < attempts && status !== 0; attempt += 1) {
      const verdict = await quotaVerdict(service, plan);
      status = verdict.status;
      expect(verdict.report.internalErrors).toEqual([]);
      expect(verdict.reported).toEqual([]);
    }
    expect(status).toBe(0);
  } finally {
    await service.close();
  }
}

vi.setConfig({ maxConcurrency: atOnce });

const limiters = [
  'anchored-window',
  'sliding-log',
  'sliding-counter',
  'token-bucket',
  'gcra',
  'penalty-after-an-excess',
  'refused-requests-count',
  'ban-after-60-refused',
];

describe.concurrent('the measurement of plan limits, against limiters that conform', {
  timeout: longestMs,
}, () => {
  test('the reference, by the day', async () => {
    await expectClear(await startReferenceImplementation(shortDay), shortDay);
  });

  for (const name of every(4, limiters)) {
    test(name, async () => {
      const decorate = mixtureOf([name]).apply;
      await expectClear(await startReferenceImplementation({ ...shortMinute, decorate }), shortMinute);
    });
  }
});
