import type { RateFields, RetryAfter } from '../exchange/rate-fields.ts';

/** The X-RateLimit headers of one response. */
export interface RateLimitReading {
  /** `X-RateLimit-Limit`, or 0 if absent or invalid. */
  readonly limit: number;
  readonly remaining: number;
  /** `X-RateLimit-Reset`, or `null` if absent or invalid. */
  readonly reset: Reset | null;
}

/** A time by the server's clock (ms since 1970), or a span from now on. */
type Reset = { readonly epochMs: number } | { readonly afterMs: number };

const longestSpanSeconds = 8 * 86_400;
/** The longest plausible wait, in ms. */
const longestWaitMs = 1e13;

/**
 * Reads the rate-limit fields. `Reset` is documented as a Unix time in seconds; remaining seconds and milliseconds, the
 * usual mistakes, are understood too. `null` if `Remaining` is invalid.
 */
export function rateLimitReading(fields: RateFields): RateLimitReading | null {
  const { limitFigure: limit, remainingFigure: remaining, resetFigure: reset } = fields;
  if (remaining === null || (limit !== null && remaining > limit)) {
    return null;
  }
  return { limit: limit ?? 0, remaining, reset: resetOf(reset) };
}

function resetOf(figure: number | null): Reset | null {
  if (figure === null) {
    return null;
  }
  if (figure <= longestSpanSeconds) {
    return { afterMs: figure * 1000 };
  }
  if (figure >= 1e9 && figure < 1e11) {
    return { epochMs: figure * 1000 };
  }
  return figure >= 1e12 && figure < 1e14 ? { epochMs: figure } : null;
}

/**
 * The wait of a `Retry-After` from the receipt of the response, in ms, or `null` if unreadable. A date counts from
 * `serverNowMs` if the response has no `Date`, and an invalid fraction is respected.
 */
export function retryAfterWaitMs({ ms, dateMs }: RetryAfter, serverNowMs: number): number | null {
  const waitMs = Number.isNaN(ms) ? Math.max(0, dateMs - serverNowMs) : ms;
  return waitMs < longestWaitMs ? waitMs : null;
}
