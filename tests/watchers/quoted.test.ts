import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoted } from '../../src/watchers/quoted.ts';

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
