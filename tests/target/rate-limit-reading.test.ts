import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeaderList } from '../../src/exchange/exchange.ts';
import { rateLimitReading } from '../../src/target/rate-limit-reading.ts';
import { dateOf, retryAfterMs } from '../../src/target/retry-after.ts';
import { ServerClock } from '../../src/target/server-clock.ts';

const fields = (limit: string, remaining: string, reset: string): HeaderList => [
  ['x-ratelimit-limit', limit],
  ['X-RateLimit-Remaining', remaining],
  ['X-RATELIMIT-RESET', reset],
];

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
    ['-5', null],
    ['1.5', null],
    ['', null],
    ['Fri, 20 Nov 2026 12:00:00 GMT', null],
  ])('Reset %j', (text, reset) => {
    expect(rateLimitReading(fields('60', '5', text))).toEqual({ limit: 60, remaining: 5, reset });
  });

  it.each([
    ['60', '61'],
    ['60', '-1'],
    ['60', ''],
    ['60', '5, 4'],
    ['60', '1e1'],
  ])('make no sense with Limit %j and Remaining %j', (limit, remaining) => {
    expect(rateLimitReading(fields(limit, remaining, '60'))).toBeNull();
  });

  it('may leave Limit out, or say that all of it is left', () => {
    const reset = { afterMs: 60_000 };
    expect(rateLimitReading(fields('', '5', '60'))).toEqual({ limit: 0, remaining: 5, reset });
    expect(rateLimitReading(fields('60', '60', '60'))).toEqual({ limit: 60, remaining: 60, reset });
    expect(rateLimitReading([['X-RateLimit-Limit', '60']])).toBeNull();
  });

  it('may be repeated where they say the same', () => {
    const twice = [...fields('60', '5', '60'), ...fields('60', ' 5 ', '60')];
    expect(rateLimitReading(twice)).toEqual({ limit: 60, remaining: 5, reset: { afterMs: 60_000 } });
    expect(rateLimitReading([...fields('60', '5', '60'), ['X-RateLimit-Remaining', '6']])).toBeNull();
  });

  it('never throw, whatever a server writes', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (limit, remaining, reset) => {
        const reading = rateLimitReading(fields(limit, remaining, reset));
        expect(reading === null || reading.remaining >= 0).toBe(true);
      }),
    );
  });
});

describe('Retry-After', () => {
  const date = (value: string): HeaderList => [
    ['Date', 'Fri, 20 Nov 2026 12:00:00 GMT'],
    ['Retry-After', value],
  ];

  it.each([
    ['5', 5000],
    ['0', 0],
    ['120', 120_000],
    [' 5 ', 5000],
    ['1.5', 1500],
    ['0.125', 125],
    ['12345678901', null],
    ['at Fri, 20 Nov 2026 12:00:30 GMT', null],
    ['xFri, 20 Nov 2026 12:00:30 GMT', null],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['Friday, 20-Nov-26 12:00:30 GMT', 30_000],
    ['Fri Nov 20 12:00:30 2026', 30_000],
    ['-5', null],
    ['soon', null],
    ['', null],
    ['Mon', null],
  ])('%j', (value, expected) => {
    expect(retryAfterMs(date(value), Number.NaN)).toBe(expected);
  });

  it('as a date is compared with our estimate where the answer has no Date', () => {
    const nowMs = Date.UTC(2026, 10, 20, 12);
    expect(retryAfterMs([['Retry-After', 'Fri, 20 Nov 2026 12:00:30 GMT']], nowMs)).toBe(30_000);
    expect(retryAfterMs([], nowMs)).toBeNull();
  });

  it('may have blanks in front of a date', () => {
    expect(dateOf([['Date', ' Fri, 20 Nov 2026 12:00:00 GMT']])).toBe(Date.UTC(2026, 10, 20, 12));
    expect(dateOf([])).toBeNull();
  });

  it('and Date are read without exception', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(dateOf([['Date', value]])).not.toBeNaN();
        expect(retryAfterMs([['Retry-After', value]], 0)).not.toBeNaN();
      }),
    );
  });
});

describe("the server's clock", () => {
  it('never is told a reset too early, and gets close to it with every answer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -600_000, max: 600_000 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 5000 }), fc.nat(400), fc.nat(400)), {
          minLength: 1,
          maxLength: 30,
        }),
        (skewMs, answers) => {
          const epochAtZero = Date.UTC(2026, 10, 20, 12);
          const clock = new ServerClock(epochAtZero);
          let now = 0;
          for (const [pause, there, back] of answers) {
            const sentAt = now + pause;
            const serverTime = epochAtZero + skewMs + sentAt + there;
            now = sentAt + there + back;
            clock.see(Math.floor(serverTime / 1000) * 1000, sentAt, now);
            const late = clock.ours(epochAtZero + skewMs + 100_000) - 100_000;
            expect(late).toBeGreaterThanOrEqual(0);
            expect(late).toBeLessThan(1000 + 400);
            expect(clock.theirs(now)).toBeLessThanOrEqual(epochAtZero + skewMs + now);
          }
        },
      ),
    );
  });

  it('is our own where no Date came', () => {
    expect(new ServerClock(1000).ours(3000)).toBe(2000);
  });

  it('keeps the closest bound, as long as the answers agree', () => {
    const clock = new ServerClock(0);
    clock.see(100_000, 0, 10);
    expect(clock.theirs(50)).toBe(100_040);
    clock.see(101_000, 500, 600);
    expect(clock.theirs(0)).toBe(100_400);
    // This one allows the same, and tells less.
    clock.see(101_000, 600, 900);
    expect(clock.theirs(0)).toBe(100_400);
    // As the one before at the very most: from 99,400 to 100,400.
    clock.see(101_000, 1600, 1700);
    expect(clock.theirs(0)).toBe(100_400);
    // A millisecond less contradicts it.
    clock.see(101_000, 1601, 1700);
    expect(clock.theirs(0)).toBe(99_300);
  });

  it('follows when it is set', () => {
    const clock = new ServerClock(0);
    clock.see(100_000, 0, 10);
    clock.see(500_000, 20, 30);
    expect(clock.ours(500_000)).toBe(30);
  });
});
