import type { Exchange } from '../exchange/exchange.ts';
import { readRateFields } from '../exchange/rate-fields.ts';
import { rateLimitReading } from '../target/rate-limit-reading.ts';

/** Requests a minute of a key that a few hundred more leave alone. */
export const ampleLimit = 3_000;
/** Requests of a run of effort `normal` in all, where such a key allows for more than 300. */
export const mostRequests = 980;
/** Of these, the share that the run may find used up. */
const ampleShare = 0.5;
/** A response that takes longer, in ms, would make a run of many requests a long one. */
export const quickMs = 20;

/**
 * Whether the service responds within 20 ms, and its newest response to the key shows an allowance of at least 3,000
 * requests a minute with half of it left. The figure may be that of the day, of which a minute may grant far fewer: then
 * `Reset` is further off than a minute.
 */
export function isAmple(lastServed: Exchange, quickestMs: number, minuteMs: number): boolean {
  const fields = readRateFields(lastServed.response?.headers ?? []);
  const reading = rateLimitReading(fields);
  if (reading === null || reading.reset === null || quickestMs > quickMs) {
    return false;
  }
  const nowMs = fields.dateMs ?? Date.parse(lastServed.startedAt);
  const resetInMs = 'epochMs' in reading.reset ? reading.reset.epochMs - nowMs : reading.reset.afterMs;
  return (
    reading.limit >= ampleLimit &&
    reading.remaining >= ampleShare * reading.limit &&
    resetInMs <= minuteMs + 2_000
  );
}
