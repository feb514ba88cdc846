import type { HeaderList } from './exchange.ts';
import { readHttpDate } from './http-date.ts';

/** What a `Retry-After` asks for. `fraction`: seconds with a fraction, which it may not have. */
export interface RetryAfter {
  readonly form: 'absent' | 'seconds' | 'date' | 'fraction' | 'unreadable';
  /**
   * How long to wait from the receipt of the answer, in ms; NaN where that can't be told. A date counts from the
   * answer's own `Date`, which is cut to the second: the wait is too long by that, never too short.
   */
  readonly ms: number;
  /** A date, in ms since 1970 by the server's clock; otherwise NaN. */
  readonly dateMs: number;
  /** As it stands there, repeated fields joined by commas. */
  readonly text: string;
}

/** The fields that speak of limits and of the time: every value of those that may be malformed, and their figures. */
export interface RateFields {
  readonly limit: readonly string[];
  readonly remaining: readonly string[];
  readonly reset: readonly string[];
  /** Whole numbers; of a repeated field where it says the same each time. Otherwise `null`. */
  readonly limitFigure: number | null;
  readonly remainingFigure: number | null;
  readonly resetFigure: number | null;
  readonly retryAfter: RetryAfter;
  /** `Date` in ms since 1970, or `null` where there is none that can be read. */
  readonly dateMs: number | null;
  /** Whether the answer comes out of a cache (`Age` above 0), so that its figures are of another time. */
  readonly cached: boolean;
}

const noRetryAfter: RetryAfter = { form: 'absent', ms: Number.NaN, dateMs: Number.NaN, text: '' };

/**
 * Reads them in one pass: the three fields of the document's section "Rate limit headers"; `Date` (RFC 9110 section
 * 6.6.1), `Retry-After` (section 10.2.3), `Age` (RFC 9111 section 5.1).
 */
export function readRateFields(headers: HeaderList): RateFields {
  const limit: string[] = [];
  const remaining: string[] = [];
  const reset: string[] = [];
  const retryAfter: string[] = [];
  let date: string | null = null;
  let cached = false;
  for (const [name, value] of headers) {
    switch (readByLength.has(name.length) ? name.toLowerCase() : '') {
      case 'x-ratelimit-limit':
        limit.push(value.trim());
        break;
      case 'x-ratelimit-remaining':
        remaining.push(value.trim());
        break;
      case 'x-ratelimit-reset':
        reset.push(value.trim());
        break;
      case 'retry-after':
        retryAfter.push(value.trim());
        break;
      case 'date':
        date ??= value;
        break;
      case 'age':
        cached ||= !/^0+$/.test(value.trim());
        break;
      default:
    }
  }
  const dateMs = date === null ? null : readHttpDate(date);
  return {
    limit,
    remaining,
    reset,
    limitFigure: wholeNumber(limit),
    remainingFigure: wholeNumber(remaining),
    resetFigure: wholeNumber(reset),
    retryAfter: retryAfter.length === 0 ? noRetryAfter : readRetryAfter(retryAfter, dateMs),
    dateMs,
    cached,
  };
}

const readByLength = new Set(
  ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after', 'date', 'age'].map(
    (name) => name.length,
  ),
);

/** So many digits are a number that has gone wrong. */
const mostDigits = 30;

function wholeNumber(values: readonly string[]): number | null {
  const value = theOnly(values);
  return value !== null && /^\d+$/.test(value) && value.length <= mostDigits ? Number(value) : null;
}

/** The value, where the field stands there once or says the same each time. */
function theOnly([value, ...others]: readonly string[]): string | null {
  return value !== undefined && others.every((other) => other === value) ? value : null;
}

function readRetryAfter(values: readonly string[], answeredMs: number | null): RetryAfter {
  const value = theOnly(values);
  const none = { ms: Number.NaN, dateMs: Number.NaN, text: values.join(', ') };
  const seconds = wholeNumber(values);
  if (seconds !== null) {
    return { ...none, form: 'seconds', ms: seconds * 1000 };
  }
  if (value !== null && /^\d{1,10}\.\d{1,9}$/.test(value)) {
    return { ...none, form: 'fraction', ms: Number(value) * 1000 };
  }
  const dateMs = value === null ? null : readHttpDate(value);
  if (dateMs === null) {
    return { ...none, form: 'unreadable' };
  }
  const ms = answeredMs === null ? Number.NaN : Math.max(0, dateMs - answeredMs);
  return { ...none, form: 'date', ms, dateMs };
}
