import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonEquals, parseJson } from '../../src/json/exact-json.ts';
import { ParsedJson } from '../../src/json/parsed-json.ts';
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

test('a fact is found once, and one of another name beside it', () => {
  const parsed = new ParsedJson('[1]');
  const found: string[] = [];
  const fact = (name: string) =>
    parsed.fact(name, ({ text }) => {
      found.push(name);
      return `${name} of ${text}`;
    });
  expect([fact('length'), fact('depth'), fact('length')]).toEqual([
    'length of [1]',
    'depth of [1]',
    'length of [1]',
  ]);
  expect(found).toEqual(['length', 'depth']);
});
