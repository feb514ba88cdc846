/** So many requests in so long a time, and how exactly a limiter of that figure can be timed from outside. */
export interface Allowance {
  readonly limit: number;
  readonly windowMs: number;
  /** What clocks and timers may be off by over one window, in ms. */
  readonly slackMs: number;
  /** The coarsest clock that a limiter may have: a second of a minute, in ms. */
  readonly tickMs: number;
}

/** By how much two clocks may drift apart, as a share of the time between. */
export const drift = 0.001;
/** What timers may be late by, in ms. A quick clock doesn't make them any better. */
export const timerMs = 60;

/** `limit` requests in `windowMs`. */
export function allowanceOf(limit: number, windowMs: number): Allowance {
  return {
    limit,
    windowMs,
    slackMs: timerMs + drift * windowMs,
    tickMs: Math.min(1000, windowMs / 60),
  };
}
