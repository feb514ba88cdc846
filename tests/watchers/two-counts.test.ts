import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { TwoCounts } from '../../src/watchers/two-counts.ts';
import { propertyRuns } from '../property-runs.ts';
import { answer, unknownPlan } from './counted-answer.ts';
import { findingsOf } from './exchanges.ts';
import { permittedLimiters } from './limiters.ts';

const minuteMs = 60_000;
const gapMs = fc.oneof(
  fc.double({ min: 0, max: 100, noNaN: true }),
  fc.constantFrom(0, 1000, 15_000, 61_000),
);
const timed = fc.record({
  gapMs,
  lagMs: fc.double({ min: 0.1, max: 400, noNaN: true }),
  decidedAt: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe.each(Object.entries(permittedLimiters))('%s', (_name, build) => {
  it.each([60, 300])('is seen as one count at %i a minute, however requests overlap', (limit) => {
    fc.assert(
      fc.property(
        fc.array(timed, { minLength: 20, maxLength: 250, size: 'max' }),
        fc.nat(minuteMs),
        (steps, startMs) => {
          const limiter = build(limit, minuteMs);
          let now = startMs;
          const requests = steps.map((step, index) => {
            now += step.gapMs;
            return {
              exchange: index + 1,
              sent: now,
              received: now + step.lagMs,
              decided: now + step.lagMs * step.decidedAt,
            };
          });
          const decided = requests
            .toSorted((left, right) => left.decided - right.decided)
            .map((request) => ({ ...request, ...limiter.take(request.decided) }));
          const counts = new TwoCounts(limit, minuteMs);
          for (const request of decided.toSorted((left, right) => left.received - right.received)) {
            if (request.admitted) {
              counts.see(request);
            }
          }
          expect(counts.seen).toBeNull();
        },
      ),
      { numRuns: propertyRuns(40) },
    );
  });
});

it('counts of two processes leave it undecided whether Remaining counts down', () => {
  const figures = [...Array.from({ length: 40 }, (_, index) => 999 - index), 999, 959, 958, 998, 957];
  const answers = figures.map((left, index) => answer(index + 1, index * 5, 3, 200, 1000, left));
  const watch = startWatch(unknownPlan);
  for (const one of answers) {
    watch.see(one);
  }
  expect(findingsOf(answers, unknownPlan)).toEqual([]);
  expect(watch.unreached('rate/remaining-counts-down')).toEqual([
    'X-RateLimit-Remaining of a single counter (960, 999, then 959: each process has its own, or others use the key)',
  ]);
});
