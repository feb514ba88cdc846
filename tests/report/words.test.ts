import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latencyText, numberText, rateText, shareText, tickText, timeText } from '../../src/report/words.ts';

test.each([
  [numberText(0), '0'],
  [numberText(999), '999'],
  [numberText(1_000), '1,000'],
  [numberText(1_234_567.891, 2), '1,234,567.89'],
  [numberText(-13), '−13'],
  [numberText(-0.001), '0'],
  [numberText(Number.NaN), '–'],
  [numberText(1e300), '1.0e+300'],
  [rateText(999.84), '999.8/s'],
  [rateText(1_000), '1,000/s'],
  [rateText(0.25), '0.25/s'],
  [latencyText(0.4213), '0.42 ms'],
  [latencyText(4.24), '4.2 ms'],
  [latencyText(99.97), '100 ms'],
  [latencyText(212.4), '212 ms'],
  [latencyText(999.6), '1 s'],
  [latencyText(61_370), '61.37 s'],
  [latencyText(125_000), '125 s'],
  [latencyText(null), '–'],
  [shareText(0.0012), '0.12 %'],
  [shareText(0.345), '34.5 %'],
  [tickText(250), '250'],
  [tickText(10_000), '10k'],
  [tickText(1_500_000), '1.5M'],
])('%s reads %s', (text, expected) => {
  expect(text).toBe(expected);
});

test('no number is written in a way that a reader stumbles over', () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      for (const text of [
        numberText(value, 2),
        rateText(value),
        latencyText(value),
        shareText(value),
        tickText(value),
      ]) {
        expect(text).toMatch(/^(–|−?-?[\d,]+(\.\d+)?(e\+\d+)?)(k|M|G)?( ?(ms|s|%|\/s))?$/);
        expect(text.length).toBeLessThanOrEqual(26);
      }
    }),
  );
});

test.each([
  ['2026-01-01T10:00:00.000Z', '2026-01-01 10:00:00 UTC'],
  ['2026-01-01T10:00:00Z', '2026-01-01 10:00:00 UTC'],
  ['2026-01-01T10:00:00+02:00', '2026-01-01T10:00:00+02:00'],
  ['yesterday', 'yesterday'],
])('the time %s is written as %s', (time, told) => {
  expect(timeText(time)).toBe(told);
});
