import type { HeaderList } from './exchange.ts';
import { headerValues } from './headers.ts';

/** The form and the wait of a `Retry-After`. `fraction`: seconds with a fraction, which is not allowed. */
export interface RetryAfter {
  readonly form: 'absent' | 'seconds' | 'date' | 'fraction' | 'unreadable';
  /**
   * The wait from the receipt of the response, in ms, or NaN. A date counts from the `Date` of the response, which is
   * truncated to the second: so the wait may be too long, never too short.
   */
  readonly ms: number;
  /** For a date: ms since 1970 by the server's clock; otherwise NaN. */
  readonly dateMs: number;
  /** The received value, with repetitions joined by commas. */
  readonly text: string;
}

/** The header fields about limits and time: all raw values, and the parsed numbers. */
export interface RateFields {
  readonly limit: readonly string[];
  readonly remaining: readonly string[];
  readonly reset: readonly string[];
  /** Whole numbers, also of a repeated field with equal values; otherwise `null`. */
  readonly limitFigure: number | null;
  readonly remainingFigure: number | null;
  /** The same, perhaps with a fraction: the document says Unix timestamp, not its resolution. */
  readonly resetFigure: number | null;
  readonly retryAfter: RetryAfter;
  /** `Date` in ms since 1970, or `null` if absent or unreadable. */
  readonly dateMs: number | null;
  /** Whether the response is from a cache (`Age` above 0), so its numbers may be outdated. */
  readonly cached: boolean;
}

const noRetryAfter: RetryAfter = { form: 'absent', ms: Number.NaN, dateMs: Number.NaN, text: '' };

/**
 * Reads the three fields of the section "Rate limit headers", `Date` (RFC 9110 section 6.6.1), `Retry-After` (section
 * 10.2.3) and `Age` (RFC 9111 section 5.1).
 */
export function readRateFields(headers: HeaderList): RateFields {
  const valuesOf = (name: string) => headerValues(headers, name).map((value) => value.trim());
  const limit = valuesOf('X-RateLimit-Limit');
  const remaining = valuesOf('X-RateLimit-Remaining');
  const reset = valuesOf('X-RateLimit-Reset');
  const retryAfter = valuesOf('Retry-After');
  const [date] = valuesOf('Date');
  const dateMs = date === undefined ? null : readHttpDate(date);
  return {
    limit,
    remaining,
    reset,
    limitFigure: wholeNumber(limit),
    remainingFigure: wholeNumber(remaining),
    resetFigure: wholeNumber(reset) ?? readFraction(reset),
    retryAfter: retryAfter.length === 0 ? noRetryAfter : readRetryAfter(retryAfter, dateMs),
    dateMs,
    cached: valuesOf('Age').some((value) => !/^0+$/.test(value)),
  };
}

function wholeNumber(values: readonly string[]): number | null {
  const value = theOnly(values);
  return value === null ? null : readDigits(value);
}

/** The number of 1 to 30 digits, or `null` for any other text. */
export function readDigits(text: string): number | null {
  return /^[0-9]{1,30}$/.test(text) ? Number(text) : null;
}

/** Seconds with a fraction, or `null` for any other value. */
function readFraction(values: readonly string[]): number | null {
  const value = theOnly(values);
  return value !== null && /^\d{1,15}\.\d{1,9}$/.test(value) ? Number(value) : null;
}

/** The value of a field that occurs once or with equal values. */
function theOnly(values: readonly string[]): string | null {
  const [value] = values;
  return value !== undefined && (values.length === 1 || values.every((other) => other === value))
    ? value
    : null;
}

function readRetryAfter(values: readonly string[], answeredMs: number | null): RetryAfter {
  const value = theOnly(values);
  const none = { ms: Number.NaN, dateMs: Number.NaN, text: values.join(', ') };
  const seconds = wholeNumber(values);
  if (seconds !== null) {
    return { ...none, form: 'seconds', ms: seconds * 1000 };
  }
  const fraction = readFraction(values);
  if (fraction !== null) {
    return { ...none, form: 'fraction', ms: fraction * 1000 };
  }
  const dateMs = value === null ? null : readHttpDate(value);
  if (dateMs === null) {
    return { ...none, form: 'unreadable' };
  }
  const ms = answeredMs === null ? Number.NaN : Math.max(0, dateMs - answeredMs);
  return { ...none, form: 'date', ms, dateMs };
}

/** The forms of RFC 9110 section 5.6.7: the current one, and the obsolete ones of RFC 850 and asctime. */
const month = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const time = '\\d{2}:\\d{2}:(?<second>\\d{2})';
const forms = [
  `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d{2}) (?:${month}) [1-9]\\d{3} ${time} GMT`,
  `(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\\d{2})-(?:${month})-\\d{2} ${time} GMT`,
  `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:${month}) (?<day>\\d{2}| \\d) ${time} [1-9]\\d{3}`,
].map((form) => new RegExp(`^${form}$`));

let last: { readonly text: string; readonly ms: number | null } = { text: '', ms: null };

/**
 * Parses an HTTP date, which is always in GMT, to ms since 1970, or `null`. Caches the last one, because responses
 * within a second have the same `Date`.
 */
export function readHttpDate(value: string): number | null {
  if (value !== last.text) {
    last = { text: value, ms: parsed(value.trim()) };
  }
  return last.ms;
}

/** `null` for an invalid day or hour; a second of 60 is a leap second. */
function parsed(text: string): number | null {
  const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) {
    return null;
  }
  const isLeap = parts['second'] === '60';
  const usual = isLeap ? text.replace(':60 ', ':59 ') : text;
  const ms = Date.parse(usual.endsWith('GMT') ? usual : `${usual} GMT`) + (isLeap ? 1000 : 0);
  // Date.parse reads an invalid day or hour as one of the next month or day.
  return new Date(ms - (isLeap ? 1000 : 0)).getUTCDate() === Number(parts['day']) ? ms : null;
}
