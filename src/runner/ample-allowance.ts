import type { Exchange } from '../exchange/exchange.ts';
import { readRateFields } from '../exchange/rate-fields.ts';
import { rateLimitReading } from '../target/rate-limit-reading.ts';

/** A limit, in requests per minute, that a few hundred more requests don't exhaust. */
export const ampleLimit = 3_000;
const ampleShare = 0.5;
/** Whether this limit and its remaining requests allow a run to send additional cases. */
export function leavesPlenty(limit: number, remaining: number): boolean {
  return limit >= ampleLimit && remaining >= ampleShare * limit;
}

/** The longest response time, in ms, at which a run of many requests stays short. */
export const quickMs = 20;

/**
 * Whether the service responds within 20 ms, and its newest response to the key shows a limit of at least 3,000
 * requests per minute with half of them remaining. A `Reset` of more than a minute means that `Limit` may be the daily
 * limit, and the limit per minute far lower.
 */
export function isAmple(lastServed: Exchange, quickestMs: number, minuteMs: number): boolean {
  const fields = readRateFields(lastServed.response?.headers ?? []);
  const reading = rateLimitReading(fields);
  if (reading === null || reading.reset === null || quickestMs > quickMs) {
    return false;
  }
  const nowMs = fields.dateMs ?? Date.parse(lastServed.startedAt);
  const resetInMs = 'epochMs' in reading.reset ? reading.reset.epochMs - nowMs : reading.reset.afterMs;
  return leavesPlenty(reading.limit, reading.remaining) && resetInMs <= minuteMs + 2_000;
}
