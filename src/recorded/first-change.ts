import { operationOf } from '../exchange/request-description.ts';
import type { RawEntry } from './har-value.ts';
import { targetBelow } from './recorded-base-url.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
/** Requests to other hosts, and POSTs to other paths of the same one, are mostly unrelated. */
const aboutAnimals = /pet|animal/i;
const aboutStore = /graphql|rpc|admin|reset|seed|clear|truncate|fixture|\btests?\b/i;
/** Refusals that do not say that nothing was done. */
const unclearStatuses = new Set([408, 499]);
const methodOverride = /^x-(?:http-)?method(?:-override)?$/i;

/**
 * When animals may first have been changed by something that the document does not show, in ms since 1970, or `null`.
 * Whatever was not refused counts, also what has no answer and what was not recorded whole.
 */
export function firstChangeMs(entries: readonly RawEntry[], baseUrl: string): number | null {
  return entries
    .filter((entry) => !isRefused(entry.status) && mayChange(entry, baseUrl))
    .map(({ startedMs }) => (Number.isNaN(startedMs) ? Number.NEGATIVE_INFINITY : startedMs))
    .reduce<number | null>((first, ms) => Math.min(first ?? ms, ms), null);
}

function isRefused(status: number): boolean {
  return status >= 400 && status < 500 && !unclearStatuses.has(status);
}

function mayChange({ method, url, requestHeaders }: RawEntry, baseUrl: string): boolean {
  const isOverridden = requestHeaders.some(([name]) => methodOverride.test(name));
  if (!URL.canParse(url) || (reading.has(method) && !isOverridden)) {
    return false;
  }
  const target = targetBelow(url, baseUrl);
  if (target !== null) {
    return isOverridden || operationOf(method, target) === null;
  }
  const { origin, hostname, pathname } = new URL(url);
  const base = new URL(baseUrl);
  if (hostname !== base.hostname) {
    // A creation there is one in another store.
    return aboutAnimals.test(pathname) && !(method === 'POST' && pathname.endsWith('/pets'));
  }
  const isElsewhere = method === 'POST' || origin !== base.origin;
  return !isElsewhere || aboutAnimals.test(pathname) || aboutStore.test(pathname);
}
