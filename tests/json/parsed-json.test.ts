import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { int64, type JsonValue, jsonEquals, parseJson, writeJson } from '../../src/json/exact-json.ts';
import { InexactNumber } from '../../src/json/json-number.ts';
import { ParsedJson } from '../../src/json/parsed-json.ts';
import { misfit } from '../../src/json/published-schema.ts';
import { propertyRuns } from '../property-runs.ts';

const numberText = fc.oneof(
  fc.integer().map(String),
  fc.bigInt(-(2n ** 70n), 2n ** 70n).map(String),
  fc.constantFrom('1.0', '1.5', '1e2', '1e-400', '-0', '1e999'),
);
const jsonText = fc.oneof(
  fc.json(),
  fc
    .array(numberText, { maxLength: 5 })
    .map((numbers) => `{"list":[${numbers.join(',')}],"__proto__":{"id":${numbers[0] ?? '7'}}}`),
);

test('its value is the exact one, whether or not a schema has judged it before', () => {
  fc.assert(
    fc.property(jsonText, fc.boolean(), (text, isJudgedFirst) => {
      const parsed = new ParsedJson(text);
      if (isJudgedFirst) {
        void parsed.instance;
      }
      expect(jsonEquals(parsed.value, parseJson(text))).toBe(true);
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('text that is not JSON throws a SyntaxError', () => {
  expect(() => new ParsedJson('{"a":}')).toThrow(SyntaxError);
  expect(() => new ParsedJson('{"a":1.5')).toThrow(SyntaxError);
});

const edges = [
  int64.minimum - 1n,
  int64.minimum,
  int64.minimum + 1n,
  -(2n ** 53n) - 1n,
  -1n,
  0n,
  2n ** 53n + 1n,
  int64.maximum - 1n,
  int64.maximum,
  int64.maximum + 1n,
];
const integer = fc.oneof(fc.constantFrom(...edges), fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }));

function petWithId(id: JsonValue): JsonValue {
  return { id, name: 'Rex', categoryId: 7n };
}

function schemaInstance(value: JsonValue): unknown {
  return new ParsedJson(writeJson(value)).instance;
}

describe('the instance of parsed JSON', () => {
  it('lets Ajv say of every integer what the schema says of it exactly', () => {
    fc.assert(
      fc.property(integer, (id) => {
        const within = id >= int64.minimum && id <= int64.maximum;
        expect(misfit(petWithId(id), 'pet') === null).toBe(within);
        expect(misfit({ ...{ name: 'Rex' }, categoryId: id }, 'new-pet') === null).toBe(within);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it.each(['1.5', '1e-400', '-0.1', `1${'0'.repeat(500)}.5`])('has Ajv refuse the fraction %s', (literal) => {
    expect(misfit(petWithId(parseJson(literal)), 'pet')?.kind).toBe('/id type');
  });

  it.each([
    ['1e500', 'maximum'],
    [`1${'0'.repeat(500)}`, 'maximum'],
    ['-1e500', 'minimum'],
  ])('takes %s for an integer beyond int64', (literal, bound) => {
    expect(parseJson(literal)).toBeInstanceOf(InexactNumber);
    expect(misfit(petWithId(parseJson(literal)), 'pet')?.kind).toBe(`/id ${bound}`);
    expect(misfit({ code: 'a', message: 'b', status: parseJson(literal) }, 'error')).toBeNull();
  });

  it.each(['1.0', '1e2', '-0', '9223372036854775807.0'])('takes %s for an integer', (literal) => {
    expect(misfit(petWithId(parseJson(literal)), 'pet')).toBeNull();
  });

  it('takes __proto__ for a member', () => {
    const copy = schemaInstance(parseJson('{"__proto__":{"id":1,"name":"a","categoryId":1}}'));
    expect(Object.keys(copy ?? {})).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    const inherited = parseJson('{"__proto__":{"id":1,"name":"a","categoryId":1}}');
    expect(misfit(inherited, 'pet')?.kind).toMatch(/required$/);
  });
});

describe('misfit', () => {
  const animal = '{"id":1,"name":"a","categoryId":1}';
  const tooMany = Array.from({ length: 12 }, () => animal).join(',');

  it.each([
    [
      '{"id":1,"categoryId":1}',
      'pet',
      { pointer: '', problem: "must have required property 'name'", kind: '/name required' },
    ],
    ['7', 'pet', { pointer: '', problem: 'must be object', kind: 'type' }],
    [
      `[${tooMany},{"id":1,"name":"a","categoryId":-9223372036854775809}]`,
      'pets',
      {
        pointer: '/12/categoryId',
        problem: 'must be >= -9223372036854775808',
        kind: '/#/categoryId minimum',
      },
    ],
    [
      `[${tooMany},{"name":"a","categoryId":1}]`,
      'pets',
      { pointer: '/12', problem: "must have required property 'id'", kind: '/#/id required' },
    ],
    [
      '{"name":"a","categoryId":9223372036854775808}',
      'new-pet',
      { pointer: '/categoryId', problem: 'must be <= 9223372036854775807', kind: '/categoryId maximum' },
    ],
    [
      '"Sold"',
      'pet-status',
      { pointer: '', problem: 'must be equal to one of the allowed values', kind: 'enum' },
    ],
  ] as const)('says where %s does not fit %s, and why', (text, schema, expected) => {
    expect(misfit(parseJson(text), schema)).toEqual(expected);
    expect(misfit(new ParsedJson(text), schema)).toEqual(expected);
  });
});
