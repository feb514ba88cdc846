import { describe, expect, test } from 'vitest';
import type { RunOptions } from '../../src/runner/run-options.ts';
import { planRun } from '../../src/runner/run-plan.ts';
import { requirements } from '../../suites/requirements.ts';
import { testSession } from './test-session.ts';

const all = requirements.map(({ id }) => id);
const planLimits = { free: { perMinute: 60, perDay: 1_000 }, pro: { perMinute: 300, perDay: 10_000 } };
const quotaKeys = [{ plan: 'free', key: 'a' }] as const;

function plan(changes: Partial<RunOptions>) {
  const { options } = testSession('http://127.0.0.1:9/v1', { planLimits, selected: all, ...changes }).session;
  return planRun(options);
}

describe('what a run would do', () => {
  test('plan limits are measured where a key is given, and their requests are not those of the checks', () => {
    const without = plan({});
    const measured = plan({ quotaKeys });
    expect(without.measurements).toEqual([]);
    expect(measured.requests).toBe(without.requests);
    expect(measured.checks.some(({ requirement }) => requirement.startsWith('quota/'))).toBe(false);
    expect(measured.measurements).toMatchObject([{ plan: 'Free', cost: { durationMs: 132_000, day: null } }]);
    expect(plan({ quotaKeys, selected: ['list/safe'] }).measurements).toEqual([]);
  });

  test('of plan limits alone, the key of the run is used for the preflight only', () => {
    const alone = plan({ quotaKeys, selected: ['quota/limit-enforced'] });
    expect(alone.checks.map(({ requirement }) => requirement)).toEqual(['preflight']);
  });

  test('the figure of the day costs as long as the pace of the minute makes it', () => {
    const [free] = plan({ quotaKeys, dayQuota: true }).measurements;
    const minutes = (free?.cost.day?.durationMs ?? 0) / 60_000;
    expect(minutes).toBeGreaterThan(12);
    expect(minutes).toBeLessThan(18);
  });

  test('a second key of a plan is used up too', () => {
    const [one] = plan({ quotaKeys }).measurements;
    const [two] = plan({ quotaKeys: [...quotaKeys, { plan: 'free', key: 'b' }] }).measurements;
    expect((two?.cost.requests ?? 0) - (one?.cost.requests ?? 0)).toBe(60);
  });

  test('nothing is created in a run that may not', () => {
    expect(plan({ quotaKeys, readOnly: true }).measurements[0]?.cost.creations).toBe(0);
  });
});
