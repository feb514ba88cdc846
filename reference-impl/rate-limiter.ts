import type { Allowance, Clock, Parts, RateSettings } from './parts.ts';
import type { Plan } from './plans.ts';

/** How far a quota is used up at one moment; times in ms since 1970-01-01T00:00:00Z. */
export interface Standing {
  readonly limit: number;
  /** Whole requests left. */
  readonly remaining: number;
  readonly resetsAt: number;
  readonly nextAt: number;
}

/** One quota of one key: so many requests in so long a time. */
export interface Quota {
  standing(now: number): Standing;
  count(now: number): void;
}

export type QuotaKind = (limit: number, lengthMs: number) => Quota;

/** A fixed window, aligned to the clock: minutes begin with the minute, days at midnight UTC. */
export const fixedWindow: QuotaKind = (limit, lengthMs) => {
  let window = -1;
  let used = 0;
  const usedIn = (current: number) => (current === window ? used : 0);
  return {
    standing(now) {
      const current = Math.floor(now / lengthMs);
      const end = (current + 1) * lengthMs;
      const remaining = Math.max(0, limit - usedIn(current));
      return { limit, remaining, resetsAt: end, nextAt: remaining > 0 ? now : end };
    },
    count(now) {
      const current = Math.floor(now / lengthMs);
      used = usedIn(current) + 1;
      window = current;
    },
  };
};

/** Admits a request where both the minute and the day of its key have room, and counts it in both. */
export function createRateLimiter(
  settings: RateSettings,
  clock: Clock,
  quotaKind: QuotaKind = fixedWindow,
): Parts['takeAllowance'] {
  const quotasByKey = new Map<string, readonly Quota[]>();
  const quotasOf = (plan: Plan) => [
    quotaKind(settings.planLimits[plan].perMinute, settings.minuteMs),
    quotaKind(settings.planLimits[plan].perDay, settings.dayMs),
  ];
  return async (key) => {
    const now = clock.now();
    if (key === null) {
      return allowance(true, quotasOf('free'), now);
    }
    const quotas = quotasByKey.get(key.key) ?? quotasOf(key.plan);
    quotasByKey.set(key.key, quotas);
    const admitted = quotas.every((quota) => quota.standing(now).remaining > 0);
    if (admitted) {
      for (const quota of quotas) {
        quota.count(now);
      }
    }
    return allowance(admitted, quotas, now);
  };
}

/** Speaks of the quota with the fewest requests left; of two that are used up, of the one that lasts longer. */
function allowance(admitted: boolean, quotas: readonly Quota[], now: number): Allowance {
  const closest = quotas
    .map((quota) => quota.standing(now))
    .reduce((left, right) => {
      const difference = left.remaining - right.remaining || right.nextAt - left.nextAt;
      return difference <= 0 ? left : right;
    });
  return { admitted, ...closest };
}
