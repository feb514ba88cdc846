/** So many requests in so long a time, and how exactly a limiter of that figure can be timed from outside. */
export interface Allowance {
  readonly limit: number;
  readonly windowMs: number;
  /** What clocks and timers may be off by over one window, in ms. */
  readonly slackMs: number;
  /** The coarsest clock that can't be told from a steady one, in ms: a second of a minute. */
  readonly tickMs: number;
}

/** By how much two clocks may drift apart, as a share of the time between. */
export const drift = 0.001;
/** What timers may be late by, in ms. A quick clock doesn't make them any better. */
export const timerMs = 60;

/** The coarsest clock of real software, however short the window is, in ms. */
export const secondMs = 1000;

/** `limit` requests in `windowMs`. */
export function allowanceOf(limit: number, windowMs: number): Allowance {
  return {
    limit,
    windowMs,
    slackMs: timerMs + drift * windowMs,
    tickMs: Math.min(secondMs, windowMs / 60),
  };
}
