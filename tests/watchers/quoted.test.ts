import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/json/exact-json.ts';
import { quoted, valueAt } from '../../src/watchers/quoted.ts';

const longText = fc.string({
  unit: fc.constantFrom('a', '"', '\\', '\n', '\u0001', '\u00e9', '\u{1f408}', '\ud83d'),
  minLength: 1,
  maxLength: 260,
  size: 'max',
});

describe('quoted', () => {
  it.each([
    ['', '""'],
    ['a "b" \\ \n', '"a \\"b\\" \\\\ \\n"'],
    ['x'.repeat(198), `"${'x'.repeat(198)}"`],
    ['x'.repeat(199), `"${'x'.repeat(197)}…"`],
    ['x'.repeat(5000), `"${'x'.repeat(197)}…"`],
    ['\u0001'.repeat(40), `"${'\\u0001'.repeat(32)}…"`],
    ['\\'.repeat(150), `"${'\\\\'.repeat(98)}…"`],
    [`${'x'.repeat(196)}\u{1f408}y`, `"${'x'.repeat(196)}…"`],
  ])('of %j', (text, expected) => {
    expect(quoted(text)).toBe(expected);
  });

  it('is JSON of the text or of its beginning, and no longer than 200 characters', () => {
    fc.assert(
      fc.property(longText, (text) => {
        const written = quoted(text);
        const isCut = written.endsWith('…"');
        const read: unknown = JSON.parse(isCut ? `${written.slice(0, -2)}"` : written);
        expect(written.length).toBeLessThanOrEqual(200);
        expect(isCut ? text.startsWith(String(read)) : text === read).toBe(true);
      }),
    );
  });
});

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
