import { headerValue } from '../exchange/headers.ts';
import type { RawEntry } from './har-value.ts';

/** Without what two recorders saw of one request, such as a browser and a proxy. */
export function withoutDoubles(entries: readonly RawEntry[]): readonly RawEntry[] {
  const known = new Map<string, RawEntry>();
  return entries.filter((entry) => {
    const { method, url, requestBody, status, responseBody, responseHeaders } = entry;
    const date = headerValue(responseHeaders, 'Date');
    if (date === undefined || responseBody === null) {
      return true;
    }
    const remaining = headerValue(responseHeaders, 'X-RateLimit-Remaining');
    const name = JSON.stringify([method, url, requestBody, status, date, remaining, responseBody.text]);
    const other = known.get(name);
    known.set(name, other ?? entry);
    return other === undefined || !mayBeOne(entry, other);
  });
}

/** Whether two requests were under way at the same time, and not over two connections of one recorder. */
function mayBeOne(one: RawEntry, other: RawEntry): boolean {
  const endOf = ({ startedMs, durationMs, resolutionMs }: RawEntry) =>
    startedMs + (Number.isNaN(durationMs) ? 1_000 : durationMs) + resolutionMs;
  const areApart = one.connection !== '' && other.connection !== '' && one.connection !== other.connection;
  return !areApart && one.startedMs <= endOf(other) && other.startedMs <= endOf(one);
}
