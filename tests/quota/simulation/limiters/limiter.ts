import type { QuotaKind } from '../../../../reference-impl/quota.ts';
import { slidingLog as log } from '../../../../reference-impl/quota-kinds.ts';

/** What a limiter has to tell at a moment; times in ms of the server's clock. */
export interface Outlook {
  /** The figure that it speaks of, in requests. */
  readonly limit: number;
  readonly remaining: number;
  /** When the limit resets. */
  readonly resetMs: number;
  /** When a refused request would be admitted, if nobody else asks. */
  readonly retryMs: number;
}

/** One counter of requests. Times are ms of the server's clock and never decrease from call to call. */
export interface Limiter {
  /** Whether one more request is within the limit. */
  admits(atMs: number): boolean;
  /** Counts a request that was admitted. */
  charge(atMs: number): void;
  /** Takes note of a request that was refused. */
  refuse(atMs: number): void;
  outlook(atMs: number): Outlook;
}

/** Makes a counter that nobody has used, of `limit` requests in `windowMs`. */
export type LimiterKind = (limit: number, windowMs: number) => Limiter;

/** A counter of the reference implementation. */
export function ofReference(kind: QuotaKind): LimiterKind {
  return (limit, windowMs) => {
    const quota = kind(limit, windowMs);
    return {
      admits: (atMs) => quota.state(atMs).remaining > 0,
      charge: (atMs) => quota.count(atMs),
      refuse: (atMs) => quota.refuse?.(atMs),
      outlook: (atMs) => {
        const { remaining, resetsAt, nextAt } = quota.state(atMs);
        return { limit, remaining, resetMs: resetsAt, retryMs: nextAt };
      },
    };
  };
}

/** The same kind with some of its methods changed. */
export function changed(
  kind: LimiterKind,
  change: (inner: Limiter, limit: number, windowMs: number) => Partial<Limiter>,
): LimiterKind {
  return (limit, windowMs) => {
    const inner = kind(limit, windowMs);
    return { ...inner, ...change(inner, limit, windowMs) };
  };
}

/** What becomes of a request, and what the limiter tells with it. */
export interface Ruling extends Outlook {
  readonly admitted: boolean;
}

/** Asks for one request, and charges it if it is admitted. */
export function ask(limiter: Limiter, atMs: number): Ruling {
  const admitted = limiter.admits(atMs);
  if (admitted) {
    limiter.charge(atMs);
  } else {
    limiter.refuse(atMs);
  }
  return Object.assign(limiter.outlook(atMs), { admitted });
}

/** The admitted requests of the last `windowMs` count; it resets when the first of them no longer does. */
export const slidingLog = ofReference(log);

/** The same, which resets when the last of them no longer counts. */
export const slidingLogUntilNewest = changed(slidingLog, (inner, _limit, windowMs) => {
  let newestMs = Number.NEGATIVE_INFINITY;
  return {
    charge: (atMs) => {
      inner.charge(atMs);
      newestMs = atMs;
    },
    outlook: (atMs) => ({ ...inner.outlook(atMs), resetMs: Math.max(atMs, newestMs + windowMs) }),
  };
});

/** The refused requests of the last `windowMs` count too. */
export const slidingLogOfAttempts = changed(slidingLog, (inner) => ({ refuse: inner.charge }));

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
