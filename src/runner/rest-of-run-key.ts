import type { Exchange } from '../exchange/exchange.ts';
import { readRateFields } from '../exchange/rate-fields.ts';
import { rateLimitReading } from '../target/rate-limit-reading.ts';

/** No limit of a minute is further off than this many of them. */
const mostMinutes = 1.5;

/**
 * How long the key of the run has to rest until it has that many requests left, in ms: it is asked while other
 * keys are used up, and a refusal of its own limit would say nothing of theirs. 0 where it has enough, and where
 * that can't be told or waited for.
 *
 * @param last the newest answer to it
 * @param nowMs ms since the start of the run
 */
export function restOfRunKey(last: Exchange | null, needed: number, nowMs: number, minuteMs: number): number {
  const fields = readRateFields(last?.response?.headers ?? []);
  const reading = rateLimitReading(fields);
  if (last === null || reading === null || reading.remaining >= needed || reading.reset === null) {
    return 0;
  }
  const answeredAtMs = last.headersAtMs ?? last.finishedAtMs;
  const serverDateMs = fields.dateMs ?? Date.parse(last.startedAt) + (answeredAtMs - last.sentAtMs);
  const spanMs = 'afterMs' in reading.reset ? reading.reset.afterMs : reading.reset.epochMs - serverDateMs;
  const restMs = answeredAtMs + spanMs + minuteMs / 600 - nowMs;
  return restMs > mostMinutes * minuteMs ? 0 : Math.max(0, restMs);
}
