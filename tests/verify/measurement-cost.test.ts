import { expect, test } from 'vitest';
import { runDeclaration } from '../../src/cli/commands/service-commands.ts';
import type { PlanUnderTest } from '../../src/quota/quota-wire.ts';
import { measurementCost } from '../../src/verify/run-plan.ts';

const minuteMs = 60_000;
const free: PlanUnderTest = {
  plan: 'free',
  perMinute: 60,
  perDay: 1000,
  minuteMs,
  dayMs: 86_400_000,
  keys: [1],
  neighbour: true,
  overshoot: 30,
  refusedInARow: 50,
  connections: 90,
  consistencyGraceMs: 2_000,
  readOnly: false,
  dayQuota: true,
  probeBan: false,
  seed: 1,
};

test('the help of --day-quota says how long the daily limit of Free takes', () => {
  const { help } = runDeclaration.options['day-quota'];
  const minutes = Number(/(\d+) minutes or more on Free/.exec(help)?.[1]);
  const { day } = measurementCost(free);
  expect(Math.abs(minutes - (day?.durationMs ?? 0) / minuteMs)).toBeLessThan(1);
});

test('of Free it is three times the limit and at most 70 requests, 50 of them refused and 14 creations', () => {
  const { requests, refused, creations, durationMs } = measurementCost(free);
  expect(requests - 3 * free.perMinute).toBeGreaterThan(60);
  expect(requests - 3 * free.perMinute).toBeLessThanOrEqual(70);
  expect({ refused, creations }).toEqual({ refused: 50, creations: 14 });
  expect(Math.round(durationMs / minuteMs)).toBe(2);
});

test('what creates nothing, and has the day left out, costs neither', () => {
  expect(measurementCost({ ...free, readOnly: true, dayQuota: false })).toMatchObject({
    creations: 0,
    day: null,
  });
});
