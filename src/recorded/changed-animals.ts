import { operationOf } from '../exchange/operation.ts';
import { targetBelow } from './base-address.ts';
import type { RawEntry } from './har-value.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
/** What is posted elsewhere below the same host is mostly about something else. */
const aboutAnimals = /pet|animal|graphql/i;

/**
 * When animals may first have been changed by something that the document does not show, in ms since 1970, or `null`.
 * Whatever was not refused counts, also what has no answer and what was not recorded whole.
 */
export function firstChangeMs(entries: readonly RawEntry[], baseUrl: string): number | null {
  const { origin } = new URL(baseUrl);
  return entries
    .filter((entry) => (entry.status < 400 || entry.status >= 500) && mayChange(entry, origin, baseUrl))
    .reduce<number | null>((first, { startedMs }) => Math.min(first ?? startedMs, startedMs), null);
}

function mayChange({ method, url }: RawEntry, origin: string, baseUrl: string): boolean {
  if (reading.has(method) || !URL.canParse(url) || new URL(url).origin !== origin) {
    return false;
  }
  const target = targetBelow(url, baseUrl);
  if (method !== 'POST') {
    return true;
  }
  return target === null
    ? aboutAnimals.test(new URL(url).pathname)
    : operationOf(method, target.split('?')[0] ?? '') === null;
}
