import { anchoredWindow as anchored, fixedWindow } from '../../../../reference-impl/quota.ts';
import { changed, type LimiterKind, ofReference } from './limiter.ts';

/** Windows that begin at whole multiples of their length, by the server's clock. */
export const alignedWindow = ofReference(fixedWindow);

/** Windows that begin with the first request after the one before. */
export const anchoredWindow = ofReference(anchored);

/** A counter whose expiry is set anew by these requests, so that it never expires in steady use. */
export const prolongedWindow =
  (prolonged: 'served' | 'all'): LimiterKind =>
  (limit, windowMs) => {
    let endMs = Number.NEGATIVE_INFINITY;
    let used = 0;
    const prolong = (atMs: number): void => {
      used = atMs < endMs ? used : 0;
      endMs = atMs + windowMs;
    };
    const usedAt = (atMs: number): number => (atMs < endMs ? used : 0);
    return {
      admits: (atMs) => usedAt(atMs) < limit,
      charge: (atMs) => {
        prolong(atMs);
        used += 1;
      },
      refuse: (atMs) => (prolonged === 'all' ? prolong(atMs) : undefined),
      outlook: (atMs) => {
        const resetMs = atMs < endMs ? endMs : atMs + windowMs;
        return { limit, remaining: Math.max(0, limit - usedAt(atMs)), resetMs, retryMs: resetMs };
      },
    };
  };

/** A window that is used up once and for all, though it announces the next one every time. */
export const windowThatNeverOpensAgain = changed(anchoredWindow, (announced, limit) => {
  let used = 0;
  return {
    admits: () => used < limit,
    charge: () => {
      used += 1;
    },
    outlook: (atMs) => ({ ...announced.outlook(atMs), remaining: Math.max(0, limit - used) }),
  };
});
