import type { Allowance, Clock, Parts, RateSettings } from './parts.ts';
import type { Plan } from './plans.ts';
import type { Quota, QuotaKind, Standing } from './quota.ts';
import { fixedWindow } from './quota-kinds/fixed-window.ts';

/** Which of two quotas, of the minute and of the day, the three headers speak of. */
export type Closer = (left: Standing, right: Standing) => Standing;

/** Admits a request where both the minute and the day of its key have room, and counts it in both. */
export function createRateLimiter(
  settings: RateSettings,
  clock: Clock,
  quotaKind: QuotaKind = fixedWindow,
  closer: Closer = fewerLeft,
): Parts['takeAllowance'] {
  const quotasByKey = new Map<string, readonly Quota[]>();
  const quotasOf = (plan: Plan) => [
    quotaKind(settings.planLimits[plan].perMinute, settings.minuteMs),
    quotaKind(settings.planLimits[plan].perDay, settings.dayMs),
  ];
  const allowance = (admitted: boolean, quotas: readonly Quota[], now: number): Allowance => {
    return { admitted, ...quotas.map((quota) => quota.standing(now)).reduce(closer) };
  };
  return async (key) => {
    const now = clock.now();
    if (key === null) {
      return allowance(true, quotasOf('free'), now);
    }
    const quotas = quotasByKey.get(key.key) ?? quotasOf(key.plan);
    quotasByKey.set(key.key, quotas);
    const admitted = quotas.every((quota) => quota.standing(now).remaining > 0);
    for (const quota of quotas) {
      admitted ? quota.count(now) : quota.refuse?.(now);
    }
    return allowance(admitted, quotas, now);
  };
}

/** The quota with the fewest requests left; of two that are used up, the one that lasts longer. */
function fewerLeft(left: Standing, right: Standing): Standing {
  const difference = left.remaining - right.remaining || right.nextAt - left.nextAt;
  return difference <= 0 ? left : right;
}
