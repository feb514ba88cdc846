import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quote } from '../../src/history/quote.ts';

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
