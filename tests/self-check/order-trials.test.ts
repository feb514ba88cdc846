import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canBeMixed,
  faults,
  limiterNames,
  mixtureOf,
  namesInMixture,
  needsMeasurement,
  variants,
} from '../../reference-impl/index.ts';
import { drawMixtures, orderTrials } from '../../src/self-check/order-trials.ts';
import type { SelfCheckOptions, TrialOrder } from '../../src/self-check/trial.ts';
import { requirements } from '../../suites/requirements.ts';
import { propertyRuns } from '../property-runs.ts';
import { functional } from './trials.ts';

const everything: SelfCheckOptions = {
  faults: faults.map(({ name }) => name),
  variants: ['gcra', 'newest-first+slow-answers'],
  mixtures: 3,
  selected: requirements.map(({ id }) => id),
  effort: 'normal',
  allowance: null,
  seed: 7,
  workers: 2,
  reportDir: '/reports',
};

function namesOf(orders: readonly { readonly subject: { readonly name: string } }[]): string[] {
  return orders.map(({ subject }) => subject.name);
}

function ordersOf(options: SelfCheckOptions) {
  const { functional: plain, measured } = orderTrials(options);
  return { plain, measured };
}

describe('the trials of a self-check', () => {
  test('give every variant the further cases and a measurement, alone or in a mixture', () => {
    const all = variants.map(({ name }) => name);
    for (const mixtures of [null, 0, 3]) {
      const { plain, measured } = ordersOf({ ...everything, variants: all, mixtures });
      const reached = (orders: readonly TrialOrder[]): Set<string> =>
        new Set(orders.flatMap(({ subject }) => namesInMixture(subject.name)));
      const ample = plain.filter(
        ({ isAmple, subject }) =>
          isAmple &&
          (subject.kind === 'variant' || !/slow-answers|counter-reset-when-empty/.test(subject.name)),
      );
      expect(all.filter((name) => !reached(ample).has(name))).toEqual([]);
      expect(all.filter((name) => !reached(measured).has(name))).toEqual([]);
      const alone = plain.filter(({ subject }) => subject.kind === 'variant');
      expect(namesOf(alone).toSorted()).toEqual(all.toSorted());
      expect(alone.every(({ isAmple }) => isAmple)).toBe(mixtures !== null);
      expect(measured.filter(({ subject }) => subject.kind === 'variant')).toHaveLength(
        mixtures === null ? limiterNames.length : all.length,
      );
    }
  });

  test('measure nothing without the plan limits', () => {
    const outside = faults.filter((fault) => !needsMeasurement(fault)).map(({ name }) => name);
    const { plain, measured } = ordersOf({
      ...everything,
      faults: [...outside, 'remaining-five-too-many'],
      selected: functional,
    });
    expect(measured).toEqual([]);
    expect(namesOf(plain)).toEqual(expect.arrayContaining(outside));
    expect(namesOf(plain)).not.toContain('remaining-five-too-many');
  });
});

describe('mixtures', () => {
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
      { numRuns: propertyRuns(30) },
    );
  });

  test('are refused where two variants decide the same thing, and where a name is unknown', () => {
    expect(() => mixtureOf(['gcra', 'more-fields', 'sliding-log'])).toThrow('both gcra and sliding-log');
    expect(() => mixtureOf(['gcra', 'gcra'])).toThrow('both gcra and gcra');
    expect(() => mixtureOf(['routes-before-keys', 'zeros-for-strangers'])).toThrow('both routes-before-keys');
    expect(() => mixtureOf(['no-such-variant'])).toThrow('no-such-variant');
  });
});
