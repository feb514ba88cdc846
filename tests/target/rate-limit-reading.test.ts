import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeaderList } from '../../src/exchange/exchange.ts';
import { readRateFields } from '../../src/exchange/rate-fields.ts';
import { rateLimitReading, retryAfterWaitMs } from '../../src/target/rate-limit-reading.ts';

const fields = (limit: string, remaining: string, reset: string): HeaderList => [
  ['x-ratelimit-limit', limit],
  ['X-RateLimit-Remaining', remaining],
  ['X-RATELIMIT-RESET', reset],
];

const readingOf = (headers: HeaderList) => rateLimitReading(readRateFields(headers));

describe('rate limit headers', () => {
  it.each([
    ['1764000000', { epochMs: 1_764_000_000_000 }],
    ['1764000000123', { epochMs: 1_764_000_000_123 }],
    ['60', { afterMs: 60_000 }],
    ['0', { afterMs: 0 }],
    ['691200', { afterMs: 691_200_000 }],
    ['691201', null],
    ['999999999', null],
    ['1000000000', { epochMs: 1e12 }],
    ['99999999999', { epochMs: 99_999_999_999_000 }],
    ['100000000000', null],
    ['1000000000000', { epochMs: 1e12 }],
    ['99999999999999', { epochMs: 99_999_999_999_999 }],
    ['100000000000000', null],
    ['99999999999999999', null],
    ['1.5', { afterMs: 1_500 }],
  ])('Reset %j', (text, reset) => {
    expect(readingOf(fields('60', '5', text))).toEqual({ limit: 60, remaining: 5, reset });
  });

  it.each(['61', ''])('make no sense with Limit 60 and Remaining %j', (remaining) => {
    expect(readingOf(fields('60', remaining, '60'))).toBeNull();
  });

  it('may leave Limit out, or say that all of it is left', () => {
    const reset = { afterMs: 60_000 };
    expect(readingOf(fields('', '5', '60'))).toEqual({ limit: 0, remaining: 5, reset });
    expect(readingOf(fields('60', '60', '60'))).toEqual({ limit: 60, remaining: 60, reset });
    expect(readingOf([['X-RateLimit-Limit', '60']])).toBeNull();
  });

  it('never throw, whatever a server writes', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (limit, remaining, reset) => {
        const reading = readingOf(fields(limit, remaining, reset));
        expect(reading === null || reading.remaining >= 0).toBe(true);
      }),
    );
  });
});

describe('the wait that Retry-After asks for', () => {
  const nowMs = Date.UTC(2026, 10, 20, 12);
  const asked = (...headers: [string, string][]) =>
    retryAfterWaitMs(readRateFields(headers).retryAfter, nowMs);

  it('is in seconds, with a fraction too, although RFC 9110 allows none', () => {
    expect(asked(['Retry-After', '5'])).toBe(5000);
    expect(asked(['Retry-After', '1.5'])).toBe(1500);
  });

  it('counts from the Date of the answer, else from our estimate', () => {
    const later: [string, string] = ['Retry-After', 'Fri, 20 Nov 2026 12:00:30 GMT'];
    expect(asked(later, ['Date', 'Fri, 20 Nov 2026 11:59:00 GMT'])).toBe(90_000);
    expect(asked(later)).toBe(30_000);
  });

  it.each(['soon', '12345678901'])('%j is none', (value) => {
    expect(asked(['Retry-After', value])).toBeNull();
  });

  it('is none where there is no such field', () => {
    expect(asked()).toBeNull();
  });
});
