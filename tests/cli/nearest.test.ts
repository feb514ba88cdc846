import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance, nearest } from '../../src/cli/usage-error.ts';

describe('what was probably meant', () => {
  test.each([
    ['--api-kye', '--api-key'],
    ['--apikey', '--api-key'],
    ['--report', undefined],
    ['--max-request', '--max-requests'],
    ['--SEED', '--seed'],
  ])('%s is near to %s', (word, meant) => {
    expect(nearest(word, ['--api-key', '--seed', '--max-requests'])).toBe(meant);
  });

  test('a swap of neighbours counts once', () => {
    expect(editDistance('kye', 'key')).toBe(1);
    expect(editDistance('', 'key')).toBe(3);
    expect(editDistance('kitten', 'sitting')).toBe(3);
  });

  test('the distance is symmetric, 0 only for the same word, and never beyond the longer word', () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (left, right) => {
        const distance = editDistance(left, right);
        expect(distance).toBe(editDistance(right, left));
        expect(distance === 0).toBe(left === right);
        expect(distance).toBeLessThanOrEqual(Math.max(left.length, right.length));
      }),
    );
  });
});
