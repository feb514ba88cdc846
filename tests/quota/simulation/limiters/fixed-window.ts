import type { Limiter, LimiterKind, Outlook } from './limiter.ts';

interface FixedWindowOptions {
  readonly limit: number;
  readonly windowMs: number;
  /** Where the window begins that holds a moment after the end of the last one. */
  readonly beginning: (atMs: number) => number;
  /** Which requests make the window last a whole length more. */
  readonly prolonged: 'none' | 'served' | 'all';
}

class FixedWindow implements Limiter {
  readonly #options: FixedWindowOptions;
  #endMs = Number.NEGATIVE_INFINITY;
  #used = 0;

  constructor(options: FixedWindowOptions) {
    this.#options = options;
  }

  admits(atMs: number): boolean {
    this.#turn(atMs);
    return this.#used < this.#options.limit;
  }

  charge(atMs: number): void {
    this.#turn(atMs);
    this.#used += 1;
    if (this.#options.prolonged !== 'none') {
      this.#endMs = atMs + this.#options.windowMs;
    }
  }

  refuse(atMs: number): void {
    this.#turn(atMs);
    if (this.#options.prolonged === 'all') {
      this.#endMs = atMs + this.#options.windowMs;
    }
  }

  outlook(atMs: number): Outlook {
    this.#turn(atMs);
    const { limit } = this.#options;
    const remaining = Math.max(0, limit - this.#used);
    return { limit, remaining, resetMs: this.#endMs, retryMs: this.#endMs };
  }

  copy(): Limiter {
    const copy = new FixedWindow(this.#options);
    copy.#endMs = this.#endMs;
    copy.#used = this.#used;
    return copy;
  }

  #turn(atMs: number): void {
    if (atMs >= this.#endMs) {
      this.#endMs = this.#options.beginning(atMs) + this.#options.windowMs;
      this.#used = 0;
    }
  }
}

/** Windows that begin at whole multiples of their length, by the server's clock. */
export const alignedWindow: LimiterKind = (limit, windowMs) =>
  new FixedWindow({
    limit,
    windowMs,
    beginning: (atMs) => Math.floor(atMs / windowMs) * windowMs,
    prolonged: 'none',
  });

/** Windows that begin with the first request after the one before. */
export const anchoredWindow: LimiterKind = (limit, windowMs) =>
  new FixedWindow({ limit, windowMs, beginning: (atMs) => atMs, prolonged: 'none' });

/** A counter whose expiry is set anew by these requests, so that it never expires in steady use. */
export const prolongedWindow =
  (prolonged: 'served' | 'all'): LimiterKind =>
  (limit, windowMs) =>
    new FixedWindow({ limit, windowMs, beginning: (atMs) => atMs, prolonged });

/** A window that is used up once and for all, though it announces the next one every time. */
export const windowThatNeverOpensAgain: LimiterKind = (limit, windowMs) =>
  usedUpForGood(limit, anchoredWindow(limit, windowMs), 0);

function usedUpForGood(limit: number, announced: Limiter, usedBefore: number): Limiter {
  let used = usedBefore;
  return {
    admits: () => used < limit,
    charge: () => {
      used += 1;
    },
    refuse: (atMs) => announced.refuse(atMs),
    outlook: (atMs) => ({ ...announced.outlook(atMs), remaining: Math.max(0, limit - used) }),
    copy: () => usedUpForGood(limit, announced.copy(), used),
  };
}
