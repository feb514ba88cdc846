import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { united, within, without } from '../../../src/quota/judge/spans.ts';

const spans = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 12 }))
    .map(([from, length]) => [from, from + length] as const),
  { maxLength: 8 },
);

/** Whether a moment that is no end of any span lies in one. */
function holds(list: readonly (readonly [number, number])[], moment: number): boolean {
  return list.some(([from, to]) => from <= moment && moment <= to);
}

const moments = Array.from({ length: 75 }, (_, position) => position + 0.5);

describe('spans', () => {
  it('hold united what each of them holds, in order and apart', () => {
    fc.assert(
      fc.property(spans, (list) => {
        const one = united(list);
        expect(moments.map((moment) => holds(one, moment))).toEqual(
          moments.map((moment) => holds(list, moment)),
        );
        expect(one.every(([from], position) => from > (one[position - 1]?.[1] ?? -1))).toBe(true);
      }),
    );
  });

  it('hold without others what only they hold', () => {
    fc.assert(
      fc.property(spans, spans, (list, taken) => {
        const left = without(united(list), united(taken));
        expect(moments.map((moment) => holds(left, moment))).toEqual(
          moments.map((moment) => holds(list, moment) && !holds(taken, moment)),
        );
      }),
    );
  });

  it('are cut to what lies within one', () => {
    fc.assert(
      fc.property(
        spans,
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 30 }),
        (list, from, length) => {
          const parts = within(united(list), from, from + length);
          expect(moments.map((moment) => holds(parts, moment))).toEqual(
            moments.map((moment) => holds(list, moment) && moment > from && moment < from + length),
          );
        },
      ),
    );
  });
});
