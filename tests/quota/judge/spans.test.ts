import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { united, within, without } from '../../../src/quota/judge/spans.ts';

const spans = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 12 }))
    .map(([from, length]) => [from, from + length] as const),
  { maxLength: 8 },
);

describe('spans', () => {
  it('are cut at the ends of what is taken, which stay', () => {
    fc.assert(
      fc.property(spans, spans, (list, taken) => {
        const cut = united(taken).reduce(
          (left, [from, to]) =>
            left
              .flatMap(([begin, end]): [number, number][] => [
                [begin, Math.min(end, from)],
                [Math.max(begin, to), end],
              ])
              .filter(([begin, end]) => begin < end),
          united(list).map(([from, to]): [number, number] => [from, to]),
        );
        expect(without(united(list), united(taken))).toEqual(cut);
      }),
    );
  });

  it('may be moments, which are left where nothing is taken around them', () => {
    const moment = [[5, 5]] as const;
    expect(without(moment, [])).toEqual(moment);
    expect(without(moment, [[1, 2]])).toEqual(moment);
    expect(without(moment, [[7, 9]])).toEqual(moment);
    expect(without(moment, [[4, 6]])).toEqual([]);
    expect(united(moment)).toEqual([]);
    expect(within(moment, 5, 5)).toEqual(moment);
  });

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
