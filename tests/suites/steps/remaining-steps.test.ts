import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/exchange/exchange.ts';
import { seededNumbers } from '../../../src/exchange/seeded-numbers.ts';
import { type CountedSeries, countingFault, stepsByOne } from '../../../suites/steps/remaining-steps.ts';
import { propertyRuns } from '../../property-runs.ts';
import { type Limiter, permittedLimiters, steppedLimiters } from '../../watchers/limiters.ts';

const windowMs = 60_000;
const pattern = 'LGCLLGCCGGLCGL';
const operationOf: Readonly<Record<string, Operation>> = { L: 'listPets', G: 'getPet', C: 'createPet' };

/** The conditions of three series. */
interface Conditions {
  readonly pauses: readonly number[];
  /** How long each operation takes, in ms. */
  readonly durations: Readonly<Record<string, number>>;
  /** The gap between series, in ms. */
  readonly gapMs: number;
}

/** What a service shows; it gets each request with the time at which it counts it. */
type Shown = (operation: string, countedMs: number, index: number) => number;

function seriesOf({ pauses, durations, gapMs }: Conditions, shown: Shown, startMs = 0): CountedSeries[] {
  let now = startMs;
  let index = 0;
  return [0, 1, 2].map(() => {
    now += gapMs;
    return Array.from(pattern, (letter) => {
      const sentMs = now + (pauses[index % pauses.length] ?? 0);
      const lasts = durations[letter] ?? 1;
      now = sentMs + lasts;
      index += 1;
      const remaining = shown(letter, sentMs + lasts / 2, index);
      return { operation: operationOf[letter] ?? 'listPets', remaining, sentMs, receivedMs: now };
    });
  });
}

const limits = [60, 600, 3_000, 60_000, 1_000_000];
const limiters = {
  ...permittedLimiters,
  ...Object.fromEntries(
    [60, 600, 10_000].flatMap((steps) =>
      Object.entries(steppedLimiters).map(([name, make]) => [
        `${name} in ${steps} steps`,
        (limit: number, lengthMs: number): Limiter => make(limit, lengthMs, steps),
      ]),
    ),
  ),
};

/** Pauses as they are drawn at random, so that none has a pattern. */
function randomPauses(seed: number, longestMs: number): number[] {
  const random = seededNumbers(seed);
  return Array.from({ length: 3 * pattern.length }, () => Math.floor(random() * (longestMs + 1)));
}

const duration = fc.double({ min: 0.1, max: 6, noNaN: true });

const conditions = (limit: number) =>
  fc.record({
    pauses: fc.nat().map((seed) => randomPauses(seed, Math.min(30, Math.ceil(15_000 / limit)))),
    durations: fc.record({ L: duration, G: duration, C: duration }),
    gapMs: fc.integer({ min: 1, max: 200 }),
  });

/** The limiter as the run sees it while another client uses the key, one request each `periodMs`. */
function shared(limiter: Limiter, periodMs: number): Shown {
  let nextMs = windowMs;
  return (_operation, countedMs) => {
    for (; nextMs < countedMs; nextMs += periodMs) {
      limiter.take(nextMs);
    }
    return limiter.take(countedMs).remaining;
  };
}

describe.each(Object.entries(limiters))('%s', (_name, make) => {
  it.each(limits)(
    'shows no fault at %i per minute, though the key was used before and others use it',
    (limit) => {
      fc.assert(
        fc.property(
          conditions(limit),
          fc.array(fc.integer({ min: 0, max: 61_000 }), { maxLength: 200 }),
          fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.constantFrom(0.7, 2, 3.1, 10, 40, 250)),
          (one, usedBefore, periodMs) => {
            const limiter = make(limit, windowMs);
            for (const time of usedBefore.toSorted((left, right) => left - right)) {
              limiter.take(Math.min(time, windowMs));
            }
            const series = seriesOf(one, shared(limiter, periodMs), windowMs);
            // A series in which nothing remains is not judged.
            fc.pre(series.flat().every(({ remaining }) => remaining > 0));
            expect(countingFault(series, { limit, windowMs })).toBeNull();
          },
        ),
        { numRuns: propertyRuns(30) },
      );
    },
  );
});

const served = (index: number): number => 600 - index;

const faults: readonly (readonly [what: string, kind: string, shown: Shown])[] = [
  ['stays as it is', 'frozen', () => 599],
  ['goes up', 'frozen', (_operation, _at, index) => 400 + index],
  ['counts each request twice', 'too-fast', (_operation, _at, index) => 600 - 2 * index],
  ['leaves out readings', 'frozen getPet', counting({ L: 1, G: 0, C: 1 })],
  ['counts creations five times', 'too-fast createPet', counting({ L: 1, G: 1, C: 5 })],
  ['is rounded to tens', 'in-lumps', (_operation, _at, index) => Math.floor(served(index) / 10) * 10],
  ['is that of every second request', 'too-slow', (_operation, _at, index) => served(Math.ceil(index / 2))],
  ['jumps', 'jumps', (_operation, _at, index) => (index * 7_919) % 601],
  ['counts by operation', 'own-count-by-operation', counted((letter) => letter)],
  ['counts by method', 'own-count-by-method', counted((letter) => (letter === 'C' ? 'POST' : 'GET'))],
];

/** A count in which an operation has a cost of its own. */
function counting(costs: Readonly<Record<string, number>>): Shown {
  let left = 600;
  return (letter) => {
    left -= costs[letter] ?? 1;
    return left;
  };
}

/** A count for each group. */
function counted(groupOf: (letter: string) => string): Shown {
  const counts = new Map<string, number>();
  return (letter) => {
    const count = (counts.get(groupOf(letter)) ?? 0) + 1;
    counts.set(groupOf(letter), count);
    return 600 - count;
  };
}

describe('a Remaining that', () => {
  const usual = { pauses: [0, 7, 3, 11, 2], durations: {}, gapMs: 40 };

  it('goes down by one shows no fault', () => {
    const series = seriesOf(usual, (_operation, _at, index) => served(index));
    expect(countingFault(series, { limit: 600, windowMs })).toBeNull();
    expect(stepsByOne(series, { limit: 600, windowMs })).toBe(39);
  });

  it.each(faults)('%s is found as %s', (_what, kind, shown) => {
    expect(countingFault(seriesOf(usual, shown), { limit: 600, windowMs })?.kind).toBe(kind);
  });
});
