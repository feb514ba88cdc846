/** Bounds of the difference of the server's clock and ours, in ms. */
export interface ClockBounds {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** The bounds from one `Date`, which is truncated to the second and was written between sending and receipt. */
export function boundsOfDate(dateMs: number, sentAtMs: number, receivedAtMs: number): ClockBounds {
  return { leastMs: dateMs - receivedAtMs, mostMs: dateMs + 1000 - sentAtMs };
}

/** The maximum difference of the clock that stamps `Date`, perhaps a proxy's, and the one that computes `Reset`, in ms. */
export const dateSkewMs = 5000;

/** Estimates the difference of the server's clock and ours, a monotonic one. Each `Date` narrows its bounds. */
export class ServerClock {
  #bounds: ClockBounds | null = null;
  readonly #epochAtZeroMs: number;

  /** `epochAtZeroMs`: our wall-clock time (ms since 1970) at 0 of the monotonic clock. */
  constructor(epochAtZeroMs: number) {
    this.#epochAtZeroMs = epochAtZeroMs;
  }

  /** `null` before the first `Date`. */
  get bounds(): ClockBounds | null {
    return this.#bounds;
  }

  see(dateMs: number, sentAtMs: number, receivedAtMs: number): void {
    const seen = boundsOfDate(dateMs, sentAtMs, receivedAtMs);
    const known = this.#bounds ?? seen;
    const both = {
      leastMs: Math.max(known.leastMs, seen.leastMs),
      mostMs: Math.min(known.mostMs, seen.mostMs),
    };
    // If bounds contradict each other, the clock was set or another server responds: only the newest bounds hold.
    this.#bounds = both.leastMs <= both.mostMs ? both : seen;
  }

  /** The time of our clock at which the server's clock is certainly past `epochMs`. */
  ours(epochMs: number): number {
    return epochMs - this.#leastMs();
  }

  /** The lower bound of the server's clock at a time of ours. */
  theirs(nowMs: number): number {
    return nowMs + this.#leastMs();
  }

  #leastMs(): number {
    return this.#bounds?.leastMs ?? this.#epochAtZeroMs;
  }
}
