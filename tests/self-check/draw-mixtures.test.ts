import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canBeMixed, mixtureOf, namesInMixture, variants } from '../../reference-impl/index.ts';
import { alternatives, highest, lowest } from '../../reference-impl/variants/mixing.ts';
import { drawMixtures } from '../../src/self-check/draw-mixtures.ts';

const names = variants.map(({ name }) => name);

describe('mixtures', () => {
  test('what is said of variants that exclude one another is said of variants that there are', () => {
    const named = [...alternatives.flat(), ...lowest, ...highest];
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
  });

  test('hold only what one service can be at once, whatever the seed; the same seed draws the same', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 20 }), (seed, count) => {
        const drawn = drawMixtures(seed, count);
        expect(drawn).toHaveLength(count);
        expect(drawMixtures(seed, count)).toEqual(drawn);
        for (const mixed of drawn.map(namesInMixture)) {
          expect(mixed.length).toBeGreaterThanOrEqual(2);
          const pairs = mixed.flatMap((name, index) =>
            mixed.slice(index + 1).map((other) => [name, other] as const),
          );
          expect(pairs.filter(([name, other]) => !canBeMixed(name, other))).toEqual([]);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('hold every variant once, about equally many each, if no number is given', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const drawn = drawMixtures(seed, null).map(namesInMixture);
        expect(drawn.flat().toSorted()).toEqual(names.toSorted());
        const share = names.length / drawn.length;
        expect(drawn.filter(({ length }) => length < share - 2 || length > share + 2)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  test('lay what exchanges a part below what decorates it, and cut pages from the whole', () => {
    expect(mixtureOf(['slow-answers', 'pages-of-20', 'newest-first', 'random-ids']).name).toBe(
      'random-ids+newest-first+pages-of-20+slow-answers',
    );
    expect(mixtureOf(['gzip-bodies', 'json-spread-out']).name).toBe('json-spread-out+gzip-bodies');
    expect(mixtureOf(['more-fields', 'gcra', 'clock-90-s-ahead', 'two-categories'])).toMatchObject({
      name: 'clock-90-s-ahead+two-categories+gcra+more-fields',
      categoryIds: [1n, 2n],
    });
  });

  test('are refused where two variants decide the same thing, and where a name is unknown', () => {
    expect(() => mixtureOf(['gcra', 'more-fields', 'sliding-log'])).toThrow('both gcra and sliding-log');
    expect(() => mixtureOf(['gcra', 'gcra'])).toThrow('both gcra and gcra');
    expect(() => mixtureOf(['routes-before-keys', 'zeros-for-strangers'])).toThrow('both routes-before-keys');
    expect(() => mixtureOf(['no-such-variant'])).toThrow('no-such-variant');
  });
});
