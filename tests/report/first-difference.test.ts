import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstDifference } from './first-difference.ts';

describe('the first difference of two texts', () => {
  test('is none where they are the same, and some where they are not', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '\n', '\r', '')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, now) => {
        expect(firstDifference(before, now) === null).toBe(before === now);
      }),
    );
  });

  test.each([
    ['one\ntwo\nthree', 'one\n2\nthree', 'differs from line 2 on:\n  - two\n  + 2'],
    ['one\ntwo', 'one', 'differs from line 2 on:\n  - two\n  + (the file ends)'],
    ['one', 'one\ntwo', 'differs from line 2 on:\n  - (the file ends)\n  + two'],
    ['one\n', 'one', 'differs from line 2 on:\n  - \n  + (the file ends)'],
    ['', 'one', 'differs from line 1 on:\n  - \n  + one'],
  ])('of %j and %j says where', (before, now, said) => {
    expect(firstDifference(before, now)).toBe(said);
  });

  test('shows of a long line what is around it', () => {
    const [left, right] = ['x'.repeat(500), 'y'.repeat(500)];
    expect(firstDifference(`${left}1${right}`, `${left}2${right}`)).toBe(
      `differs from line 1 on:\n  - …${'x'.repeat(60)}1${'y'.repeat(59)}…\n  + …${'x'.repeat(60)}2${'y'.repeat(59)}…`,
    );
  });
});
