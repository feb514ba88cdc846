import { describe, expect, test } from 'vitest';
import {
  functionalRequirements,
  leftOutPlanLimits,
  measuredRequirements,
  plansUnderTest,
} from '../../src/plan-limits/plan-limit-requirements.ts';
import type { RunOptions } from '../../src/suite/run-options.ts';
import { requirements } from '../../suites/requirements.ts';
import { plainOptions, testSession } from '../suite/test-session.ts';

const all = requirements.map(({ id }) => id);
const limits = all.filter((id) => id.startsWith('quota/'));
/** Decided from the measurement, where there is one: it counts a key that nobody else uses. */
const counted = 'rate/remaining-counts-down';
const key = { quotaKeys: [{ plan: 'free', key: 'a' }] } as const;

const options = (changes: Partial<RunOptions>): RunOptions => ({
  ...plainOptions,
  selected: all,
  ...changes,
});
const measured = (changes: Partial<RunOptions>) => measuredRequirements(options(changes)).map(({ id }) => id);
const leftOut = (changes: Partial<RunOptions>) =>
  Object.fromEntries(leftOutPlanLimits(options(changes)).map(({ id, reason }) => [id, reason]));

describe('the plan limits that a run measures', () => {
  test('are none without a key that may be used up, and the reason says what to give', () => {
    expect(measured({})).toEqual([]);
    expect(Object.keys(leftOut({}))).toEqual(limits);
    expect(new Set(Object.values(leftOut({})))).toEqual(
      new Set(['pass `--quota-key PLAN=KEY` with a dedicated key']),
    );
    expect(leftOut({ selected: ['list/safe'] })).toEqual({});
  });

  test('are all but those that have to be asked for', () => {
    const unselected = ['quota/day-limit', 'quota/ban'];
    const asked = all.filter((id) => id === counted || (limits.includes(id) && !unselected.includes(id)));
    expect(measured({ ...key, plan: 'free' })).toEqual(asked);
    expect(leftOut(key)).toEqual({
      'quota/day-limit': expect.stringContaining('pass `--day-quota`'),
      'quota/ban': 'pass `--probe-ban` to test this: the service may ban the key',
    });
    expect(measured({ ...key, plan: 'free', dayQuota: true })).toContain('quota/day-limit');
    expect(measured({ ...key, plan: 'free', probeBan: true })).toContain('quota/ban');
    expect(leftOut({ ...key, dayQuota: true, probeBan: true })).toEqual({});
    expect(leftOut({ ...key, dayQuota: true, probeBan: true, readOnly: true })).toEqual({
      'quota/refused-without-effect': 'not possible with `--read-only`: it creates animals',
    });
  });

  test('decide the limit of the plan too, if the plan of the key is not given', () => {
    expect(measured(key)).toContain('rate/limit-matches-plan');
    expect(measured({ ...key, plan: 'free' })).not.toContain('rate/limit-matches-plan');
    expect(measured({ ...key, selected: ['quota/limit-enforced'] })).toEqual(['quota/limit-enforced']);
    expect(measured({ ...key, selected: ['rate/limit-matches-plan', 'list/safe'] })).toEqual([]);
    const both = ['quota/limit-enforced', 'rate/limit-matches-plan'];
    expect(measured({ ...key, selected: both })).toEqual(all.filter((id) => both.includes(id)));
  });
});

test('the suites decide the others', () => {
  const functional = all.filter((id) => !limits.includes(id));
  expect(functionalRequirements(options({}))).toEqual(functional);
  expect(functionalRequirements(options({ ...key, plan: 'free' }))).toEqual(
    functional.filter((id) => id !== counted),
  );
  expect(functionalRequirements(options(key))).toEqual(
    functional.filter((id) => id !== counted && id !== 'rate/limit-matches-plan'),
  );
  expect(functionalRequirements(options({ selected: ['quota/body', 'get/stable'] }))).toEqual(['get/stable']);
});

const planLimits = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  enterprise: { perMinute: 1, perDay: 5 },
};

function plans(changes: Partial<RunOptions>) {
  const { options } = testSession('http://127.0.0.1:9/v1', { planLimits, ...changes }).session;
  return plansUnderTest(options);
}

const quotaKeys = [
  { plan: 'pro', key: 'a' },
  { plan: 'free', key: 'b' },
  { plan: 'pro', key: 'c' },
] as const;

describe('the plans of a run', () => {
  test('each once, with the numbers of its keys and its limits', () => {
    expect(plans({ quotaKeys })).toMatchObject([
      { plan: 'pro', keys: [1, 3], perMinute: 300, perDay: 10_000, neighbour: true },
      { plan: 'free', keys: [2], perMinute: 60, perDay: 1_000 },
    ]);
    expect(plans({})).toEqual([]);
  });

  test('overshoot is half the limit and at most 50, or as it was asked for', () => {
    expect(plans({ quotaKeys }).map(({ overshoot }) => overshoot)).toEqual([50, 30]);
    expect(plans({ quotaKeys: [{ plan: 'enterprise', key: 'e' }] })[0]?.overshoot).toBe(1);
    expect(plans({ quotaKeys, overshoot: 80 })[0]).toMatchObject({ overshoot: 80, refusedInARow: 80 });
    expect(plans({ quotaKeys, overshoot: 5 })[0]).toMatchObject({ overshoot: 5, refusedInARow: 50 });
  });

  test('the day and a ban only where their requirement is wanted too', () => {
    const asked = { quotaKeys, dayQuota: true, probeBan: true };
    expect(plans({ ...asked, selected: ['quota/ban'] })[0]).toMatchObject({
      dayQuota: false,
      probeBan: true,
    });
    expect(plans({ ...asked, selected: ['quota/day-limit'] })[0]).toMatchObject({
      dayQuota: true,
      probeBan: false,
    });
  });

  test('the day of the plans that are named, where they are', () => {
    const asked = { quotaKeys, dayQuota: true, selected: ['quota/day-limit'] };
    const daysOf = (changes: Partial<RunOptions>) =>
      plans({ ...asked, ...changes }).map(({ dayQuota }) => dayQuota);
    expect(daysOf({ dayQuotaPlans: ['free'] })).toEqual([false, true]);
    expect(daysOf({})).toEqual([true, true]);
    expect(daysOf({ dayQuota: false, dayQuotaPlans: ['free'] })).toEqual([false, false]);
  });

  test('plans side by side send different sequences, each the same again', () => {
    const [first, second] = plans({ quotaKeys, seed: 4_294_967_295 });
    expect([first?.seed, second?.seed]).toEqual([4_294_967_295, 0]);
  });
});
