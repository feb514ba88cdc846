import { describe, expect, it } from 'vitest';
import { ListSizes } from '../../src/animals/list-sizes.ts';

describe('a list', () => {
  it.each([
    [0, 1, 0, true],
    [1, 1, 0, false],
    [2, 1, 0, false],
    [19, 20, 0, true],
    [19, 100, 0, true],
    [20, 100, 0, false],
    [20, 100, 20, false],
    [20, 100, 21, true],
    [49, 100, 50, true],
    [50, 100, 50, false],
    [19, 100, 5, true],
  ])(
    'of %i animals for a limit of %i, after a list of %i, looks complete: %s',
    (length, limit, longest, complete) => {
      const sizes = new ListSizes();
      sizes.note(longest, 100);
      sizes.note(0, 100);
      expect(sizes.longest).toBe(longest);
      expect(sizes.looksComplete(length, limit, 0)).toBe(complete);
    },
  );

  it('of the maximum length so far does not look complete if more than 20 animals are known and no list had 20', () => {
    const sizes = new ListSizes();
    sizes.note(7, 100);
    expect(sizes.looksComplete(7, 100, 20)).toBe(true);
    expect([sizes.looksComplete(7, 100, 21), sizes.looksComplete(6, 100, 21)]).toEqual([false, true]);
    sizes.note(20, 100);
    expect(sizes.looksComplete(7, 100, 21)).toBe(true);
  });

  it.each([
    [0, 100, 0, 100, true],
    [0, 1, 7, 20, true],
    [6, 100, 7, 100, true],
    [6, 100, 7, 99, true],
    [6, 99, 7, 100, false],
    [7, 100, 7, 100, false],
    [19, 20, 5, 20, false],
    [19, 20, 20, 20, true],
    [20, 20, 100, 100, false],
    [99, 100, 100, 100, true],
  ])(
    'of %i animals for a limit of %i, after a list of %i for a limit of %i, is known to be complete: %s',
    (length, limit, longest, itsLimit, complete) => {
      const sizes = new ListSizes();
      sizes.note(longest, itsLimit);
      expect(sizes.isComplete(length, limit)).toBe(complete);
    },
  );

  it.each([
    [30, 'filtered', false],
    [20, 'filtered', false],
    [19, 'filtered', true],
    [30, 'whole', true],
    [0, 'filtered', true],
  ] as const)('of %i animals, %s, is compared with lists of its kind', (length, kind, complete) => {
    const sizes = new ListSizes();
    sizes.note(100, 100);
    expect(sizes.isComplete(length, 100, kind)).toBe(complete);
  });
});
