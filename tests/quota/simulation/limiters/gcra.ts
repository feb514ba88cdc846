import type { LimiterKind } from './limiter.ts';

/**
 * The generic cell rate algorithm whose burst is the limit, on epoch seconds in doubles, as many libraries compute it;
 * it resets when all of the limit is free again. The rounding of such large numbers makes its first `Remaining` now and
 * then one smaller than its limit allows.
 */
export const gcra: LimiterKind = (limit, windowMs) => {
  const spacing = windowMs / 1000 / limit;
  let theoreticalArrival = 0;
  const arrivalAt = (now: number): number => Math.max(theoreticalArrival, now);
  const allowedAt = (now: number): number => arrivalAt(now) + spacing - limit * spacing;
  return {
    admits: (atMs) => allowedAt(atMs / 1000) <= atMs / 1000,
    charge: (atMs) => {
      theoreticalArrival = arrivalAt(atMs / 1000) + spacing;
    },
    refuse: () => {},
    outlook: (atMs) => {
      const now = atMs / 1000;
      const room = now - (arrivalAt(now) - limit * spacing);
      return {
        limit,
        remaining: Math.max(0, Math.floor(room / spacing)),
        resetMs: arrivalAt(now) * 1000,
        retryMs: allowedAt(now) * 1000,
      };
    },
  };
};
