import { fixedWindow, type QuotaKind } from '../quota.ts';

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
