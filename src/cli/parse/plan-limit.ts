import type { Plan, PlanLimit, QuotaKey } from '../../suite/run-options.ts';
import { type Located, quoted, readLocated, requireThat, suggestion, UsageError } from '../usage-error.ts';
import { parseApiKey } from './api-key.ts';
import { parseChoice } from './choice.ts';
import { largestCount, parseWholeNumber } from './whole-number.ts';

/** The documented limits; those of `enterprise` are custom. */
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
export function parsePlanLimit(text: string): StatedLimit {
  const parts = /^([^=]*)=([^/]*)\/(.*)$/s.exec(text);
  requireThat(parts !== null, `${quoted(text)} is not PLAN=MINUTE/DAY: write e.g. enterprise=5000/1000000`);
  const [, named = '', minute = '', day = ''] = parts;
  const plan = parseChoice(named, plans);
  const perMinute = readLocated({ value: minute, label: 'per minute' }, requests);
  const perDay = readLocated({ value: day, label: 'per day' }, requests);
  if (perDay < perMinute) {
    throw new UsageError(
      `${quoted(text)} grants less per day than per minute: the limit per minute is first`,
    );
  }
  return { plan, perMinute, perDay };
}

function requests(text: string): number {
  return parseWholeNumber(text, 1, largestCount);
}

/** The text that `parsePlanLimit` reads as this limit. */
export function writePlanLimit({ plan, perMinute, perDay }: StatedLimit): string {
  return `${plan}=${perMinute}/${perDay}`;
}

/**
 * The documented limits, replaced by those that the user states.
 *
 * @throws {UsageError} if a plan is stated twice.
 */
export function planLimitsWith(
  stated: readonly Located<StatedLimit>[],
): Readonly<Partial<Record<Plan, PlanLimit>>> {
  const limits = new Map<Plan, PlanLimit>();
  for (const { value, label } of stated) {
    const { plan, ...limit } = value;
    requireThat(!limits.has(plan), `${label}: the limits of ${plan} are passed twice; pass them once`);
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
export function parseQuotaKey(text: string): QuotaKey {
  const equals = text.indexOf('=');
  if (equals === -1) {
    return { plan: planOf(text, 'this'), key: '' };
  }
  return {
    plan: planOf(text.slice(0, equals), 'the text before "="'),
    key: parseApiKey(text.slice(equals + 1)),
  };
}

/** @throws {UsageError} for a plan without its key. */
export function requireKey({ value, label }: Located<QuotaKey>): QuotaKey {
  requireThat(value.key !== '', `${label}: this is not PLAN=KEY: write e.g. ${value.plan}=KEY`);
  return value;
}

function planOf(text: string, described: string): Plan {
  const plan = plans.find((candidate) => candidate === text);
  requireThat(
    plan !== undefined,
    `${described} is not one of ${plans.join(', ')}${suggestion(text, plans, '; write e.g. free=KEY')}`,
  );
  return plan;
}
