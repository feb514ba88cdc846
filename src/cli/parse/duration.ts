import { quoted, UsageError } from '../usage-error.ts';

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The longest duration that a timer can hold, in ms: a little less than 25 days. */
export const longestDurationMs = 2 ** 31 - 1;

/**
 * A duration in ms, written `500ms`, `5s`, `2m` or `24h`.
 *
 * @throws {UsageError} for anything else, for more than a timer can hold, and for 0 unless `zero` allows it.
 */
export function parseDuration(text: string, zero: 'zero allowed' | 'above zero'): number {
  const parts = /^(\d{1,15})(ms|s|m|h)$/.exec(text);
  const factor = unitMs[parts?.[2] ?? ''];
  if (parts === null || factor === undefined) {
    throw new UsageError(`${quoted(text)} is not a duration: write 500ms, 5s, 2m or 24h`);
  }
  const durationMs = Number(parts[1]) * factor;
  if (durationMs > longestDurationMs) {
    throw new UsageError(`${quoted(text)} is too long: at most 24 days (576h)`);
  }
  if (durationMs === 0 && zero === 'above zero') {
    throw new UsageError(`${quoted(text)} must be longer than 0: write e.g. 5s`);
  }
  return durationMs;
}

/** The shortest minute, in ms, because `X-RateLimit-Reset` and `Retry-After` are whole seconds. */
const shortestMinuteMs = 1_000;

/** How long a service's minute lasts, in ms. @throws {UsageError} for other text, and below a second. */
export function parseMinute(text: string): number {
  const minuteMs = parseDuration(text, 'above zero');
  if (minuteMs < shortestMinuteMs) {
    throw new UsageError(
      `${quoted(text)} is too short for a minute: the rate limit headers are in whole seconds, so pass 1s or more`,
    );
  }
  return minuteMs;
}

/** A duration in the largest unit that writes it exactly: 120000 is `2m`. */
export function writeDuration(durationMs: number): string {
  for (const unit of ['h', 'm', 's'] as const) {
    const factor = unitMs[unit] ?? 1;
    if (durationMs > 0 && durationMs % factor === 0) {
      return `${durationMs / factor}${unit}`;
    }
  }
  return `${durationMs}ms`;
}
