import type { Plan, PlanLimit } from '../../runner/run-options.ts';
import { quoted } from '../quoted.ts';
import { UsageError } from '../usage-error.ts';
import { parseChoice } from './choice.ts';
import type { Given } from './given.ts';
import { plans } from './plans.ts';
import { largestCount, parseWholeNumber } from './whole-number.ts';

/** The figures that the interface document shows; those of `enterprise` are custom. */
export const documentedLimits: Readonly<Partial<Record<Plan, PlanLimit>>> = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
};

/**
 * The figures of one plan in requests, written `PLAN=MINUTE/DAY`: `enterprise=5000/1000000`.
 *
 * @throws {UsageError} for anything else.
 */
export function parsePlanLimit(given: Given): { readonly plan: Plan; readonly limit: PlanLimit } {
  const parts = /^([^=]*)=([^/]*)\/(.*)$/s.exec(given.text);
  if (parts === null) {
    throw new UsageError(
      `${given.label}: ${quoted(given.text)} is not PLAN=MINUTE/DAY: write e.g. enterprise=5000/1000000`,
    );
  }
  const [, named = '', minute = '', day = ''] = parts;
  const plan = parseChoice({ text: named, label: given.label }, plans);
  const perMinute = parseWholeNumber({ text: minute, label: `${given.label}, per minute` }, 1, largestCount);
  const perDay = parseWholeNumber({ text: day, label: `${given.label}, per day` }, 1, largestCount);
  if (perDay < perMinute) {
    throw new UsageError(
      `${given.label}: ${quoted(given.text)} grants less in a day than in a minute: the minute's figure comes first`,
    );
  }
  return { plan, limit: { perMinute, perDay } };
}

/**
 * The documented figures with those that the user stated in their places.
 *
 * @throws {UsageError} where one is malformed, or a plan is stated twice.
 */
export function parsePlanLimits(givens: readonly Given[]): Readonly<Partial<Record<Plan, PlanLimit>>> {
  const stated = new Map<Plan, PlanLimit>();
  for (const given of givens) {
    const { plan, limit } = parsePlanLimit(given);
    if (stated.has(plan)) {
      throw new UsageError(`${given.label}: the figures of ${plan} are given twice; give them once`);
    }
    stated.set(plan, limit);
  }
  return { ...documentedLimits, ...Object.fromEntries(stated) };
}
