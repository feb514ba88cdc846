import type { HeaderList } from '../exchange/exchange.ts';
import { readRateFields } from '../exchange/rate-fields.ts';
import { rateLimitReading } from '../target/rate-limit-reading.ts';

/** What is known of the allowance of the key that a load uses. */
export interface Allowance {
  /** Requests a second that it grants in the long run, or `null` where that is not known. */
  readonly perSecond: number | null;
  /** Requests that are left until a reset that no load waits for, or `null` where that is not known. */
  readonly total: number | null;
  /** Requests that are left now, and how long until that changes, in ms; `null` where that was not said. */
  readonly now: { readonly remaining: number; readonly resetInMs: number } | null;
}

/** The figures of the key's plan and of the target's clock. */
export interface StatedPlan {
  readonly perMinute: number;
  readonly perDay: number;
}

/** A closed loop that is held back keeps so far below the allowance: windows have edges. */
export const closedLoopShare = 0.95;
/** So many minutes off, a reset is that of the day. */
const minutesToBeFar = 2;

/**
 * Reads the allowance of a key out of its plan, where that is known, and the headers of an answer to it.
 *
 * @param minuteMs how long the target's minute lasts
 * @param nowEpochMs the wall clock in ms since 1970, for an answer without `Date`
 */
export function readAllowance(
  headers: HeaderList,
  plan: StatedPlan | null,
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
