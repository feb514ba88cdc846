import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/exchange/exchange.ts';
import { seededNumbers } from '../../../src/exchange/seeded-numbers.ts';
import { type CountedSeries, pauseBeforeMs, seriesOperations } from '../../../suites/steps/counted-series.ts';
import { countingFault, stepsByOne } from '../../../suites/steps/remaining-steps.ts';
import { propertyRuns } from '../../property-runs.ts';
import { ask, type Limiter } from '../../quota/simulation/limiters/limiter.ts';
import { permittedLimiters, steppedLimiters } from '../../watchers/limiters.ts';

const windowMs = 60_000;

/** The conditions of three series. */
interface Conditions {
  /** How long each operation takes, in ms, and at which share of that it is counted. */
  readonly durations: Readonly<Record<Operation, number>>;
  readonly countedAt: number;
  /** The gap between series, in ms. */
  readonly gapMs: number;
  readonly seed: number;
}

/** What a service shows; it gets each request with the time at which it counts it. */
type Shown = (operation: Operation, countedMs: number, index: number) => number;

function seriesOf({ durations, countedAt, gapMs, seed }: Conditions, shown: Shown): CountedSeries[] {
  const random = seededNumbers(seed);
  let now = windowMs;
  let index = 0;
  return [0, 1, 2].map(() => {
    const sent: number[] = [];
    now += gapMs;
    return seriesOperations.map((operation, place) => {
      const sentMs = now + pauseBeforeMs(place, now - (sent.at(-2) ?? now), random());
      sent.push(sentMs);
      // No two responses take exactly the same time.
      const lastedMs = durations[operation] * (1 + random() / 20);
      now = sentMs + lastedMs;
      index += 1;
      const remaining = shown(operation, sentMs + lastedMs * countedAt, index);
      return { operation, remaining, sentMs, receivedMs: now };
    });
  });
}

const limits = [60, 300, 1_000, 3_000, 60_000, 1_000_000];
const limiters = {
  ...permittedLimiters,
  ...Object.fromEntries(
    [60, 600, 10_000].flatMap((steps) =>
      Object.entries(steppedLimiters).map(([name, make]) => [`${name} in ${steps} steps`, make(steps)]),
    ),
  ),
};

const duration = fc.oneof(
  fc.double({ min: 0.1, max: 6, noNaN: true }),
  fc.constantFrom(20, 50, 100, 200, 540, 1_000, 1_100),
);

const conditions = fc.record({
  durations: fc.oneof(
    fc.record({ listPets: duration, getPet: duration, createPet: duration }),
    duration.map((same) => ({ listPets: same, getPet: same, createPet: same })),
  ),
  countedAt: fc.constantFrom(0.01, 0.5, 0.99),
  gapMs: fc.integer({ min: 1, max: 200 }),
  seed: fc.nat(),
});

/**
 * How often another client of the key sends a request, in ms; or as soon as it has a response, after one of the run: at
 * most twice as often as without the run.
 */
const client = fc.oneof(
  fc.constant(Number.POSITIVE_INFINITY),
  fc.constantFrom(2, 3.1, 10, 40, 75, 125, 150, 230, 250, 1_000, 1_200),
  fc.constant('in a loop' as const),
);

/** The limiter as the run sees it while another client uses the key. */
function shared(limiter: Limiter, { durations }: Conditions, other: number | 'in a loop'): Shown {
  const followsTheRun = other === 'in a loop';
  const periodMs = followsTheRun ? durations.getPet : other;
  let nextMs = windowMs;
  let lastMs = 0;
  return (_operation, countedMs) => {
    for (; nextMs < countedMs; nextMs += periodMs) {
      ask(limiter, nextMs);
      lastMs = nextMs;
    }
    nextMs = followsTheRun ? Math.max(countedMs + 0.01, lastMs + periodMs / 2) : nextMs;
    return ask(limiter, countedMs).remaining;
  };
}

describe.each(Object.entries(limiters))('%s', (_name, make) => {
  it.each(limits)(
    'shows no fault at %i per minute, though the key was used before and others use it',
    (limit) => {
      fc.assert(
        fc.property(
          conditions,
          fc.array(fc.integer({ min: 0, max: 61_000 }), { maxLength: 200 }),
          client,
          (one, usedBefore, other) => {
            // A faster client leaves nothing to the run.
            fc.pre((other === 'in a loop' ? one.durations.getPet : other) > windowMs / limit);
            const limiter = make(limit, windowMs);
            for (const time of usedBefore.toSorted((left, right) => left - right)) {
              ask(limiter, Math.min(time, windowMs));
            }
            const series = seriesOf(one, shared(limiter, one, other));
            // A series in which nothing remains is not judged.
            fc.pre(series.flat().every(({ remaining }) => remaining > 0));
            expect(countingFault(series, { limit, windowMs })).toBeNull();
          },
        ),
        { numRuns: propertyRuns(20) },
      );
    },
  );
});

const served = (index: number): number => 600 - index;

describe('a Remaining that', () => {
  const durations = { listPets: 2, getPet: 1, createPet: 3 };
  const usual: Conditions = { durations, countedAt: 0.5, gapMs: 40, seed: 7 };

  it('goes down by one shows no fault', () => {
    const series = seriesOf(usual, (_operation, _at, index) => served(index));
    expect(countingFault(series, { limit: 600, windowMs })).toBeNull();
    expect(stepsByOne(series, { limit: 600, windowMs })).toBe(39);
  });

  it('counts each request twice is found where a bucket could restore far more', () => {
    const series = seriesOf(usual, (_operation, _at, index) => 900_000 - 2 * index);
    expect(countingFault(series, { limit: 1_000_000, windowMs })?.kind).toBe('too-fast');
  });
});
