import type { QuotaKind } from '../quota.ts';

/** Hides what the arithmetic of doubles leaves over: far below one request, far above their precision. */
const rounding = 1e-9;

/**
 * The generic cell rate algorithm (ITU-T I.371): every request moves a theoretical arrival time on by one
 * interval; one is admitted while that time lies less than the burst, here the limit, ahead. The reset is the
 * theoretical arrival time itself.
 */
export const gcra: QuotaKind = (limit, lengthMs) => {
  const intervalMs = lengthMs / limit;
  // How far the theoretical arrival time lay ahead when it was moved last: as a time since 1970 it would lose digits.
  let aheadMs = 0;
  let movedAt = 0;
  const aheadAt = (now: number) => Math.max(0, aheadMs - Math.max(0, now - movedAt));
  return {
    state(now) {
      const ahead = aheadAt(now);
      const remaining = Math.max(0, Math.floor(limit - ahead / intervalMs + rounding));
      const nextAt = remaining > 0 ? now : now + ahead - (limit - 1) * intervalMs;
      return { limit, remaining, resetsAt: now + ahead, nextAt };
    },
    count(now) {
      aheadMs = aheadAt(now) + intervalMs;
      movedAt = now;
    },
  };
};
