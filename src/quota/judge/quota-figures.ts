/** One quota of a plan: so many requests in so long a time, and how exactly that time can be known. */
export interface QuotaFigures {
  readonly limit: number;
  readonly windowMs: number;
  /** What clocks and timers may be off by within one window, in ms. */
  readonly slackMs: number;
  /** The coarsest step in which a bucket of this window may refill, in ms. */
  readonly tickMs: number;
}

/** Clocks drift: by how much two may differ, as a share of the time between. */
export const drift = 0.001;

const longestSlackMs = 60;
const slackShare = 0.02;
const longestTickMs = 1_000;
const tickShare = 0.1;

/** The figures of a quota of `limit` requests in `windowMs`. */
export function quotaFigures(limit: number, windowMs: number): QuotaFigures {
  return {
    limit,
    windowMs,
    slackMs: Math.min(longestSlackMs, windowMs * slackShare) + windowMs * drift,
    tickMs: Math.min(longestTickMs, windowMs * tickShare),
  };
}
