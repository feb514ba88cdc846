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

  it('reads names in any letter case, values without the white space around them', () => {
    expect(
      readRateFields([
        ['x-RateLimit-LIMIT', ' 60\t'],
        ['X-RATELIMIT-REMAINING', '\t59 '],
        ['x-ratelimit-reset', ' 1781258460 '],
        ['DATE', 'Fri, 12 Jun 2026 10:00:00 GMT'],
      ]),
    ).toEqual({
      limit: ['60'],
      remaining: ['59'],
      reset: ['1781258460'],
      limitFigure: 60,
      remainingFigure: 59,
      resetFigure: 1_781_258_460,
      retryAfter: { form: 'absent', ms: Number.NaN, dateMs: Number.NaN, text: '' },
      dateMs: Date.UTC(2026, 5, 12, 10),
      cached: false,
    });
  });

  it('keeps every value of a repeated field, and reads a number if all are equal', () => {
    const { limit, limitFigure, remaining, remainingFigure, reset } = readRateFields([
      ['X-RateLimit-Limit', '60'],
      ['X-RateLimit-Limit', '60'],
      ['X-RateLimit-Remaining', '5'],
      ['X-RateLimit-Remaining', '6'],
      ['X-RateLimit-Reset', '1'],
      ['X-RateLimit-Reset', '2'],
    ]);
    expect([limit, remaining, reset]).toEqual([
      ['60', '60'],
      ['5', '6'],
      ['1', '2'],
    ]);
    expect([limitFigure, remainingFigure]).toEqual([60, null]);
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

  it('reads digits of any length as the nearest number', () => {
    const digit = fc.constantFrom(...'0123456789');
    fc.assert(
      fc.property(fc.string({ unit: digit, minLength: 1, maxLength: 32 }), (value) => {
        const figure = value.length > 30 ? null : Number(value);
        expect(readRateFields([['X-RateLimit-Reset', value]]).resetFigure).toBe(figure);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('takes no other field of the same length for one of them', () => {
    const fields = readRateFields([
      ['X-RateLimit-Limes', '60'],
      ['X-RateLimit-Remainder', '5'],
      ['Etag', 'Fri, 12 Jun 2026 10:00:00 GMT'],
      ['Via', '7'],
    ]);
    expect(fields).toEqual(readRateFields([]));
  });

  it.each([
    [[['Age', '0']], false],
    [[['Age', ' 0 ']], false],
    [[['Age', '00']], false],
    [[['age', '1']], true],
    [[['Age', 'soon']], true],
    [
      [
        ['Age', '5'],
        ['Age', '0'],
      ],
      true,
    ],
  ] as const)('says of %j whether it comes out of a cache: %s', (headers, cached) => {
    expect(readRateFields(headers).cached).toBe(cached);
  });
});

it('reads a response alike after any other', () => {
  const name = fc.constantFrom(
    'X-RateLimit-Limit',
    'X-RateLimit-Reset',
    'Date',
    'Data',
    'Age',
    'Retry-After',
    'Via',
  );
  const value = fc.constantFrom('0', '7', ' 8 ', 'x', 'Fri, 12 Jun 2026 10:00:00 GMT');
  const list = fc.array(fc.tuple(name, value), { maxLength: 6 });
  fc.assert(
    fc.property(list, list, (before, headers) => {
      readRateFields(before);
      const fields = readRateFields(headers);
      expect(readRateFields(headers.map(([field, text]) => [field.toUpperCase(), text]))).toEqual(fields);
    }),
    { numRuns: propertyRuns(500) },
  );
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
