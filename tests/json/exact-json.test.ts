import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isInt64,
  isJsonObject,
  type JsonValue,
  jsonEquals,
  member,
  parseJson,
  writeJson,
} from '../../src/json/exact-json.ts';
import { exactNumber, InexactNumber, isFraction } from '../../src/json/json-number.ts';
import { propertyRuns } from '../property-runs.ts';

const numberLiteral = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.bigInt({ min: 0n, max: 10n ** 40n }),
    fc.option(fc.stringMatching(/^\d{1,30}$/), { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-', 'E+'), fc.integer({ min: 0, max: 450 })), {
      nil: undefined,
    }),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${exponent === undefined ? '' : exponent.join('')}`,
  );

const jsonText = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('null', 'true', 'false', '""', '[]', '{}'),
    numberLiteral,
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.string().map((text) => JSON.stringify(`\u0000${text}`)),
    fc.array(tie('text'), { maxLength: 4 }).map((items) => `[ ${items.join(' ,\n')}]`),
    fc
      .array(
        fc.tuple(fc.oneof(fc.constantFrom('__proto__', 'constructor', '1e5', ''), fc.string()), tie('text')),
        {
          maxLength: 4,
        },
      )
      .map((members) => `{${members.map(([name, text]) => `${JSON.stringify(name)} : ${text}`).join(',')}}`),
  ),
})).text;

/** What `JSON.parse` would make of it: every number as the double nearest to it. */
function rounded(value: JsonValue): unknown {
  if (typeof value === 'bigint') {
    return Number(value);
  }
  if (value instanceof InexactNumber) {
    return Number(value.literal);
  }
  if (Array.isArray(value)) {
    return value.map(rounded);
  }
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, rounded(item)]));
  }
  return value;
}

/** Negative zero is zero as an integer, so it is made one on both sides. */
function withoutNegativeZero(text: string): unknown {
  return JSON.parse(text, (_name, value) => (value === 0 ? 0 : value));
}

describe('parseJson', () => {
  it('agrees with JSON.parse on everything but the digits', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const plain = JSON.stringify(withoutNegativeZero(text));
        expect(JSON.stringify(rounded(parseJson(text)))).toBe(plain);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('keeps every integer to the last digit, at any position', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 70n), 2n ** 70n), (integer) => {
        expect(parseJson(`${integer}`)).toBe(integer);
        expect(parseJson(`[{"id": ${integer}, "x": 0.5}]`)).toEqual([
          { id: integer, x: new InexactNumber('0.5') },
        ]);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('never takes text for a number', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), numberLiteral, (text, number) => {
        const sent = `${text}${number}"\\`;
        expect(parseJson(JSON.stringify([sent, sent, `\u0000${sent}`]))).toEqual([
          sent,
          sent,
          `\u0000${sent}`,
        ]);
        expect(parseJson(`[${JSON.stringify(sent)},9007199254740993]`)).toEqual([sent, 9007199254740993n]);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('finds no member that was not sent', () => {
    expect(member(parseJson('{}'), 'toString')).toBeUndefined();
    expect(member(parseJson('1.5'), 'literal')).toBeUndefined();
    expect(member(parseJson('[7]'), '0')).toBeUndefined();
    expect(member(null, 'a')).toBeUndefined();
    expect(member(undefined, 'a')).toBeUndefined();
  });
});

describe('exactNumber', () => {
  it.each([
    ['1.0', 1n],
    ['1e2', 100n],
    ['-12.50e1', -125n],
    ['0e999', 0n],
    ['-0', 0n],
    ['-0.00', 0n],
    ['0.00e-5', 0n],
    ['9223372036854775807', 2n ** 63n - 1n],
    ['1e400', 10n ** 400n],
    ['0.1e401', 10n ** 400n],
    ['120.50E+1', 1205n],
  ])('reads %s as an integer', (literal, integer) => {
    expect(exactNumber(literal)).toBe(integer);
    expect(parseJson(literal)).toBe(integer);
  });

  it.each(['', 'x1', '1x', '1.', '.5', '1e', '--1'])('takes %j for no integer', (text) => {
    expect(exactNumber(text)).toEqual(new InexactNumber(text));
  });
});

describe('isFraction', () => {
  it.each([
    ['0.5', true],
    ['-12.50', true],
    ['5e-1', true],
    ['1e-400', true],
    ['1e401', false],
    ['12.5e401', false],
    ['1.50e1', false],
    ['100e-2', false],
    [`1e-${'9'.repeat(40)}`, true],
    [`1.5e${'9'.repeat(40)}`, false],
  ])('of %s is %s', (literal, expected) => {
    expect(isFraction(new InexactNumber(literal))).toBe(expected);
  });
});

describe('writeJson', () => {
  it('is read back as the same value', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const value = parseJson(text);
        const written = writeJson(value);
        expect(jsonEquals(parseJson(written), value)).toBe(true);
        expect(writeJson(parseJson(written))).toBe(written);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('jsonEquals', () => {
  it('compares members in any order and numbers by value', () => {
    const one = parseJson('{"a":1.50,"b":[1.0,{"c":null}]}');
    expect(jsonEquals(one, parseJson('{"b":[1,{"c":null}],"a":15e-1}'))).toBe(true);
  });

  it.each([
    ['1e401', '10e400'],
    ['-0.10', '-1e-1'],
    ['0.0120', '0.12e-1'],
    ['12.5e500', '0.125E+502'],
  ])('takes %s for %s', (left, right) => {
    expect(jsonEquals(parseJson(left), parseJson(right))).toBe(true);
  });

  it.each([
    ['1e401', '1e402'],
    ['1.5', '15.5'],
    ['0.5', '0.05'],
    ['1.5', '"1.5"'],
    ['1.5', '{}'],
    ['{}', 'null'],
    ['[[1]]', '[[2]]'],
    ['9007199254740993', '9007199254740992'],
    ['1.5', '-1.5'],
    ['[1]', '[1,1]'],
    ['[]', '{}'],
    ['[]', '""'],
    ['[1]', '"1"'],
    ['["a"]', '"a"'],
    ['{"a":null}', '{"b":null}'],
    ['{"a":1}', '{"a":1,"b":1}'],
    ['"1"', '1'],
    ['"\u00e9"', '"e\u0301"'],
    ['{}', '{"__proto__":{}}'],
  ])('tells %s from %s', (left, right) => {
    expect(jsonEquals(parseJson(left), parseJson(right))).toBe(false);
    expect(jsonEquals(parseJson(right), parseJson(left))).toBe(false);
  });
});

describe('isInt64', () => {
  it('holds exactly between both bounds', () => {
    expect([2n ** 63n - 1n, -(2n ** 63n), 0n].every(isInt64)).toBe(true);
    expect([2n ** 63n, -(2n ** 63n) - 1n, '1', new InexactNumber('1.5'), undefined].some(isInt64)).toBe(
      false,
    );
  });
});
