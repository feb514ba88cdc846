import { describe, expect, test } from 'vitest';
import { checkArguments } from '../../src/cli/argument-check.ts';
import { runDeclaration } from '../../src/cli/commands/service-commands.ts';
import { readReferenceSettings } from '../../src/cli/settings/reference-settings.ts';
import { Settings } from '../../src/cli/settings/settings.ts';
import { requirements } from '../../suites/requirements.ts';

const all = requirements.map(({ id }) => id);

function read(args: readonly string[], selected = all, effort: 'smoke' | 'normal' = 'normal') {
  const settings = new Settings(checkArguments(['--reference', ...args], runDeclaration), {}, null);
  return readReferenceSettings(settings, { selected, effort });
}

const plansOf = ({ quotaKeys }: ReturnType<typeof read>) => quotaKeys.map(({ plan }) => plan);

describe('the reference implementation of a run', () => {
  test('has what every requirement needs, with minutes of 2 s', () => {
    const settings = read([]);
    expect(settings).toMatchObject({ minuteMs: 2_000, dayMs: 86_400_000, plan: 'business', dayQuota: true });
    expect(settings.planLimits.enterprise).toEqual({ perMinute: 60, perDay: 180 });
    expect(settings.planLimits.free).toEqual({ perMinute: 60, perDay: 1_000 });
    expect(settings.dayQuotaPlans).toEqual(['enterprise']);
    expect(new Set(settings.quotaKeys.map(({ key }) => key)).size).toBe(settings.quotaKeys.length);
  });

  test.each([
    ['a smoke run', read([], all, 'smoke')],
    ['a selection without plan limits', read([], ['auth/missing-key'])],
  ])('measures nothing for %s', (_, settings) => {
    expect(settings).toMatchObject({ minuteMs: 60_000, plan: 'enterprise', dayQuota: false, quotaKeys: [] });
    expect(settings.planLimits.enterprise?.perMinute).toBe(60_000);
  });

  test('takes the plans that are named, and nothing of its own then', () => {
    const settings = read(['--quota-key', 'pro', '--quota-key', 'pro']);
    expect(plansOf(settings)).toEqual(['pro', 'pro']);
    expect(settings).toMatchObject({ minuteMs: 60_000, plan: 'enterprise', dayQuota: false });
  });

  test('takes the other options as they are given', () => {
    const settings = read(['--minute', '5s', '--day', '1h', '--day-quota', '--overshoot', '3']);
    expect(settings).toMatchObject({ minuteMs: 5_000, dayMs: 3_600_000, dayQuota: true, overshoot: 3 });
    expect(settings.dayQuotaPlans).toBeUndefined();
    expect(read(['--day', '10s'])).toMatchObject({ minuteMs: 2_000, dayMs: 10_000 });
  });
});
