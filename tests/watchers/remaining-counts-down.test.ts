import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RemainingSeries, type ServedRequest } from '../../src/watchers/remaining-series.ts';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { propertyRuns } from '../property-runs.ts';
import { ask } from '../quota/simulation/limiters/limiter.ts';
import { answer, findingsOf, reportedRequirements, unknownPlan } from './exchanges.ts';
import { type LimiterStep, limiterTraffic, runLimiter } from './limiter-traffic.ts';
import { permittedLimiters, steppedLimiters } from './limiters.ts';

const id = 'rate/remaining-counts-down';
const minuteMs = 60_000;
const limits = [60, 300, 1000, 60_000];

describe.each(Object.entries(permittedLimiters))('%s', (_name, build) => {
  it.each(limits)('is never reported at %i per minute, even if others use the key', (limit) => {
    fc.assert(
      fc.property(limiterTraffic, fc.nat(minuteMs), (steps, startMs) => {
        expect(findingsOf(runLimiter(build(limit, minuteMs), limit, startMs, steps), unknownPlan)).toEqual(
          [],
        );
      }),
      { numRuns: propertyRuns(15) },
    );
  });

  it('is never reported if the limiter restores the requests of a minute ago one by one', () => {
    const steady: LimiterStep[] = Array.from({ length: 400 }, () => ({
      gapMs: 400,
      foreign: 0,
      kind: 'served',
      lagMs: 1,
    }));
    const earlier: LimiterStep[] = Array.from({ length: 100 }, () => ({
      gapMs: 9,
      foreign: 0,
      kind: 'served',
      lagMs: 1,
    }));
    const limiter = build(300, minuteMs);
    for (const { gapMs } of earlier) {
      ask(limiter, gapMs);
    }
    expect(findingsOf(runLimiter(limiter, 300, 1000, steady), unknownPlan)).toEqual([]);
  });

  it('is never reported for responses out of order', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.double({ min: 0, max: 20, noNaN: true }),
            fc.double({ min: 0.1, max: 30, noNaN: true }),
          ),
          {
            minLength: 30,
            maxLength: 150,
            size: 'max',
          },
        ),
        fc.constantFrom(...limits),
        (requests, limit) => {
          const limiter = build(limit, minuteMs);
          const answers = requests
            .map(([sent, lag]) => ({ sent, lag, decided: sent + lag / 3 }))
            .sort((one, other) => one.decided - other.decided)
            .map(({ sent, lag, decided }, index) => {
              const { admitted, remaining } = ask(limiter, decided);
              return answer(index + 1, sent, lag, admitted ? 200 : 429, limit, remaining);
            })
            .sort((one, other) => one.finishedAtMs - other.finishedAtMs);
          expect(findingsOf(answers, unknownPlan)).toEqual([]);
        },
      ),
      { numRuns: propertyRuns(15) },
    );
  });
});

describe.each(Object.entries(steppedLimiters))('%s in steps', (_name, build) => {
  const minutes = fc.constantFrom(2000, 10_000, minuteMs);

  it.each(limits)('passes at %i per minute, with any number and phase', (limit) => {
    fc.assert(
      fc.property(
        limiterTraffic,
        fc.nat(minuteMs),
        fc.integer({ min: 2, max: 120 }),
        minutes,
        (steps, startMs, count, lengthMs) => {
          const exchanges = runLimiter(build(count)(limit, lengthMs), limit, startMs, steps);
          expect(findingsOf(exchanges, { ...unknownPlan, minuteMs: lengthMs })).toEqual([]);
        },
      ),
      { numRuns: propertyRuns(15) },
    );
  });

  it('passes if the client uses up each step at once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 120 }),
        fc.nat(minuteMs),
        fc.constantFrom(60, 300),
        (count, startMs, limit) => {
          const limiter = build(count)(limit, minuteMs);
          const stepMs = minuteMs / count;
          const perStep = Math.ceil(limit / count);
          // The whole limit at once, and from then on the refill of each step.
          const steps = Array.from({ length: limit + 5 * perStep }, (_, index): LimiterStep => {
            const isFirstOfStep = index >= limit && (index - limit) % perStep === 0;
            return { gapMs: isFirstOfStep ? stepMs : 0.1, foreign: 0, kind: 'served', lagMs: 0.1 };
          });
          expect(findingsOf(runLimiter(limiter, limit, startMs, steps), unknownPlan)).toEqual([]);
        },
      ),
      { numRuns: propertyRuns(20) },
    );
  });
});

const faults: Readonly<Record<string, (served: number, limit: number) => number>> = {
  'frozen at one less': (_served, limit) => limit - 1,
  'always the limit': (_served, limit) => limit,
};

describe.each(Object.entries(faults))('Remaining %s', (_name, remaining) => {
  it.each([60, 300, 1000])('is found within 40 requests at %i a minute, and nothing else', (limit) => {
    const exchanges = Array.from({ length: 40 }, (_, index) =>
      answer(index + 1, index * 3, 1, 200, limit, remaining(index + 1, limit)),
    );
    expect(reportedRequirements(exchanges, unknownPlan)).toEqual([id]);
  });
});

describe('rate/remaining-counts-down', () => {
  it('says nothing of steps from above the limit, which are judged as such', () => {
    const above = Array.from({ length: 40 }, (_, index) =>
      answer(index + 1, index * 3, 1, 200, 60, Math.max(0, 65 - index)),
    );
    expect(reportedRequirements(above, unknownPlan)).toEqual(['rate/headers-well-formed']);
  });

  it('judges the counts of a minute and of a day separately', () => {
    const exchanges = Array.from({ length: 60 }, (_, index) => {
      const day = Math.floor(index / 7) % 2 === 1;
      return answer(index + 1, index * 3, 1, 200, day ? 1000 : 60, (day ? 1000 : 60) - 1 - index);
    });
    expect(findingsOf(exchanges, unknownPlan)).toEqual([]);
  });

  it('says nothing of keys that were made up, nor of answers from a cache', () => {
    const frozen = Array.from({ length: 60 }, (_, index) => answer(index + 1, index, 0.5, 200, 60, 59));
    const cached = frozen.map((one) => ({
      ...one,
      response: one.response && {
        ...one.response,
        headers: [...one.response.headers, ['Age', '3'] as const],
      },
    }));
    const invalid = frozen.map((one) => ({
      ...one,
      request: { ...one.request, credential: 'invalid' as const },
    }));
    expect(reportedRequirements(frozen, unknownPlan)).toEqual([id]);
    expect(findingsOf(cached, unknownPlan)).toEqual([]);
    expect(findingsOf(invalid, unknownPlan)).toEqual([]);
  });

  it('has evidence once Remaining has gone down three times', () => {
    const watch = startWatch(unknownPlan);
    const isTouched = Array.from({ length: 5 }, (_, index) =>
      watch.see(answer(index + 1, index * 5, 1, 200, 60, 59 - index)).touched.includes(id),
    );
    expect(isTouched).toEqual([false, false, false, true, true]);
  });
});

const countsDown = 'rate/remaining-counts-down';

/** Lists that are served one after another, every `gapMs`, each `durationMs` on its way. */
const served = (figures: readonly number[], gapMs: number, durationMs: number) =>
  figures.map((left, index) => answer(index + 1, index * gapMs, durationMs, 200, 60, left));

const still = Array.from({ length: 40 }, () => 59);

describe('a frozen Remaining is found', () => {
  it('if the bodies take long: a request was counted when its header fields arrived', () => {
    const long = served(still, 3, 1).map((one) => ({ ...one, finishedAtMs: one.sentAtMs + 1000 }));
    expect(reportedRequirements(long, unknownPlan)).toEqual([countsDown]);
  });
});

describe('of an answer that was under way together with others', () => {
  it('the value is judged if none of them had arrived when it was requested', () => {
    const watch = startWatch(unknownPlan);
    const isJudged = served([59, 58, 57, 56, 55], 3, 20).map((one) =>
      watch.see(one).touched.includes(countsDown),
    );
    expect(isJudged).toEqual([false, false, false, true, true]);
  });

  it('the value may be older than theirs, and does not cover later ones', () => {
    const figures = Array.from({ length: 40 }, (_, index) => 54 - index);
    const answers = served(figures, 3, 1).flatMap((one, index) =>
      // One of the five that were sent before all others, and served before them.
      index % 5 === 4 && index < 25
        ? [one, answer(100 + index, 0, one.finishedAtMs, 200, 60, 59 - Math.floor(index / 5))]
        : [one],
    );
    expect(findingsOf(answers, unknownPlan)).toEqual([]);
  });

  it('is counted once, whatever was reported of others between its response and its report', () => {
    const at = (sent: number, received: number, remaining = 40): ServedRequest => ({
      exchange: sent,
      sent,
      received,
      remaining,
    });
    const [first, slow, next] = [at(0, 10), at(5, 5000), at(20, 30)];
    const early = Array.from({ length: 5 }, (_, index) => at(1, 9 - index));
    const unexplainedAfter = (reported: readonly ServedRequest[]) => {
      const series = new RemainingSeries(60, 60_000, first);
      for (const request of reported) {
        series.see(request);
      }
      const later = Array.from({ length: 80 }, (_, index) => at(40 + 3 * index, 41 + 3 * index));
      return later.findIndex((request) => series.see(request) === 'unexplained');
    };
    const inOrder = unexplainedAfter([...early.toReversed(), first, slow, next]);
    expect(inOrder).toBeGreaterThan(0);
    expect(unexplainedAfter([first, slow, next, ...early])).toBe(inOrder);
  });
});
