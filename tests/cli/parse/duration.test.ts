import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longestDurationMs, parseDuration, writeDuration } from '../../../src/cli/parse/duration.ts';
import { refusal } from '../given.ts';

describe('durations', () => {
  test.each([
    ['500ms', 500],
    ['5s', 5_000],
    ['2m', 120_000],
    ['24h', 86_400_000],
    ['0s', 0],
  ])('%s is %d ms', (text, durationMs) => {
    expect(parseDuration(text, 'zero allowed')).toBe(durationMs);
  });

  test.each(['5', '', 's', '5 s', '-5s', '1.5s', '5S', '1e3s', '5s ', '5min', '٥s', '0x5s'])(
    '%j is refused with an example',
    (text) => {
      expect(refusal(() => parseDuration(text, 'zero allowed'))).toMatch(
        /^.*is not a duration: write 500ms, 5s, 2m or 24h$/,
      );
    },
  );

  test('no time at all is refused where it makes no sense', () => {
    expect(refusal(() => parseDuration('0m', 'above zero'))).toContain('must be longer than 0');
  });

  test('what no timer can hold is refused', () => {
    expect(refusal(() => parseDuration('9999h', 'above zero'))).toContain('too long');
    expect(refusal(() => parseDuration('999999999999999h', 'above zero'))).toContain('too long');
  });

  test('every duration that can be given is read back as it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: longestDurationMs }), (durationMs) => {
        expect(parseDuration(writeDuration(durationMs), 'zero allowed')).toBe(durationMs);
      }),
    );
  });

  test('any text is read or refused in one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!/^\d+(ms|s|m|h)$/.test(text));
        refusal(() => parseDuration(text, 'zero allowed'));
      }),
    );
  });
});
