import type { Clock, Parts, RateSettings } from './parts.ts';
import type { IssuedKey, Plan } from './plans.ts';
import { fixedWindow, type Quota, type QuotaKind, type QuotaState } from './quota.ts';

/** Which of two quotas, of the minute and of the day, the three headers speak of. */
export type Closer = (left: QuotaState, right: QuotaState) => QuotaState;

/** The quotas of one key, of the minute and of the day, taken together. */
export interface KeyQuotas {
  hasRoom(now: number): boolean;
  count(now: number): void;
  giveBack(countedAt: number): void;
  refuse(now: number): void;
  state(now: number): QuotaState;
}

/** Admits a request where both the minute and the day of its key have room, and counts it in both. */
export function createRateLimiter(
  settings: RateSettings,
  clock: Clock,
  quotaKind: QuotaKind = fixedWindow,
  closer: Closer = fewerLeft,
): Parts['takeAllowance'] {
  return limitBy(createKeyQuotas(settings, quotaKind, closer), clock);
}

/** Finds the quotas of a key, the same ones each time; a caller without one has those of an unused Free key. */
export function createKeyQuotas(
  settings: RateSettings,
  quotaKind: QuotaKind = fixedWindow,
  closer: Closer = fewerLeft,
): (key: IssuedKey | null) => KeyQuotas {
  const known = new Map<string, KeyQuotas>();
  const fresh = (plan: Plan) => {
    const { perMinute, perDay } = settings.planLimits[plan];
    return together([quotaKind(perMinute, settings.minuteMs), quotaKind(perDay, settings.dayMs)], closer);
  };
  return (key) => {
    const quotas = known.get(key?.key ?? '') ?? fresh(key?.plan ?? 'free');
    if (key !== null) {
      known.set(key.key, quotas);
    }
    return quotas;
  };
}

/** Looks and counts in one step. */
export function limitBy(
  quotasOf: (key: IssuedKey | null) => KeyQuotas,
  clock: Clock,
): Parts['takeAllowance'] {
  return async (key) => {
    const now = clock.now();
    const quotas = quotasOf(key);
    const admitted = quotas.hasRoom(now);
    if (!admitted) {
      quotas.refuse(now);
    } else if (key !== null) {
      quotas.count(now);
    }
    return { admitted, ...quotas.state(now) };
  };
}

function together(quotas: readonly Quota[], closer: Closer): KeyQuotas {
  return {
    hasRoom: (now) => quotas.every((quota) => quota.state(now).remaining > 0),
    count(now) {
      for (const quota of quotas) {
        quota.count(now);
      }
    },
    giveBack(countedAt) {
      for (const quota of quotas) {
        quota.giveBack?.(countedAt);
      }
    },
    refuse(now) {
      for (const quota of quotas) {
        quota.refuse?.(now);
      }
    },
    state: (now) => quotas.map((quota) => quota.state(now)).reduce(closer),
  };
}

/** The quota with the fewest requests left; of two that are used up, the one that lasts longer. */
function fewerLeft(left: QuotaState, right: QuotaState): QuotaState {
  const difference = left.remaining - right.remaining || right.nextAt - left.nextAt;
  return difference <= 0 ? left : right;
}
