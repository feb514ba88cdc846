import type { QuotaKind } from '../../../../reference-impl/quota.ts';

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
