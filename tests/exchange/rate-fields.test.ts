import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerValues } from '../../src/exchange/headers.ts';
import { readHttpDate, readRateFields } from '../../src/exchange/rate-fields.ts';
import { propertyRuns } from '../property-runs.ts';

describe('readRateFields', () => {
  it('finds nothing where nothing is', () => {
    expect(readRateFields([['Server', 'nginx']])).toEqual({
      limit: [],
      remaining: [],
      reset: [],
      limitFigure: null,
      remainingFigure: null,
      resetFigure: null,
      retryAfter: { form: 'absent', ms: Number.NaN, dateMs: Number.NaN, text: '' },
      dateMs: null,
      cached: false,
    });
  });

  it.each([
    ['0', 0],
    ['007', 7],
    ['', null],
    ['x60', null],
    ['60x', null],
    ['-1', null],
    ['6 0', null],
  ])('reads %j as %s', (value, figure) => {
    expect(readRateFields([['X-RateLimit-Limit', value]]).limitFigure).toBe(figure);
    expect(readRateFields([['X-RateLimit-Remaining', value]]).remainingFigure).toBe(figure);
  });
});

it('reads the fields of a response alike after any other', () => {
  const name = fc.constantFrom(
    'X-RateLimit-Limit',
    'x-ratelimit-limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'Retry-After',
    'Date',
    'Age',
    'Server',
  );
  const value = fc.constantFrom(
    '60',
    ' 60',
    '59',
    '0',
    '00',
    '1.5',
    '',
    'Fri, 12 Jun 2026 10:00:00 GMT',
    ' Fri, 12 Jun 2026 10:00:01 GMT',
  );
  const fields = fc.array(fc.tuple(name, value), { maxLength: 8 });
  fc.assert(
    fc.property(fields, fields, (before, headers) => {
      readRateFields(before);
      const { limit, remaining, reset, limitFigure, remainingFigure, resetFigure, ...others } =
        readRateFields(headers);
      const valuesOf = (field: string) => headerValues(headers, field).map((text) => text.trim());
      expect([limit, remaining, reset]).toEqual(
        ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map(valuesOf),
      );
      expect([limitFigure, remainingFigure, resetFigure]).toEqual(
        [limit, remaining, reset].map((values) => {
          const form = values === reset ? /^[0-9]+(?:\.[0-9]+)?$/ : /^[0-9]+$/;
          return new Set(values).size === 1 && form.test(values[0] ?? '') ? Number(values[0]) : null;
        }),
      );
      expect(others.retryAfter.text).toBe(valuesOf('Retry-After').join(', '));
      const [date] = valuesOf('Date');
      expect(others.dateMs).toBe(date === undefined ? null : readHttpDate(date));
      expect(others.cached).toBe(valuesOf('Age').some((age) => !/^0+$/.test(age)));
    }),
    { numRuns: propertyRuns(1_000) },
  );
});
