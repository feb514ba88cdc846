import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseApiKey } from '../../../src/cli/parse/api-key.ts';
import { refusal } from '../given.ts';

const unsendable = fc.constantFrom(
  '\n',
  '\r',
  '\0',
  '\t',
  '\u007f',
  '\u0085',
  'Ā',
  '€',
  '\u2028',
  '🐕',
  '\ud800',
);

describe('API keys', () => {
  test('every key that a header can carry is taken as it is', () => {
    const character = fc.oneof(
      fc.integer({ min: 0x21, max: 0x7e }).map((codePoint) => String.fromCodePoint(codePoint)),
      fc.integer({ min: 0xa1, max: 0xff }).map((codePoint) => String.fromCodePoint(codePoint)),
    );
    fc.assert(
      fc.property(fc.string({ unit: character, minLength: 1 }), (key) => {
        expect(parseApiKey(key)).toBe(key);
      }),
    );
  });

  test('a key that no header can carry is refused, and never repeated', () => {
    const part = fc.stringMatching(/^[A-Z]{8,20}$/);
    fc.assert(
      fc.property(part, unsendable, part, (start, character, end) => {
        const message = refusal(() => parseApiKey(start + character + end));
        expect(message).toMatch(
          new RegExp(`character ${start.length + 1} of the API key is U\\+[0-9A-F]{4}`),
        );
        expect(message).not.toContain(start);
        expect(message).not.toContain(end);
      }),
    );
  });

  test.each([' key', 'key ', 'key\n', '\tkey', '\u00a0key'])(
    'white space around it is refused: %j',
    (key) => {
      expect(refusal(() => parseApiKey(key))).toContain('white space or a line break');
    },
  );

  test('an empty key is refused', () => {
    expect(refusal(() => parseApiKey(''))).toContain('empty');
  });
});
