import type { QuotaKind } from '../quota.ts';

/** Hides what the arithmetic of doubles leaves over: far below one request, far above their precision. */
const rounding = 1e-9;

/**
 * Counts by fixed windows and adds of the window before the share that still lies within the last length. The
 * reset is the end of the window, or the moment after it at which there is room again.
 */
export const slidingCounter: QuotaKind = (limit, lengthMs) => {
  let window = -1;
  let used = 0;
  let usedBefore = 0;
  const moveOn = (now: number) => {
    const current = Math.floor(now / lengthMs);
    if (current !== window) {
      usedBefore = current === window + 1 ? used : 0;
      used = 0;
      window = current;
    }
  };
  /** When the estimate leaves room for one request, where nothing is asked until then. */
  const opensAt = () => {
    const room = limit - 1 - used;
    const [windows, share] = room < 0 ? [2, (limit - 1) / used] : [1, room / usedBefore];
    return Math.ceil((window + windows) * lengthMs - share * lengthMs);
  };
  return {
    state(now) {
      moveOn(now);
      const end = (window + 1) * lengthMs;
      const estimate = used + (usedBefore * (end - now)) / lengthMs;
      const remaining = Math.max(0, Math.floor(limit - estimate + rounding));
      return remaining > 0
        ? { limit, remaining, resetsAt: end, nextAt: now }
        : { limit, remaining, resetsAt: Math.max(end, opensAt()), nextAt: opensAt() };
    },
    count(now) {
      moveOn(now);
      used += 1;
    },
  };
};
