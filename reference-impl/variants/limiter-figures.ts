import type { Parts } from '../parts.ts';
import { fixedWindow, type QuotaKind } from '../quota.ts';
import { slidingCounter, slidingLog } from '../quota-kinds.ts';
import { type Closer, createRateLimiter } from '../rate-limiter.ts';
import type { VariantRows } from './variant.ts';

/** Limits by another kind of quota. */
export function limiting(kind: QuotaKind, closer?: Closer): (parts: Parts) => Partial<Parts> {
  return ({ rateSettings, clock }) => ({
    takeAllowance: createRateLimiter(rateSettings, clock, kind, closer),
  });
}

function showingReset(shown: (seconds: number) => number | string): (parts: Parts) => Partial<Parts> {
  return ({ showAllowance }) => ({
    showAllowance: (answer, request) => ({
      ...showAllowance(answer, request),
      'X-RateLimit-Reset': String(shown(answer.allowance.resetsAt / 1_000)),
    }),
  });
}

/** A log whose reset is when its newest request is forgotten. */
const forgettingAll: QuotaKind = (limit, lengthMs) => {
  const quota = slidingLog(limit, lengthMs);
  let newest = Number.NEGATIVE_INFINITY;
  return {
    state: (now) => ({ ...quota.state(now), resetsAt: Math.max(now, newest + lengthMs) }),
    count(now) {
      quota.count(now);
      newest = now;
    },
  };
};

/** A counter whose reset is when nothing of this window weighs any more: at the end of the next one. */
const weighingNothing: QuotaKind = (limit, lengthMs) => {
  const quota = slidingCounter(limit, lengthMs);
  return {
    state: (now) => ({ ...quota.state(now), resetsAt: (Math.floor(now / lengthMs) + 2) * lengthMs }),
    count: quota.count,
  };
};

const smallerShare: Closer = (left, right) => {
  const difference =
    left.remaining / left.limit - right.remaining / right.limit || right.nextAt - left.nextAt;
  return difference <= 0 ? left : right;
};

export const limiterFigures: VariantRows = {
  'retry-after-date': ({ showProblem, clock }) => ({
    showProblem(problem, request) {
      const outcome = showProblem(problem, request);
      const seconds = outcome.headers['Retry-After'];
      const date = (delay: string) =>
        new Date(Math.ceil(clock.now() / 1_000 + Number(delay)) * 1_000).toUTCString();
      return seconds === undefined
        ? outcome
        : { ...outcome, headers: { ...outcome.headers, 'Retry-After': date(seconds) } };
    },
  }),
  'reset-rounded-down': showingReset(Math.floor),
  'reset-rounded-to-nearest': showingReset(Math.round),
  'reset-with-fraction': showingReset((seconds) => seconds.toFixed(3)),
  'log-reset-when-empty': limiting(forgettingAll),
  'counter-reset-when-empty': limiting(weighingNothing),
  // The headers describe the minute or the day, whichever has the smaller share left.
  'figures-of-the-smaller-share': limiting(fixedWindow, smallerShare),
};
