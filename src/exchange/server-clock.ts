/** Bounds of a server's clock less ours, in ms. */
export interface ClockBounds {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** What one `Date` says: it is cut to the second, and was written between sending and receipt. */
export function boundsOfDate(dateMs: number, sentAtMs: number, receivedAtMs: number): ClockBounds {
  return { leastMs: dateMs - receivedAtMs, mostMs: dateMs + 1000 - sentAtMs };
}

/** Estimates how a server's clock stands to ours, a monotonic one: each `Date` bounds it, and several bound it closer. */
export class ServerClock {
  #bounds: ClockBounds | null = null;
  readonly #epochAtZeroMs: number;

  /** `epochAtZeroMs`: what our wall clock showed (ms since 1970) when the monotonic clock showed 0. */
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
    // Where they contradict each other, the clock was set, or another server answers: only the newest bounds hold.
    this.#bounds = both.leastMs <= both.mostMs ? both : seen;
  }

  /** The instant of our clock at which the server's surely shows `epochMs`. */
  ours(epochMs: number): number {
    return epochMs - this.#leastMs();
  }

  /** What the server's clock shows at an instant of ours, at the least. */
  theirs(nowMs: number): number {
    return nowMs + this.#leastMs();
  }

  #leastMs(): number {
    return this.#bounds?.leastMs ?? this.#epochAtZeroMs;
  }
}
