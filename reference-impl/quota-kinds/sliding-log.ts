import type { QuotaKind } from '../quota.ts';

/** Remembers when each request was; each is forgotten after the length, and the reset is when the next one is. */
export const slidingLog: QuotaKind = (limit, lengthMs) => {
  const times: number[] = [];
  return {
    state(now) {
      while ((times[0] ?? Number.POSITIVE_INFINITY) <= now - lengthMs) {
        times.shift();
      }
      const remaining = Math.max(0, limit - times.length);
      const toForget = times[Math.max(0, times.length - limit)];
      const end = (toForget ?? now) + lengthMs;
      return { limit, remaining, resetsAt: end, nextAt: remaining > 0 ? now : end };
    },
    count(now) {
      times.push(now);
    },
  };
};
