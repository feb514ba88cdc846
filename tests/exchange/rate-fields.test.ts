import { describe, expect, it } from 'vitest';
import type { HeaderList } from '../../src/exchange/exchange.ts';
import { readRateFields } from '../../src/exchange/rate-fields.ts';

const nothing = {
  limit: [],
  remaining: [],
  reset: [],
  limitFigure: null,
  remainingFigure: null,
  resetFigure: null,
  retryAfter: { form: 'absent', ms: Number.NaN, dateMs: Number.NaN, text: '' },
  dateMs: null,
  cached: false,
};
const limit = (...values: string[]): HeaderList => values.map((value) => ['X-RateLimit-Limit', value]);
const reset = (value: string): HeaderList => [['X-RateLimit-Reset', value]];
const retryAfter = (...values: string[]): HeaderList => values.map((value) => ['Retry-After', value]);
const date: HeaderList = [['Date', 'Sat, 21 Nov 2026 02:40:52 GMT']];
const dateMs = Date.UTC(2026, 10, 21, 2, 40, 52);
const wait = (form: string, text: string, ms = Number.NaN, waitDateMs = Number.NaN) => ({
  retryAfter: { form, ms, dateMs: waitDateMs, text },
});
const [later, earlier] = ['Sat, 21 Nov 2026 02:41:09 GMT', 'Sat, 21 Nov 2026 02:40:47 GMT'];

describe('readRateFields', () => {
  it.each<readonly [name: string, headers: HeaderList, found: object]>([
    ['other fields', [['Server', 'nginx']], {}],
    ['a name in other letters', [['x-ratelimit-LIMIT', ' 60 ']], { limit: ['60'], limitFigure: 60 }],
    ['Remaining', [['X-RateLimit-Remaining', '0']], { remaining: ['0'], remainingFigure: 0 }],
    ['zeros in front', limit('007'), { limit: ['007'], limitFigure: 7 }],
    ['30 digits', limit('9'.repeat(30)), { limit: ['9'.repeat(30)], limitFigure: 1e30 }],
    ['equal values', limit('60', '60'), { limit: ['60', '60'], limitFigure: 60 }],
    ...[['60', '1000'], ['60, 60'], ['1'.repeat(31)], [''], ['x60'], ['60x'], ['-1'], ['+5'], ['6 0']].map(
      (values) => [`Limit ${values}`, limit(...values), { limit: values }] as const,
    ),
    ...['1.5', '1e3', '0x10'].map((value) => [`Limit ${value}`, limit(value), { limit: [value] }] as const),
    ['a Reset with a fraction', reset('1.5'), { reset: ['1.5'], resetFigure: 1.5 }],
    ['a Reset of two fractions', reset('1.5.'), { reset: ['1.5.'] }],
    ['seconds to wait', retryAfter('17'), wait('seconds', '17', 17_000)],
    ['many of them', retryAfter('1000000000000000'), wait('seconds', '1000000000000000', 1e18)],
    ['a date', [...retryAfter(later), ...date], { dateMs, ...wait('date', later, 17_000, dateMs + 17_000) }],
    [
      'a past one',
      [...retryAfter(earlier), ...date],
      { dateMs, ...wait('date', earlier, 0, dateMs - 5_000) },
    ],
    ['a date without Date', retryAfter(later), wait('date', later, Number.NaN, dateMs + 17_000)],
    ['a fraction to wait', retryAfter('1.5'), wait('fraction', '1.5', 1_500)],
    ['two waits', retryAfter('1', '2'), wait('unreadable', '1, 2')],
    ...['-5', '1500ms', '', '2026-11-21T02:40:52Z', 'Sat, 21 Nov 2026 02:41:00 UTC'].map(
      (value) => [`Retry-After ${value}`, retryAfter(value), wait('unreadable', value)] as const,
    ),
    ['the first of two dates', [...date, ['Date', later]], { dateMs }],
    ['an unreadable date', [['Date', 'now']], {}],
    ['a fresh Age', [['Age', '00']], {}],
    ['an Age', [['Age', '3']], { cached: true }],
  ])('finds %s', (_name, headers, found) => {
    expect(readRateFields(headers)).toEqual({ ...nothing, ...found });
  });
});
