import { expect, test } from 'vitest';
import { timeText } from '../../src/report/words.ts';

test.each([
  ['2026-01-01T10:00:00.000Z', '2026-01-01 10:00:00 UTC'],
  ['2026-01-01T10:00:00Z', '2026-01-01 10:00:00 UTC'],
  ['2026-01-01T10:00:00+02:00', '2026-01-01T10:00:00+02:00'],
  ['yesterday', 'yesterday'],
])('the time %s is written as %s', (time, told) => {
  expect(timeText(time)).toBe(told);
});
