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
  /** A counter of its own in the same state. */
  copy(): Limiter;
}

/** Makes a counter that nobody has used, of `limit` requests in `windowMs`. */
export type LimiterKind = (limit: number, windowMs: number) => Limiter;

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
