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
import { alternatives, highest, isIn, lowest } from '../../reference-impl/variants/mixing.ts';
import { drawMixtures, orderTrials, triesOf } from '../../src/self-check/order-trials.ts';
import type { SelfCheckOptions, TrialOrder } from '../../src/self-check/trial.ts';
import { serviceOf } from '../../src/self-check/trial-settings.ts';
import { leavesPlenty } from '../../src/suite/case-amounts.ts';
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
  test('are one for each fault, in a run that is given what it takes to see it', () => {
    const { plain, measured } = ordersOf(everything);
    const tried = namesOf([...plain, ...measured].filter(({ subject }) => subject.kind === 'fault'));
    expect(tried.toSorted()).toEqual(faults.map(({ name }) => name).toSorted());
    const needing = faults.filter(needsMeasurement);
    expect(namesOf(measured)).toEqual(expect.arrayContaining(needing.map(({ name }) => name)));
    for (const [scope, need] of [
      ['day', 'day-quota'],
      ['long-minute', 'long-minute'],
    ]) {
      expect(namesOf(measured.filter((order) => order.scope === scope))).toEqual(
        faults.filter(({ needs }) => needs === need).map(({ name }) => name),
      );
    }
  });

  test('are two for each unusual service: a whole run, and one of the plan limits', () => {
    const { plain, measured } = ordersOf(everything);
    const unusual = plain.filter(({ subject }) => subject.kind !== 'fault');
    expect(unusual.map(({ subject }) => subject.kind)).toEqual([
      'mixture',
      'mixture',
      'mixture',
      'variant',
      'mixture',
    ]);
    const again = measured.filter(({ subject }) => subject.kind !== 'fault');
    expect(namesOf(again).toSorted()).toEqual(namesOf(unusual).toSorted());
    expect(unusual.every(({ selected }) => selected.every((id) => !id.startsWith('quota/')))).toBe(true);
    expect(again.every(({ selected }) => selected.every((id) => /^(quota|rate)\//.test(id)))).toBe(true);
  });

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

  test('are repeated if something is missed: with other numbers if they measure, never at smoke', () => {
    const { plain, measured } = ordersOf(everything);
    expect(plain.filter((order) => triesOf(order).length !== 2)).toEqual([]);
    expect(plain.filter((order) => triesOf({ ...order, effort: 'smoke' }).length !== 1)).toEqual([]);
    const scopes = measured.map((order) =>
      triesOf(order)
        .flat()
        .map(({ scope }) => scope),
    );
    expect(scopes.filter((tries) => tries.length < 3)).toEqual([]);
    expect(scopes).toContainEqual(['minute', 'larger-minute', 'longer-minute', 'long-minute']);
  });

  test('beside a measurement have no further cases, and no other has a minute to wait for', () => {
    const { plain, measured } = ordersOf(everything);
    const allowance = (order: TrialOrder) => serviceOf(order).plans?.enterprise?.perMinute ?? 0;
    const ofFaults = measured.filter(({ subject }) => subject.kind === 'fault');
    expect(ofFaults.filter((order) => leavesPlenty(allowance(order), allowance(order)))).toEqual([]);
    expect(Math.min(...ofFaults.map(allowance))).toBeGreaterThan(1_200);
    const free = plain.map((order) => serviceOf(order).plans?.free?.perMinute ?? 0);
    expect(Math.min(...free)).toBeGreaterThan(500);
  });
});

const names = variants.map(({ name }) => name);

describe('mixtures', () => {
  test('what is said of variants that exclude one another is said of variants that there are', () => {
    const named = [...alternatives.flat(), ...lowest, ...highest];
    expect(named.filter((one) => !names.some((name) => isIn(name, [one])))).toEqual([]);
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
      { numRuns: propertyRuns(30) },
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
      { numRuns: propertyRuns(30) },
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
