import { headerValue } from '../exchange/headers.ts';
import type { RawEntry } from './har-value.ts';

/** `Date` is truncated to the second, and set at some time before the response was received. */
const tolerableMs = 3_000;

/** The resolution of the times of a recording, in ms: a second if all are whole seconds. */
export function resolutionOf(entries: readonly RawEntry[]): number {
  const isCoarse = entries.every(({ startedMs }) => startedMs % 1_000 === 0);
  return entries.reduce(
    (coarsest, { resolutionMs }) => Math.max(coarsest, resolutionMs),
    isCoarse ? 1_000 : 1,
  );
}

/**
 * Whether the clock of a recording has milliseconds and was not adjusted, which would change its difference to the
 * server's clock.
 */
export function isEvenlyTimed(entries: readonly RawEntry[]): boolean {
  if (entries.some(({ durationMs }) => Number.isNaN(durationMs)) || resolutionOf(entries) > 1) {
    return false;
  }
  const offsets = entries.flatMap((entry) => {
    const date = Date.parse(headerValue(entry.responseHeaders, 'Date') ?? '');
    const isCached = headerValue(entry.responseHeaders, 'Age') !== undefined;
    return Number.isNaN(date) || isCached
      ? []
      : [{ least: date - entry.startedMs - entry.durationMs, most: date + 1_000 - entry.startedMs }];
  });
  // A common offset has to fit all of them.
  const least = offsets.reduce(
    (largest, offset) => Math.max(largest, offset.least),
    Number.NEGATIVE_INFINITY,
  );
  const most = offsets.reduce(
    (smallest, offset) => Math.min(smallest, offset.most),
    Number.POSITIVE_INFINITY,
  );
  return offsets.length === 0 || least <= most + tolerableMs;
}
