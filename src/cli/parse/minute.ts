import { quoted } from '../quoted.ts';
import { UsageError } from '../usage-error.ts';
import { parseDuration } from './duration.ts';
import type { Given } from './given.ts';

/** `X-RateLimit-Reset` and `Retry-After` are whole seconds: of a shorter minute they say nothing. */
const shortestMs = 1_000;

/**
 * How long a service's minute lasts, in ms.
 *
 * @throws {UsageError} for what is no duration, and for less than a second.
 */
export function parseMinute(given: Given): number {
  const minuteMs = parseDuration(given, 'above zero');
  if (minuteMs < shortestMs) {
    throw new UsageError(
      `${given.label}: ${quoted(given.text)} is too short for a minute: the rate limit headers speak in whole seconds, so give 1s or more`,
    );
  }
  return minuteMs;
}
