import type { QuotaKind } from '../quota.ts';

/** A fixed window that begins with the first request after the last one ended. */
export const anchoredWindow: QuotaKind = (limit, lengthMs) => {
  let endsAt = 0;
  let used = 0;
  return {
    state(now) {
      const remaining = now < endsAt ? Math.max(0, limit - used) : limit;
      const end = now < endsAt ? endsAt : now + lengthMs;
      return { limit, remaining, resetsAt: end, nextAt: remaining > 0 ? now : end };
    },
    count(now) {
      if (now >= endsAt) {
        endsAt = now + lengthMs;
        used = 0;
      }
      used += 1;
    },
  };
};
