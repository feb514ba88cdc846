import { expect, test } from 'vitest';
import { parseShare } from '../../../src/cli/parse/whole-number.ts';

test.each([
  ['0', 0],
  ['1', 1],
  ['0.67', 0.67],
  ['1.0', 1],
  ['0.123456', 0.123456],
])('%s is a share', (text, share) => {
  expect(parseShare(text)).toBe(share);
});

test.each(['', '-0.1', '1.1', '67', '67%', '.5', '0.', '0x1', '1e-1', '0.1234567', 'NaN', ' 0.5'])(
  '%j is none',
  (text) => {
    expect(() => parseShare(text)).toThrow(/^"[^\n]*" is not a share from 0 to 1, e\.g\. 0\.67/);
  },
);
