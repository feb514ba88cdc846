import type { HeaderList } from '../exchange/exchange.ts';
import { readRateFields } from '../exchange/rate-fields.ts';
import { rateLimitReading } from '../target/rate-limit-reading.ts';

/** The known allowance of the key of a load. */
export interface Allowance {
  /** The long-term rate in requests per second, or `null` if unknown. */
  readonly perSecond: number | null;
  /** The remaining requests until a reset that no load waits for, or `null` if unknown. */
  readonly total: number | null;
  /** The remaining requests now, and the time until that changes, in ms; `null` if unknown. */
  readonly now: { readonly remaining: number; readonly resetInMs: number } | null;
}

/** The margin of a limited closed loop below the allowance, because of window edges. */
export const closedLoopShare = 0.95;
/** The distance in minutes from which a reset is that of the day. */
const minutesToBeFar = 2;

/**
 * Reads the allowance of a key from its plan, if known, and from the headers of a response.
 *
 * @param nowEpochMs the wall clock in ms since 1970, for a response without `Date`
 */
export function readAllowance(
  headers: HeaderList,
  plan: { readonly perMinute: number; readonly perDay: number } | null,
  minuteMs: number,
  nowEpochMs: number,
): Allowance {
  const fields = readRateFields(headers);
  const reading = rateLimitReading(fields);
  const { reset = null, limit = 0, remaining = 0 } = reading ?? {};
  const resetInMs =
    reset === null
      ? minuteMs
      : 'afterMs' in reset
        ? reset.afterMs
        : Math.max(0, reset.epochMs - (fields.dateMs ?? nowEpochMs));
  const isFar = resetInMs > minutesToBeFar * minuteMs || limit === plan?.perDay;
  const perMinute = plan?.perMinute ?? (reading === null || isFar || limit === 0 ? null : limit);
  return {
    perSecond: perMinute === null ? null : (perMinute * 1000) / minuteMs,
    total: reading !== null && isFar ? remaining : (plan?.perDay ?? null),
    now: reading === null || isFar ? null : { remaining, resetInMs },
  };
}
