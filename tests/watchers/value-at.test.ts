import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/json/exact-json.ts';
import { valueAt } from '../../src/watchers/quoted.ts';

const body = parseJson(
  '{"id":9223372036854775808,"name":"Rex","none":null,"many":[1.50,{"a":true}],"empty":{},"0":"zero"}',
);
const large = parseJson(`{${Array.from({ length: 12 }, (_, index) => `"m${index}":${index}`).join(',')}}`);

describe('valueAt', () => {
  it.each([
    ['/id', '/id is 9223372036854775808'],
    ['/name', '/name is "Rex"'],
    ['/none', '/none is null'],
    ['/many', '/many is an array of 2'],
    ['/many/0', '/many/0 is 1.50'],
    ['/many/1', '/many/1 is an object with "a"'],
    ['/many/1/a', '/many/1/a is true'],
    ['/many/7', 'nothing at /many/7'],
    ['/empty', '/empty is an object with no members'],
    ['/0', '/0 is "zero"'],
    ['/toString', 'nothing at /toString'],
    ['/name/length', 'nothing at /name/length'],
    ['', 'the body is an object with "0, id, name, none, many, empty"'],
  ])('%j', (pointer, text) => {
    expect(valueAt(body, pointer)).toBe(text);
  });

  it('names ten members at most, and 200 digits', () => {
    expect(valueAt(large, '')).toBe('the body is an object with "m0, m1, m2, m3, m4, m5, m6, m7, m8, m9"');
    expect(valueAt(10n ** 300n, '')).toBe(`the body is 1${'0'.repeat(199)}`);
    expect(valueAt('x'.repeat(300), '')).toBe(`the body is "${'x'.repeat(197)}…"`);
  });
});
