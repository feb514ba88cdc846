import { headerValue } from '../exchange/headers.ts';
import { readHttpDate } from '../exchange/rate-fields.ts';
import type { RawEntry } from './har-value.ts';

/** Whether a time, in ms since 1970, can be that of a recording: a clock that was never set shows 1970 or earlier. */
export function isUsableTime(ms: number): boolean {
  return ms >= Date.UTC(2000) && ms < Date.UTC(2100);
}

/** `Date` is truncated to the second, and set at some time before the response was received: now and then long before. */
const tolerableMs = 1_500;

/** The resolution of the times of a recording, in ms: a second if all are whole seconds. */
export function resolutionOf(entries: readonly RawEntry[]): number {
  const isCoarse = entries.every(({ startedMs }) => startedMs % 1_000 === 0);
  return entries.reduce(
    (coarsest, { resolutionMs }) => Math.max(coarsest, resolutionMs),
    isCoarse ? 1_000 : 1,
  );
}

/** Whether the times of a recording have milliseconds, and both ends of each exchange. */
export function isExactlyTimed(entries: readonly RawEntry[]): boolean {
  return entries.every(({ durationMs }) => !Number.isNaN(durationMs)) && resolutionOf(entries) === 1;
}

/**
 * Whether the clock of a recording was not adjusted, which would change its difference to the server's clock: then a
 * common offset fits every `Date`.
 */
export function isEvenlyClocked(entries: readonly RawEntry[]): boolean {
  const offsets = entries.flatMap((entry) => {
    const date = readHttpDate(headerValue(entry.responseHeaders, 'Date') ?? '');
    const isCached = headerValue(entry.responseHeaders, 'Age') !== undefined;
    const { startedMs, durationMs, resolutionMs } = entry;
    return date === null || Number.isNaN(durationMs) || isCached
      ? []
      : [{ least: date - startedMs - durationMs - resolutionMs, most: date + 1_000 - startedMs }];
  });
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
