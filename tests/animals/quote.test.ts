import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { howItDiffers, quote, textDifference } from '../../src/animals/quote.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 400 });

describe('quote', () => {
  it('writes nothing but printable ASCII, and the mark of what was cut', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(quote(text)).toMatch(/^[\x20-\x7e]*(?:… \(\d+ characters\))?$/);
      }),
    );
  });

  it('says how long a long text is', () => {
    expect(quote('x'.repeat(1_000))).toBe(`${'x'.repeat(160)}… (1000 characters)`);
  });
});

test.each([
  ['abcdef', 'abc', 'cut off after 3 of 6 characters'],
  ['abc', 'abcd', '1 extra characters at the end'],
  ['Amélie', 'Am\u0065\u0301lie', 'U+0065 U+0301 instead of U+00E9 U+006C at character 3'],
  [' a', 'a', '"a" instead of " a" at character 1'],
  ['Tom & Tim', 'Tom &amp; Tim', '"amp; Tim" instead of " Tim" at character 6'],
  ['a😀', 'a?', 'U+003F instead of U+1F600 at character 2'],
])('%j received as %j', (sent, received, words) => {
  expect(textDifference(sent, received)).toBe(words);
});

test('any two texts can be distinguished in one printable line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (sent, received) => {
      expect(textDifference(sent, received)).toMatch(/^[\x20-\x7e]+$/);
    }),
  );
});

test.each([
  ['abc', 'ab', ': cut off after 2 of 3 characters'],
  ['abc', 7n, ''],
  [7n, 'abc', ''],
  ['abc', undefined, ''],
])('%s received as %s is described as %s', (sent, received, words) => {
  expect(howItDiffers(sent, received)).toBe(words);
});
