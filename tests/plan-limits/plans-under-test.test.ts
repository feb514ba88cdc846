import { describe, expect, test } from 'vitest';
import { plansUnderTest } from '../../src/plan-limits/plan-limit-requirements.ts';
import type { RunOptions } from '../../src/suite/run-options.ts';
import { testSession } from '../suite/test-session.ts';

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
