import type { Plan, PlanLimit, QuotaKey } from '../../suite/run-options.ts';
import { type Located, quoted, suggestion, UsageError } from '../usage-error.ts';
import { parseApiKey } from './api-key.ts';
import { parseChoice } from './choice.ts';
import { largestCount, parseWholeNumber } from './whole-number.ts';

/** The figures that the interface document shows; those of `enterprise` are custom. */
export const documentedLimits: Readonly<Partial<Record<Plan, PlanLimit>>> = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
};

export interface StatedLimit extends PlanLimit {
  readonly plan: Plan;
}

/**
 * The limits of one plan in requests, written `PLAN=MINUTE/DAY`: `enterprise=5000/1000000`.
 *
 * @throws {UsageError} for anything else.
 */
export function parsePlanLimit(given: Located<string>): StatedLimit {
  const parts = /^([^=]*)=([^/]*)\/(.*)$/s.exec(given.value);
  if (parts === null) {
    throw new UsageError(
      `${given.label}: ${quoted(given.value)} is not PLAN=MINUTE/DAY: write e.g. enterprise=5000/1000000`,
    );
  }
  const [, named = '', minute = '', day = ''] = parts;
  const plan = parseChoice({ value: named, label: given.label }, plans);
  const perMinute = parseWholeNumber({ value: minute, label: `${given.label}, per minute` }, 1, largestCount);
  const perDay = parseWholeNumber({ value: day, label: `${given.label}, per day` }, 1, largestCount);
  return statedLimit({ plan, perMinute, perDay }, given.label);
}

/** The limits of a plan, once they are consistent. @throws {UsageError} for fewer requests per day than per minute. */
export function statedLimit(limit: StatedLimit, label: string): StatedLimit {
  if (limit.perDay < limit.perMinute) {
    throw new UsageError(
      `${label}: ${quoted(writePlanLimit(limit))} grants less per day than per minute: the limit per minute is first`,
    );
  }
  return limit;
}

/** As `parsePlanLimit` reads it. */
export function writePlanLimit({ plan, perMinute, perDay }: StatedLimit): string {
  return `${plan}=${perMinute}/${perDay}`;
}

/**
 * The documented limits with those that the user stated in their places.
 *
 * @throws {UsageError} if a plan is stated twice.
 */
export function planLimitsWith(
  stated: readonly Located<StatedLimit>[],
): Readonly<Partial<Record<Plan, PlanLimit>>> {
  const limits = new Map<Plan, PlanLimit>();
  for (const { value, label } of stated) {
    const { plan, ...limit } = value;
    if (limits.has(plan)) {
      throw new UsageError(`${label}: the limits of ${plan} are passed twice; pass them once`);
    }
    limits.set(plan, limit);
  }
  return { ...documentedLimits, ...Object.fromEntries(limits) };
}

/** The plans, in the order of the interface document's section "Rate limits by plan". */
export const plans: readonly Plan[] = ['free', 'pro', 'business', 'enterprise'];

/**
 * A key that the run may exhaust, after its plan: `free=KEY`; or only the plan, with an empty key. The error never
 * contains the text, because any part of it may belong to the key.
 *
 * @throws {UsageError} for anything else.
 */
export function parseQuotaKey({ value: text, label }: Located<string>): QuotaKey {
  const equals = text.indexOf('=');
  if (equals === -1) {
    return { plan: planOf({ value: text, label }, 'this'), key: '' };
  }
  return {
    plan: planOf({ value: text.slice(0, equals), label }, 'the text before "="'),
    key: parseApiKey({ value: text.slice(equals + 1), label }),
  };
}

/** @throws {UsageError} for a plan without its key. */
export function requireKey({ value, label }: Located<QuotaKey>): QuotaKey {
  if (value.key === '') {
    throw new UsageError(`${label}: this is not PLAN=KEY: write e.g. ${value.plan}=KEY`);
  }
  return value;
}

function planOf({ value: text, label }: Located<string>, described: string): Plan {
  const plan = plans.find((candidate) => candidate === text);
  if (plan === undefined) {
    throw new UsageError(
      `${label}: ${described} is not one of ${plans.join(', ')}${suggestion(text, plans, '; write e.g. free=KEY')}`,
    );
  }
  return plan;
}
