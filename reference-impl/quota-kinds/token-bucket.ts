import type { QuotaKind } from '../quota.ts';

/** Hides what the arithmetic of doubles leaves over: far below one token, far above their precision. */
const rounding = 1e-9;

/** A bucket that holds the limit and is refilled evenly; the reset is when it is full again. */
export const tokenBucket: QuotaKind = (limit, lengthMs) => {
  const msPerToken = lengthMs / limit;
  let level = limit;
  let filledAt = 0;
  const levelAt = (now: number) => Math.min(limit, level + Math.max(0, now - filledAt) / msPerToken);
  return {
    state(now) {
      const tokens = levelAt(now);
      const remaining = Math.max(0, Math.floor(tokens + rounding));
      const resetsAt = now + (limit - tokens) * msPerToken;
      return { limit, remaining, resetsAt, nextAt: remaining > 0 ? now : now + (1 - tokens) * msPerToken };
    },
    count(now) {
      level = levelAt(now) - 1;
      filledAt = Math.max(filledAt, now);
    },
  };
};
