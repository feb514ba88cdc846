import type { HeaderList } from '../exchange/exchange.ts';
import { headerValues } from '../exchange/headers.ts';

/** What the three rate limit headers of one answer say. */
export interface RateLimitReading {
  /** `X-RateLimit-Limit`, or 0 where it is absent or makes no sense. */
  readonly limit: number;
  readonly remaining: number;
  /** `X-RateLimit-Reset`, or `null` where it is absent or makes no sense. */
  readonly reset: Reset | null;
}

/** A time by the server's clock (ms since 1970), or a span from now on. */
type Reset = { readonly epochMs: number } | { readonly afterMs: number };

const longestSpanSeconds = 8 * 86_400;

/**
 * Reads the headers that the interface document names. `Reset` is a Unix time in seconds there; seconds to go
 * and milliseconds are the usual mistakes, and understood. `null` where `Remaining` makes no sense.
 */
export function rateLimitReading(headers: HeaderList): RateLimitReading | null {
  const limit = wholeNumber(headers, 'x-ratelimit-limit');
  const remaining = wholeNumber(headers, 'x-ratelimit-remaining');
  if (remaining === null || (limit !== null && remaining > limit)) {
    return null;
  }
  return { limit: limit ?? 0, remaining, reset: resetOf(wholeNumber(headers, 'x-ratelimit-reset')) };
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

function wholeNumber(headers: HeaderList, name: string): number | null {
  const [value = '', ...others] = headerValues(headers, name).map((text) => text.trim());
  if (!/^\d{1,15}$/.test(value) || others.some((other) => other !== value)) {
    return null;
  }
  return Number(value);
}
