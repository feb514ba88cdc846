import type { QuotaKind } from '../quota.ts';

/** A fixed window, aligned to the clock: minutes begin with the minute, days at midnight UTC. */
export const fixedWindow: QuotaKind = (limit, lengthMs) => {
  let window = -1;
  let used = 0;
  const usedIn = (current: number) => (current === window ? used : 0);
  return {
    state(now) {
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
    giveBack(countedAt) {
      used -= Math.floor(countedAt / lengthMs) === window ? 1 : 0;
    },
  };
};
