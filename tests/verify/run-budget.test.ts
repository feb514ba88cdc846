import { expect, test } from 'vitest';
import { documentedLimits } from '../../src/cli/parse/plan-limit.ts';
import { runBudget } from '../../src/verify/run-plan.ts';
import { requirements } from '../../suites/requirements.ts';
import { plainOptions } from '../suite/test-session.ts';

const minuteMs = 60_000;
const measured = {
  ...plainOptions,
  selected: requirements.map(({ id }) => id),
  planLimits: documentedLimits,
  quotaKeys: [{ plan: 'free', key: 'a key of the plan free' }],
} as const;

test.each([
  ['smoke', 10],
  ['normal', 30],
  ['thorough', 240],
] as const)('a run of effort %s takes at most %i minutes', (effort, minutes) => {
  expect(runBudget({ ...plainOptions, effort }).maxTimeMs).toBe(minutes * minuteMs);
});

test('a time that was given holds, whatever the run is asked to measure', () => {
  expect(runBudget({ ...measured, dayQuota: true, maxTimeMs: 1_500 }).maxTimeMs).toBe(1_500);
});

test('plan limits, and those of a day, have several times what they take', () => {
  const ofMinute = runBudget(measured).maxTimeMs - 30 * minuteMs;
  const ofDay = runBudget({ ...measured, dayQuota: true }).maxTimeMs - 30 * minuteMs;
  expect(ofMinute).toBeGreaterThan(3 * 2 * minuteMs);
  expect(ofDay).toBeGreaterThan(3 * 15 * minuteMs);
});
