import { describe, expect, test } from 'vitest';
import { runDeclaration } from '../../src/cli/commands/service-commands.ts';
import { documentedLimits } from '../../src/cli/options/service-values.ts';
import { plansUnderTest } from '../../src/plan-limits/plan-limit-requirements.ts';
import type { RunOptions } from '../../src/suite/run-options.ts';
import { measurementCost, planRun, runBudget } from '../../src/verify/run-plan.ts';
import { requirements, scenarios } from '../../suites/requirements.ts';
import { freePlan } from '../quota/measure/made-up-wire.ts';
import { plainOptions, testSession } from '../suite/test-session.ts';

const all = requirements.map(({ id }) => id);
const planLimits = { free: { perMinute: 60, perDay: 1_000 }, pro: { perMinute: 300, perDay: 10_000 } };
const quotaKeys = [{ plan: 'free', key: 'a' }] as const;

function optionsOf(changes: Partial<RunOptions>): RunOptions {
  return testSession('http://127.0.0.1:9/v1', { planLimits, selected: all, ...changes }).session.options;
}

function plan(changes: Partial<RunOptions>) {
  return planRun(optionsOf(changes));
}

function costOf(name: string, changes: Partial<RunOptions> = {}) {
  const {
    requests = 0,
    creations = 0,
    cases = null,
    generated = 0,
  } = plan(changes).checks.find(({ requirement }) => requirement === name) ?? {};
  return { requests, creations, cases, generated };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

describe('what a run would do', () => {
  test('plan limits are measured where a key is given, and their requests are not those of the checks', () => {
    const without = plan({});
    const measured = plan({ quotaKeys });
    expect(without.measurements).toEqual([]);
    // A measurement follows X-RateLimit-Remaining itself.
    expect(measured.requests).toBe(without.requests - 30);
    expect(measured.checks.some(({ requirement }) => requirement.startsWith('quota/'))).toBe(false);
    expect(measured.measurements).toMatchObject([{ plan: 'Free', cost: { durationMs: 135_000, day: null } }]);
    expect(plan({ quotaKeys, selected: ['list/safe'] }).measurements).toEqual([]);
  });

  test('of plan limits alone, the key of the run is used for the preflight only', () => {
    const alone = plan({ quotaKeys, selected: ['quota/limit-enforced'] });
    expect(alone.checks.map(({ requirement }) => requirement)).toEqual(['preflight']);
  });

  test('a second key of a plan is used up too', () => {
    const [one] = plan({ quotaKeys }).measurements;
    const [two] = plan({ quotaKeys: [...quotaKeys, { plan: 'free', key: 'b' }] }).measurements;
    expect((two?.cost.requests ?? 0) - (one?.cost.requests ?? 0)).toBe(60);
  });

  test('all checks together are what the run sends', () => {
    const { checks, requests, creations } = plan({ revokedKey: 'given' });
    expect(requests).toBe(sum(checks.map((check) => check.requests)));
    expect(creations).toBe(sum(checks.map((check) => check.creations)));
    expect(creations).toBe(107);
  });

  test.each<[Partial<RunOptions>, object]>([
    [{ effort: 'smoke' }, { requests: 1, cases: 1, generated: 0 }],
    [{}, { requests: 8, cases: 6, generated: 2 }],
    [{ effort: 'thorough' }, { requests: 106, cases: 6, generated: 100 }],
  ])('a larger effort sends more cases of a table: %j', (changes, cost) => {
    expect(costOf('get/unknown-id', changes)).toMatchObject(cost);
  });

  test('the plan lists the checks that a smaller run skips', () => {
    expect(plan({ effort: 'smoke' }).leftOut).toContain('list/pagination');
    expect(costOf('list/pagination', { effort: 'smoke' }).requests).toBe(0);
    expect([plan({}).leftOut, plan({ effort: 'thorough' }).leftOut]).toEqual([[], []]);
  });

  test('a scenario is sent where one of those that it serves is selected', () => {
    const names = (selected: readonly string[]) =>
      plan({ selected }).checks.map((check) => check.requirement);
    expect(names(['errors/codes'])).toEqual(['preflight', 'every documented status', 'errors/codes']);
    const serving = Object.entries(scenarios).flatMap(([name, serves]) =>
      serves.some((id) => id === 'create/accepts-valid') ? [name] : [],
    );
    expect(serving).not.toEqual([]);
    expect(names(['create/accepts-valid']).toSorted()).toEqual(
      [
        'preflight',
        ...serving,
        'create/accepts-valid',
        'create/accepts-valid, the same animal again',
      ].toSorted(),
    );
  });

  test('what creates is left out of a run that may create nothing, and nothing else is', () => {
    const { checks, creations } = plan({ readOnly: true });
    expect(creations).toBe(0);
    const left = checks.filter(({ requests }) => requests === 0).map(({ requirement }) => requirement);
    expect(left).toEqual(expect.arrayContaining(['create/text-exact', 'create/missing-name', 'concurrency']));
    expect(costOf('list/limit-accepted', { readOnly: true })).toEqual(costOf('list/limit-accepted'));
  });

  test('a revoked key is tried only where one is given', () => {
    expect(costOf('auth/revoked-key').requests).toBe(0);
    expect(costOf('auth/revoked-key', { revokedKey: 'given' }).requests).toBe(3);
  });

  test('the run sends no more than it may', () => {
    const whole = plan({});
    expect(plan({ maxRequests: 20 })).toEqual({ ...whole, requests: 20, mostRequests: null });
    expect(plan({ maxRequests: whole.requests + 1 })).toEqual({ ...whole, mostRequests: whole.requests + 1 });
  });

  test('each plan is measured for itself, by the name of the plan', () => {
    const two = { quotaKeys: [...quotaKeys, { plan: 'pro', key: 'c' }] } as const;
    expect(plan(two).measurements).toEqual(
      plansUnderTest(optionsOf(two)).map((one, at) => ({
        plan: ['Free', 'Pro'][at],
        cost: measurementCost(one),
      })),
    );
    expect(plan(two).measurements).toHaveLength(2);
  });
});

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

describe('what a measurement costs', () => {
  const free = freePlan({ dayQuota: true });

  test('the help of --day-quota says how long the daily limit of Free takes', () => {
    const { help } = runDeclaration.options['day-quota'];
    const minutes = Number(/(\d+) minutes or more on Free/.exec(help)?.[1]);
    const { day } = measurementCost(free);
    expect(Math.abs(minutes - (day?.durationMs ?? 0) / 60_000)).toBeLessThan(1);
  });

  test('of Free it is three times the limit and at most 70 requests, 50 of them refused and 14 creations', () => {
    const { requests, refused, creations, durationMs } = measurementCost(free);
    expect(requests - 3 * free.perMinute).toBeGreaterThan(60);
    expect(requests - 3 * free.perMinute).toBeLessThanOrEqual(70);
    expect({ refused, creations }).toEqual({ refused: 50, creations: 14 });
    expect(Math.round(durationMs / 60_000)).toBe(2);
  });

  test('what creates nothing, and has the day left out, costs neither', () => {
    const cost = measurementCost({ ...free, readOnly: true, dayQuota: false });
    expect(cost).toMatchObject({ creations: 0, day: null });
  });
});
