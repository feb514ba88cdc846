import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockWindows } from '../../../src/quota/judge/clock-windows.ts';
import { counterOf } from '../../../src/quota/judge/key-ledger.ts';
import { allowanceOf, type Counter } from '../../../src/quota/judge/limiter-model.ts';
import { admissionsOnly, allDecisions, isExplained } from '../../../src/quota/judge/permitted-limiters.ts';
import { slidingLog } from '../../../src/quota/judge/sliding-log.ts';
import { limitersInSteps } from '../../../src/quota/judge/stepped-limiters.ts';
import { propertyRuns } from '../../property-runs.ts';
import { caseOf } from './case-of.ts';
import {
  canDecideSo,
  clockWindowsOnly,
  type Decided,
  decidedBy,
  everyLimiter,
  everyLimiterInSteps,
  logOnly,
} from './oracle.ts';
import { free } from './trace.ts';

/** Moments of the grid in a window, and how long each is, in ms: what clocks may be off by is less. */
const length = 12;
const momentMs = 5000;
const windowMs = length * momentMs;

/** What the judge sees of it: the first answer says that nothing was used before. */
function counterFor(requests: readonly Decided[], limit: number): Counter {
  const plan = { ...free, perMinute: limit, minuteMs: windowMs };
  const bySent = [...requests].sort((one, other) => one.from - other.from || one.to - other.to);
  const { timeline } = caseOf(
    bySent.map(({ from, to, admitted }, index) => ({
      ...{ sentAtMs: from * momentMs, answeredAtMs: to * momentMs },
      ...{ status: admitted ? 200 : 429, limit, remaining: index === 0 ? limit - 1 : Number.NaN },
    })),
  );
  return counterOf(timeline, plan, null);
}

function judgeExplains(requests: readonly Decided[], limit: number): boolean {
  const counters = [counterFor(requests, limit)];
  const allowance = allowanceOf(limit, windowMs);
  return (
    isExplained(counters, allowance, allDecisions) ||
    isExplained(counters, allowance, allDecisions, limitersInSteps)
  );
}

const limits = fc.integer({ min: 1, max: 4 });
const underWay = fc.record({
  at: fc.integer({ min: 0, max: 3 * length }),
  before: fc.nat(2),
  after: fc.nat(2),
});

describe('the judge', () => {
  it('never rejects what a limiter decided, whatever its kind, step and phase', () => {
    fc.assert(
      fc.property(
        limits.chain((limit) =>
          fc.tuple(fc.constant(limit), fc.constantFrom(...everyLimiter(limit, length))),
        ),
        fc.array(underWay, { minLength: 1, maxLength: 14 }),
        ([limit, limiter], sent) => {
          expect(judgeExplains(decidedBy(limiter, sent), limit)).toBe(true);
        },
      ),
      { numRuns: propertyRuns(400) },
    );
  });

  it('never rejects what a limiter in steps said was left, nor what it decided with it', () => {
    fc.assert(
      fc.property(
        limits.chain((limit) =>
          fc.tuple(fc.constant(limit), fc.constantFrom(...everyLimiterInSteps(limit, length))),
        ),
        fc.array(underWay, { minLength: 1, maxLength: 14 }),
        ([limit, limiter], sent) => {
          const requests = decidedBy(limiter, sent);
          const announcements = requests
            .filter(({ admitted }) => admitted)
            .map(({ from, to, left = 0 }) => ({
              sentMs: from * momentMs,
              answeredMs: to * momentMs,
              remaining: left,
            }));
          const demand = { ...allDecisions, announcements };
          expect(
            isExplained([counterFor(requests, limit)], allowanceOf(limit, windowMs), demand, limitersInSteps),
          ).toBe(true);
        },
      ),
      { numRuns: propertyRuns(400) },
    );
  });

  it('rejects what no limiter in steps can have said was left', () => {
    const requests = [0, 1, 2].map((at) => ({ from: at, to: at, admitted: true }));
    const said = (remaining: number) => ({
      ...allDecisions,
      announcements: [{ sentMs: 2 * momentMs, answeredMs: 2 * momentMs, remaining }],
    });
    const allowance = allowanceOf(10, windowMs);
    expect(isExplained([counterFor(requests, 10)], allowance, said(7), limitersInSteps)).toBe(true);
    expect(isExplained([counterFor(requests, 10)], allowance, said(5), limitersInSteps)).toBe(false);
  });

  it('never rejects what the oracle explains', () => {
    let explained = 0;
    let rejected = 0;
    const decided = fc.record({
      from: fc.integer({ min: 0, max: 2 * length }),
      took: fc.nat(2),
      admitted: fc.boolean(),
    });
    fc.assert(
      fc.property(limits, fc.array(decided, { minLength: 2, maxLength: 6 }), (limit, some) => {
        const requests = some.map(({ from, took, admitted }) => ({ from, to: from + took, admitted }));
        const isJudged = judgeExplains(requests, limit);
        rejected += isJudged ? 0 : 1;
        if (!isJudged) {
          expect(everyLimiter(limit, length).some((limiter) => canDecideSo(limiter, requests))).toBe(false);
        } else {
          explained += 1;
        }
      }),
      { numRuns: propertyRuns(300) },
    );
    expect(Math.min(explained, rejected)).toBeGreaterThanOrEqual(propertyRuns(21));
  });

  // What clocks may be off by is less than a moment of the grid.
  it('rejects what no window explains, nor one up to two moments shorter, nor requests delayed as much', () => {
    const allowance = (limit: number) => allowanceOf(limit, windowMs);
    let rejected = 0;
    fc.assert(
      fc.property(
        limits,
        fc.array(fc.integer({ min: 0, max: 2 * length }), { minLength: 2, maxLength: 8 }),
        (limit, moments) => {
          // Two that are a window apart to the millisecond may both lie at its edges, and then count nowhere.
          fc.pre(moments.every((at) => !moments.includes(at + length)));
          const requests = moments.map((at) => ({ from: at, to: at, admitted: true }));
          const counters = [counterFor(requests, limit)];
          const later = requests.map(({ from, to }) => ({ from, to: to + 2, admitted: true }));
          const isLog = [length, length - 1, length - 2].some((long) =>
            canDecideSo(logOnly(limit, long), later),
          );
          const isWindow = [length, length - 1, length - 2].some((long) =>
            clockWindowsOnly(limit, long).some((window) => canDecideSo(window, later)),
          );
          rejected += isLog && isWindow ? 0 : 1;
          expect(isLog || !slidingLog.explains(counters, allowance(limit), admissionsOnly)).toBe(true);
          expect(isWindow || !clockWindows.explains(counters, allowance(limit), admissionsOnly)).toBe(true);
        },
      ),
      { numRuns: propertyRuns(150) },
    );
    expect(rejected).toBeGreaterThanOrEqual(propertyRuns(16));
  });
});
