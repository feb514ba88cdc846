import { inSteps } from '../limiters/coarse-clock.ts';
import {
  gcra,
  type Limiter,
  type LimiterKind,
  slidingLog,
  slidingLogOfAttempts,
  slidingLogUntilNewest,
} from '../limiters/limiter.ts';
import {
  alignedWindow,
  anchoredWindow,
  minuteAndDay,
  penaltyFromFirst,
  penaltyFromLast,
  tokenBucket,
  tokenBucketUntilNext,
} from '../limiters/permitted.ts';
import {
  cautiousSlidingCounter,
  segmentedCounter,
  slidingCounter,
  slidingCounterUntilEmpty,
} from '../limiters/sliding-counter.ts';
import { between } from '../random.ts';
import { type LimitedServiceOptions, limitedService, type Writing } from '../service/limited-service.ts';
import type { SimulatedLimiter, SoldPlan } from './simulated-limiter.ts';

const tickedTokenBucket: LimiterKind = (limit, windowMs) =>
  inSteps(tokenBucket, Math.max(60, windowMs / 1000))(limit, windowMs);

/** Each of its tokens comes at its own time. */
const wholeTokenBucket: LimiterKind = (limit, windowMs) => inSteps(tokenBucket, limit)(limit, windowMs);

/**
 * The limiters that a conforming service may have and that move on all the time, or once a second. How they round and
 * write is drawn anew for each run.
 */
export const correctLimiters: readonly SimulatedLimiter[] = [
  correct('fixed window by the clock', alignedWindow),
  correct('fixed window from the first request', anchoredWindow),
  correct('fixed window that counts no 404', anchoredWindow, { countsMissing: false }),
  withDay('fixed window of the minute and of the day', anchoredWindow, alignedWindow),

  correct('fixed window that blocks for a minute from the first refusal', penaltyFromFirst(anchoredWindow)),
  correct('fixed window that blocks for a minute from the last refusal', penaltyFromLast(anchoredWindow)),
  correct('fixed window by the clock that blocks for a minute', penaltyFromFirst(alignedWindow)),

  correct('sliding log, Reset when its first request leaves it', slidingLog),
  correct('sliding log, Reset when its last request leaves it', slidingLogUntilNewest),
  correct('sliding log that counts refused requests too', slidingLogOfAttempts),

  correct('sliding counter that admits below the limit', slidingCounter),
  correct('sliding counter that admits up to the limit', cautiousSlidingCounter),
  correct('sliding counter, Reset when nothing counts any more', slidingCounterUntilEmpty),
  correct('sliding counter of whole seconds', inSteps(slidingCounter, 60)),

  correct('token bucket, Reset when it is full', tokenBucket),
  correct('token bucket, Reset with its next token', tokenBucketUntilNext),
  correct('token bucket refilled each second', tickedTokenBucket),
  correct('token bucket of whole tokens', wholeTokenBucket),
  correct('GCRA on epoch seconds', gcra),
  correct('token bucket that blocks for a minute', penaltyFromFirst(tokenBucket)),
  withDay('token bucket of the minute, sliding log of the day', tokenBucket, slidingLog),
];

/**
 * Correct as well, and between a fixed window and what moves on all the time. How many steps a window has is drawn
 * anew for each run: from 1 to 120, of a bucket no whole number in every other run.
 */
export const limitersInSteps: readonly SimulatedLimiter[] = [
  drawn('token bucket refilled in steps, Reset with the next', (steps) =>
    inSteps(tokenBucketUntilNext, steps),
  ),
  drawn('token bucket refilled in steps, Reset when it is full', (steps) => inSteps(tokenBucket, steps)),
  drawn('token bucket refilled by a timer', (steps) => inSteps(tokenBucket, steps, 60)),
  drawn('window that slides by a timer', (steps) => inSteps(slidingLog, Math.ceil(steps), 60)),

  drawn('log in steps', (steps) => inSteps(slidingLog, Math.ceil(steps))),
  drawn('log in steps, Reset when its last request leaves it', (steps) =>
    inSteps(slidingLogUntilNewest, Math.ceil(steps)),
  ),
  drawn('log in steps that counts refused requests too', (steps) =>
    inSteps(slidingLogOfAttempts, Math.ceil(steps)),
  ),
  drawn('counter that slides by segments', (steps) => segmentedCounter(Math.ceil(steps))),
];

/** Days of every kind beside a minute; they are told apart where the figure of the day is measured. */
export const correctDays: readonly SimulatedLimiter[] = [
  withDay('day by the clock', tokenBucket, alignedWindow),
  withDay('day from the first request', slidingLog, anchoredWindow),
  withDay('day of a log, Reset when its first request leaves it', anchoredWindow, slidingLog),
  withDay('day of a log, Reset when its last request leaves it', anchoredWindow, slidingLogUntilNewest),
  withDay('day of a sliding counter', alignedWindow, slidingCounter),
  withDay('day of a sliding counter, Reset when nothing counts any more', gcra, slidingCounterUntilEmpty),
  withDay('day of a bucket, Reset when it is full', anchoredWindow, tokenBucket),
  withDay('day of a bucket, Reset with its next token', alignedWindow, tokenBucketUntilNext),
  withDay('day of a bucket refilled each second', anchoredWindow, tickedTokenBucket),
  withDay('day of whole tokens', slidingCounter, wholeTokenBucket),
  withDay('day by GCRA', anchoredWindow, gcra),
];

/** Few steps are drawn as often as many. */
function drawn(name: string, kind: (steps: number) => LimiterKind): SimulatedLimiter {
  return {
    name,
    begin: (plan) => {
      const steps = 120 ** plan.random();
      const made = kind(plan.random() < 0.5 ? steps : Math.ceil(steps));
      return correct(name, made, { writing: oneClock(plan) }).begin(plan);
    },
  };
}

function correct(
  name: string,
  kind: LimiterKind,
  parts: Partial<LimitedServiceOptions> = {},
): SimulatedLimiter {
  return {
    name,
    begin: (plan) => ({
      service: limitedService({
        begin: () => kind(plan.perMinute, plan.minuteMs),
        writing: anyWriting(plan),
        ...parts,
      }),
      faultHappened: () => false,
    }),
  };
}

/** A minute's and a day's counter, of which the latter may be used up nearly. */
function withDay(name: string, minute: LimiterKind, day: LimiterKind): SimulatedLimiter {
  return {
    name,
    begin: (plan) => ({
      service: limitedService({
        begin: () =>
          minuteAndDay(minute(plan.perMinute, plan.minuteMs), usedToday(day(plan.perDay, plan.dayMs), plan)),
        writing: anyWriting(plan),
      }),
      faultHappened: () => false,
    }),
  };
}

function usedToday(day: Limiter, { perMinute, perDay, random }: SoldPlan): Limiter {
  let used = random() < 0.5 ? 0 : Math.floor(perDay - between(random, 0, Math.min(perDay, 4 * perMinute)));
  return {
    ...day,
    admits: (atMs) => {
      for (; used > 0; used -= 1) {
        day.charge(atMs);
      }
      return day.admits(atMs);
    },
  };
}

/**
 * In every other run, the clock that computes `Reset` differs from the one that stamps `Date`. Not with steps: they and
 * such a clock look like shorter windows in one of 20,000 measurements.
 */
function anyWriting(plan: SoldPlan): Writing {
  const { wholeReset, retryAfter } = oneClock(plan);
  const mostSeconds = Math.min(3, plan.minuteMs / 20_000);
  const skewSeconds = plan.random() < 0.5 ? 0 : between(plan.random, -mostSeconds, mostSeconds);
  return { wholeReset: (seconds) => wholeReset(seconds + skewSeconds), retryAfter };
}

function oneClock({ random }: SoldPlan): Writing {
  const roundings = [Math.ceil, Math.floor, Math.round];
  return {
    wholeReset: roundings[Math.floor(random() * roundings.length)] ?? Math.ceil,
    retryAfter: random() < 0.2 ? 'date' : 'seconds',
  };
}
