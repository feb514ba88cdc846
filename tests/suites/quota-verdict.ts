import { expect } from 'vitest';
import { type Verdict, verdictOf } from './verdict-of.ts';

/** A service that runs, with keys of two accounts of each plan. */
export interface TwoAccounts {
  readonly baseUrl: string;
  readonly keys: { readonly enterprise: string; readonly free: string };
  readonly secondKeys: { readonly free: string };
}

/** What the Free plan grants where its limits are measured here, and how long minute and day last. */
export interface FreePlan {
  readonly plans: { readonly free: { readonly perMinute: number; readonly perDay: number } };
  readonly minuteMs: number;
  readonly dayMs: number;
}

/** So few requests in a short minute that one more or less shows beside what a bucket refills meanwhile. */
export const shortMinute: FreePlan = {
  plans: { free: { perMinute: 12, perDay: 1_000 } },
  minuteMs: 3_000,
  dayMs: 86_400_000,
};

/** A minute in which a time that is half of what it should be shows, though it comes in whole seconds. */
export const longerMinute: FreePlan = {
  plans: { free: { perMinute: 20, perDay: 1_000 } },
  minuteMs: 10_000,
  dayMs: 86_400_000,
};

/** A day whose figure is used up in seconds. */
export const shortDay: FreePlan = {
  plans: { free: { perMinute: 60, perDay: 300 } },
  minuteMs: 1_000,
  dayMs: 30_000,
};

/** A busy machine may leave a measurement undecided: it is made again so often. */
const attempts = 8;
/** What all of them may take on such a machine, in ms. */
export const longestMs = 900_000;
/** Measurements that are made side by side: each waits for minutes to end, most of the time. */
export const atOnce = 6;

/** What the real command says of the Free plan's limits. */
function quotaVerdict(service: TwoAccounts, { plans, minuteMs, dayMs }: FreePlan): Promise<Verdict> {
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
export async function expectClear(service: TwoAccounts, plan: FreePlan): Promise<void> {
  let status: number | null = null;
  for (let attempt = 0; attempt < attempts && status !== 0; attempt += 1) {
    const verdict = await quotaVerdict(service, plan);
    status = verdict.status;
    expect(verdict.report.internalErrors).toEqual([]);
    expect(verdict.reported).toEqual([]);
  }
  expect(status).toBe(0);
}

/** Measures until everything that is due is reported, a few times at most, and never reports anything else. */
export async function expectReported(
  service: TwoAccounts,
  plan: FreePlan,
  due: readonly string[],
  allowed: readonly string[] = [],
): Promise<void> {
  let reported: readonly string[] = [];
  for (let attempt = 0; attempt < attempts && !due.every((id) => reported.includes(id)); attempt += 1) {
    const verdict = await quotaVerdict(service, plan);
    reported = verdict.reported;
    expect(verdict.report.internalErrors).toEqual([]);
    expect(reported.filter((id) => !due.includes(id) && !allowed.includes(id))).toEqual([]);
  }
  expect(reported).toEqual(expect.arrayContaining([...due]));
}
