import type { ApiRequest } from '../messages.ts';
import type { Allowance, Parts } from '../parts.ts';
import { tooManyRequests } from '../problem.ts';
import { createRateLimiter, fixedWindow, type QuotaKind } from '../rate-limiter.ts';
import { type Variant, variant } from './variant.ts';

/** A bucket that holds the limit and is refilled evenly. */
const tokenBucket: QuotaKind = (limit, lengthMs) => {
  const msPerToken = lengthMs / limit;
  let fullAt = 0;
  const missing = (now: number) => Math.max(0, fullAt - now) / msPerToken;
  return {
    standing(now) {
      const remaining = Math.floor(limit - missing(now) + 1e-9);
      const nextAt = remaining > 0 ? now : fullAt - (limit - 1) * msPerToken;
      return { limit, remaining, resetsAt: Math.max(now, fullAt), nextAt };
    },
    count(now) {
      fullAt = Math.max(now, fullAt) + msPerToken;
    },
  };
};

/** Remembers when each request was; each is forgotten after the length. */
const slidingLog: QuotaKind = (limit, lengthMs) => {
  const times: number[] = [];
  return {
    standing(now) {
      while ((times[0] ?? Number.POSITIVE_INFINITY) <= now - lengthMs) {
        times.shift();
      }
      const end = (times[0] ?? now) + lengthMs;
      const remaining = limit - times.length;
      return { limit, remaining, resetsAt: end, nextAt: remaining > 0 ? now : end };
    },
    count(now) {
      times.push(now);
    },
  };
};

/** A fixed window that begins with the first request after the last one ended. */
const anchoredWindow: QuotaKind = (limit, lengthMs) => {
  let endsAt = 0;
  let used = 0;
  return {
    standing(now) {
      const remaining = now < endsAt ? limit - used : limit;
      const end = now < endsAt ? endsAt : now + lengthMs;
      return { limit, remaining, resetsAt: end, nextAt: remaining > 0 ? now : end };
    },
    count(now) {
      if (now >= endsAt) {
        endsAt = now + lengthMs;
        used = 0;
      }
      used += 1;
    },
  };
};

function limiting(name: string, description: string, kind: QuotaKind): Variant {
  return variant(name, description, ({ rateSettings, clock }) => ({
    takeAllowance: createRateLimiter(rateSettings, clock, kind),
  }));
}

/** Counts a request once it was served; handling has no pause in which another one could come between. */
function countingServed({ rateSettings, clock, handle }: Parts): Partial<Parts> {
  let counts: (() => void)[] = [];
  const deferred: QuotaKind = (limit, lengthMs) => {
    const quota = fixedWindow(limit, lengthMs);
    return { standing: quota.standing, count: (now) => counts.push(() => quota.count(now)) };
  };
  const takeAllowance = createRateLimiter(rateSettings, clock, deferred);
  return {
    takeAllowance,
    async handle(request, parts) {
      counts = [];
      const answer = await handle(request, parts);
      if (answer.status >= 400) {
        return answer;
      }
      for (const count of counts) {
        count();
      }
      return { ...answer, allowance: { ...answer.allowance, remaining: answer.allowance.remaining - 1 } };
    },
  };
}

/** Counts the callers without a valid key, all of one address together. */
function limitingBadKeys({ rateSettings, clock, takeAllowance, handle }: Parts): Partial<Parts> {
  const quota = fixedWindow(30, rateSettings.minuteMs);
  const anonymous = async (): Promise<Allowance> => {
    const now = clock.now();
    const admitted = quota.standing(now).remaining > 0;
    if (admitted) {
      quota.count(now);
    }
    return { admitted, ...quota.standing(now) };
  };
  return {
    takeAllowance: (key) => (key === null ? anonymous() : takeAllowance(key)),
    async handle(request: ApiRequest, parts: Parts) {
      const answer = await handle(request, parts);
      if (answer.allowance.admitted || answer.status !== 401) {
        return answer;
      }
      const seconds = Math.max(1, Math.ceil((answer.allowance.nextAt - clock.now()) / 1_000));
      return { ...answer, ...parts.showProblem(tooManyRequests(seconds), request) };
    },
  };
}

export const limiters: readonly Variant[] = [
  limiting('token-bucket', 'The limiter is a bucket of tokens that is refilled evenly.', tokenBucket),
  limiting(
    'sliding-log',
    'The limiter looks at the last minute and the last day at every moment.',
    slidingLog,
  ),
  limiting('anchored-window', 'Minute and day begin with the first request of a key.', anchoredWindow),
  variant('retry-after-date', 'Retry-After is an HTTP date.', ({ showProblem, clock }) => ({
    showProblem(problem, request) {
      const outcome = showProblem(problem, request);
      const seconds = outcome.headers['Retry-After'];
      const date = (delay: string) =>
        new Date(Math.ceil(clock.now() / 1_000 + Number(delay)) * 1_000).toUTCString();
      return seconds === undefined
        ? outcome
        : { ...outcome, headers: { ...outcome.headers, 'Retry-After': date(seconds) } };
    },
  })),
  variant(
    'refusals-not-counted',
    'What is answered 400, 401, 404 or 405 takes nothing from the quota.',
    countingServed,
  ),
  variant('zeros-for-strangers', 'A 401 says limit 0 and 0 remaining requests.', ({ takeAllowance }) => ({
    takeAllowance: async (key) => {
      const allowance = await takeAllowance(key);
      return key === null ? { ...allowance, limit: 0, remaining: 0 } : allowance;
    },
  })),
  variant(
    'bad-keys-limited',
    'Thirty requests with bad keys are answered 401 in a minute; further ones are answered 429.',
    limitingBadKeys,
  ),
];
