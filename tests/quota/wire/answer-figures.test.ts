import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerFigures, noFigures } from '../../../src/quota/refusal-fields.ts';

const date = 'Sat, 21 Nov 2026 02:40:52 GMT';
const dateMs = Date.UTC(2026, 10, 21, 2, 40, 52);

function figures(...headers: [string, string][]) {
  return answerFigures(headers, (text) => text.replaceAll('secret', '***'));
}

describe('the rate limit fields of a response', () => {
  it('are whole numbers in any letter case of their names', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (limit, remaining, reset) => {
        expect(
          figures(
            ['x-ratelimit-limit', String(limit)],
            ['X-RateLimit-Remaining', ` ${remaining} `],
            ['X-RATELIMIT-RESET', String(reset)],
          ),
        ).toMatchObject({ limit, remaining, reset, unreadable: null });
      }),
    );
  });

  it.each(['1.5.', '-1', '+5', '', '1e3', '0x10', 'soon', '60, 60', '1'.repeat(31)])(
    'are missing where they read %s',
    (value) => {
      const read = figures(
        ['X-RateLimit-Limit', value],
        ['X-RateLimit-Remaining', value],
        ['X-RateLimit-Reset', value],
      );
      expect([read.limit, read.remaining, read.reset]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
      expect(read.unreadable).toBe(value);
    },
  );

  it('of a repeated field are read only where it says the same', () => {
    expect(figures(['X-RateLimit-Limit', '60'], ['X-RateLimit-Limit', '60']).limit).toBe(60);
    expect(figures(['X-RateLimit-Limit', '60'], ['X-RateLimit-Limit', '1000']).limit).toBeNaN();
  });

  it('are NaN without headers', () => {
    expect(figures()).toEqual(noFigures);
  });

  it('tell an answer of a cache by its Age', () => {
    expect(figures(['Age', '0']).cached).toBe(false);
    expect(figures(['Age', '3']).cached).toBe(true);
  });
});

describe('Retry-After', () => {
  it('may be whole seconds', () => {
    fc.assert(
      fc.property(fc.nat(), (seconds) => {
        expect(figures(['Retry-After', String(seconds)])).toMatchObject({
          retryAfterForm: 'seconds',
          retryAfterMs: seconds * 1000,
        });
      }),
    );
  });

  it('may be a date, which counts from the date of the answer', () => {
    const later = new Date(dateMs + 17_000).toUTCString();
    expect(figures(['Retry-After', later], ['Date', date])).toMatchObject({
      retryAfterForm: 'date',
      retryAfterMs: 17_000,
      dateMs,
    });
    const earlier = new Date(dateMs - 5_000).toUTCString();
    expect(figures(['Retry-After', earlier], ['Date', date]).retryAfterMs).toBe(0);
    expect(figures(['Retry-After', later]).retryAfterMs).toBeNaN();
  });

  it.each(['1.5', '-5', '1500ms', '', '2026-11-21T02:40:52Z', 'Sat, 21 Nov 2026 02:41:00 UTC', '5 secret'])(
    'reads %s as neither',
    (value) => {
      expect(figures(['Retry-After', value])).toMatchObject({
        retryAfterForm: 'unreadable',
        unreadable: value.replace('secret', '***'),
      });
      expect(figures(['Retry-After', value]).retryAfterMs).toBeNaN();
    },
  );

  it.each(['1000000000000000', '1795230000000000000'])('reads %s as the seconds that it says', (value) => {
    expect(figures(['Retry-After', value])).toMatchObject({
      retryAfterForm: 'seconds',
      retryAfterMs: Number(value) * 1000,
    });
  });

  it('that is repeated with another value is neither', () => {
    expect(figures(['Retry-After', '1'], ['Retry-After', '2']).retryAfterForm).toBe('unreadable');
  });
});
