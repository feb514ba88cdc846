import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { continued, displayWidth, fit as fitted, wrap } from '../../src/report/terminal/layout.ts';
import { bounded, cutText, durationText, visibleLine, visibleText } from '../../src/report/words.ts';
import { hostileText } from './hostile-text.ts';

describe('visible text', () => {
  test.each([
    ['\u001b[31m', '␛[31m'],
    ['\u0000\u007f\u009b', '␀␡<U+009B>'],
    ['a\u202eb', 'a<U+202E>b'],
    ['\ud800x', '<U+D800>x'],
    ['\r\n\t', '␍↵⇥'],
    ['漢字 é 👧 e\u0301', '漢字 é 👧 e\u0301'],
  ])('%j reads %s', (text, expected) => {
    expect(visibleLine(text)).toBe(expected);
  });

  test('keeps line feeds and tabs of a block, and changes nothing twice', () => {
    expect(visibleText('a\n\tb\r')).toBe('a\n\tb␍');
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(visibleText(visibleText(text))).toBe(visibleText(text));
        expect(visibleLine(text)).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u);
      }),
    );
  });
});

describe('a text that is cut', () => {
  test('keeps its beginning, parts no pair, and loses nothing uncounted', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 50 }), (text, maximum) => {
        const { text: kept, cut } = cutText(text, maximum);
        expect(text.startsWith(kept)).toBe(true);
        expect(kept.length + cut).toBe(text.length);
        expect(kept.length).toBeLessThanOrEqual(maximum);
        expect(text.isWellFormed() && !kept.isWellFormed()).toBe(false);
      }),
    );
  });

  test('says how much was cut', () => {
    expect(bounded('abcdef', 4)).toBe('abcd… (2 more characters)');
    expect(bounded('abcd', 4)).toBe('abcd');
  });
});

describe('lines', () => {
  const columns = fc.integer({ min: 2, max: 40 });

  test('are no wider than asked for, and lose nothing but blanks', () => {
    fc.assert(
      fc.property(hostileText.map(visibleLine), columns, (text, width) => {
        const lines = wrap(text, width);
        expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        expect(displayWidth(fitted(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });

  test('leave out a first character that is wider than the line', () => {
    expect(fitted('🌀␀', 2)).toBe('…');
  });

  test('of a command can be pasted into a shell', () => {
    expect(continued(['curl -sS -i', "-H 'Accept: a'", "'http://h/'"], 20)).toEqual([
      'curl -sS -i \\',
      "  -H 'Accept: a' \\",
      "  'http://h/'",
    ]);
  });

  test.each([
    ['abc', 3],
    ['漢字', 4],
    ['e\u0301', 1],
    ['👧', 2],
  ])('%s takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_840, '1.8 s'],
  [59_999, '59.9 s'],
  [60_000, '1 min'],
  [125_000, '2 min 5 s'],
  [12_000_000, '3 h 20 min'],
])('%i ms reads %s', (durationMs, expected) => {
  expect(durationText(durationMs)).toBe(expected);
});
