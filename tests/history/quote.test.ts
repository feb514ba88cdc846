import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quote } from '../../src/history/quote.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 400 });

/** Reads the escapes of a quoted text back. */
function unquoted(text: string): string {
  return text.replace(/\\u\{([0-9a-f]+)\}|\\u([0-9a-f]{4})/g, (_, long?: string, short?: string) =>
    String.fromCodePoint(Number.parseInt(long ?? short ?? '', 16)),
  );
}

describe('quote', () => {
  it('writes nothing but printable ASCII, and the mark of what was cut', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(quote(text)).toMatch(/^[\x20-\x7e]*(?:… \(\d+ characters\))?$/);
      }),
    );
  });

  it('writes lone surrogates too', () => {
    expect(quote('a\ud83d \udc08b')).toBe('a\\ud83d \\udc08b');
  });

  it('tells texts apart that look alike', () => {
    expect(quote('Zo\u00eb')).not.toBe(quote('Zoe\u0308'));
    expect(quote('a\u00a0b')).toBe('a\\u00a0b');
    expect(quote('\u{1f408}')).toBe('\\u{1f408}');
  });

  it('loses nothing of a short text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        fc.pre(!text.includes('\\'));
        expect(unquoted(quote(text))).toBe(text);
      }),
    );
  });

  it('says how long a long text is', () => {
    expect(quote('x'.repeat(1_000))).toBe(`${'x'.repeat(160)}… (1000 characters)`);
  });

  it('leaves a text of 160 characters whole', () => {
    expect(quote('x'.repeat(160))).toBe('x'.repeat(160));
  });

  it('writes four digits up to the end of the basic plane', () => {
    expect(quote('\uffff\u{10000}')).toBe('\\uffff\\u{10000}');
  });

  it('cuts no character in half', () => {
    expect(quote(`\u{1f408}${'x'.repeat(300)}`)).toBe(`\\u{1f408}${'x'.repeat(158)}… (302 characters)`);
    expect(quote(`${'x'.repeat(159)}\u{1f408}`)).toBe(`${'x'.repeat(159)}… (161 characters)`);
  });

  it('keeps the mark of what was cut apart from the text of a service', () => {
    expect(quote('…')).toBe('\\u2026');
  });
});
