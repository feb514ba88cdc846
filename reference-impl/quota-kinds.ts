import { fixedWindow, type QuotaKind } from './quota.ts';

/** Hides what the arithmetic of doubles leaves over: far below one request, far above their precision. */
const rounding = 1e-9;

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

/** A fixed window that closes for a whole length after an excess, from the first request refused or the last. */
export function penalizingWindow(from: 'first' | 'last'): QuotaKind {
  return (limit, lengthMs) => {
    const quota = fixedWindow(limit, lengthMs);
    let closedUntil = 0;
    return {
      state: (now) =>
        now < closedUntil
          ? { limit, remaining: 0, resetsAt: closedUntil, nextAt: closedUntil }
          : quota.state(now),
      count: quota.count,
      refuse(now) {
        const closed = now < closedUntil;
        if (closed ? from === 'last' : quota.state(now).remaining === 0) {
          closedUntil = now + lengthMs;
        }
      },
    };
  };
}
