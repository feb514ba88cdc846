import type { HeaderList } from '../exchange/exchange.ts';
import { headerValues } from '../exchange/headers.ts';

/** The `Date` of an answer in ms since 1970, or `null` where it has none that can be read. */
export function dateOf(headers: HeaderList): number | null {
  return readDate(headerValues(headers, 'date')[0]);
}

/**
 * How long an answer's `Retry-After` asks to wait from its receipt, in ms (RFC 9110 section 10.2.3): seconds,
 * or a date, which is compared with the answer's own `Date`, else with `serverNowMs`. `null` where there is none
 * that can be read.
 */
export function retryAfterMs(headers: HeaderList, serverNowMs: number): number | null {
  const [value = ''] = headerValues(headers, 'retry-after').map((text) => text.trim());
  if (/^\d{1,10}(\.\d{1,9})?$/.test(value)) {
    return Number(value) * 1000;
  }
  const date = readDate(value);
  return date === null ? null : Math.max(0, date - (dateOf(headers) ?? serverNowMs));
}

/** An HTTP date in ms since 1970; its three forms (RFC 9110 section 5.6.7) begin with the name of a day. */
export function readDate(value = ''): number | null {
  if (!/^\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value)) {
    return null;
  }
  const time = Date.parse(/GMT|UTC/.test(value) ? value : `${value} GMT`);
  return Number.isNaN(time) ? null : time;
}
