import { describe, expect, test } from 'vitest';
import {
  functionalRequirements,
  leftOutPlanLimits,
  measuredRequirements,
} from '../../src/plan-limits/plan-limit-requirements.ts';
import type { RunOptions } from '../../src/suite/run-options.ts';
import { requirements } from '../../suites/requirements.ts';
import { plainOptions } from '../suite/test-session.ts';

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
