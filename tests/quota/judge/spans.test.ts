import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { united, within } from '../../../src/quota/judge/times.ts';

const spans = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 12 }))
    .map(([from, length]) => [from, from + length] as const),
  { maxLength: 8 },
);

describe('spans', () => {
  it('lie within one where they touch it', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 0, max: 60 }), fc.nat(20), (list, from, length) => {
        const to = from + length;
        const touching = united(list).filter(([begin, end]) => begin <= to && from <= end);
        expect(within(united(list), from, to)).toEqual(
          touching.map(([begin, end]) => [Math.max(begin, from), Math.min(end, to)]),
        );
      }),
    );
    expect(within([], 0, 10)).toEqual([]);
  });
});
