import type { Allowance, ApiRequest, Parts } from '../parts.ts';
import { tooManyRequests } from '../problem.ts';
import { anchoredWindow, fixedWindow, type QuotaKind, withState } from '../quota.ts';
import { gcra, penalizingWindow, slidingCounter, slidingLog, tokenBucket } from '../quota-kinds.ts';
import { type Closer, createKeyQuotas, createRateLimiter, limitBy } from '../rate-limiter.ts';
import type { VariantRows } from './variant.ts';

/** The same kind, asked by a clock that moves on once in so many seconds of a minute: so many a bucket gets at once. */
function inSteps(kind: QuotaKind, seconds: number): QuotaKind {
  return (limit, lengthMs) => {
    const quota = kind(limit, lengthMs);
    const stepMs = Math.min(seconds * 1_000, (lengthMs * seconds) / 60);
    const step = (now: number) => Math.floor(now / stepMs) * stepMs;
    return {
      state(now) {
        const state = quota.state(step(now));
        const upTo = (time: number) => Math.ceil(time / stepMs) * stepMs;
        const nextAt = state.remaining > 0 ? now : upTo(state.nextAt);
        return { ...state, resetsAt: Math.max(now, upTo(state.resetsAt)), nextAt };
      },
      count: (now) => quota.count(step(now)),
    };
  };
}

/** The same kind, which also counts what it refuses. */
function countingRefused(kind: QuotaKind): QuotaKind {
  return (limit, lengthMs) => {
    const quota = kind(limit, lengthMs);
    return { ...quota, refuse: quota.count };
  };
}

/** Answers a key that had sixty requests refused in a row by 429 for ten minutes. */
function banning({ takeAllowance, clock, rateSettings }: Parts): Partial<Parts> {
  const refusedInARow = new Map<string, number>();
  const bannedUntil = new Map<string, number>();
  return {
    async takeAllowance(key): Promise<Allowance> {
      const allowance = await takeAllowance(key);
      if (key === null) {
        return allowance;
      }
      const refused = allowance.admitted ? 0 : (refusedInARow.get(key.key) ?? 0) + 1;
      refusedInARow.set(key.key, refused);
      const now = clock.now();
      if (refused === 60) {
        bannedUntil.set(key.key, now + 10 * rateSettings.minuteMs);
      }
      const until = bannedUntil.get(key.key) ?? 0;
      return now < until
        ? { ...allowance, admitted: false, remaining: 0, resetsAt: until, nextAt: until }
        : allowance;
    },
  };
}

/** Limits by another kind of quota. */
function limiting(kind: QuotaKind, closer?: Closer): (parts: Parts) => Partial<Parts> {
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
    ...withState(quota, (_state, now) => ({ resetsAt: Math.max(now, newest + lengthMs) })),
    count(now) {
      quota.count(now);
      newest = now;
    },
  };
};

/** A counter whose reset is when nothing of this window weighs any more: at the end of the next one. */
const weighingNothing: QuotaKind = (limit, lengthMs) =>
  withState(slidingCounter(limit, lengthMs), (_state, now) => ({
    resetsAt: (Math.floor(now / lengthMs) + 2) * lengthMs,
  }));

const smallerShare: Closer = (left, right) => {
  const difference =
    left.remaining / left.limit - right.remaining / right.limit || right.nextAt - left.nextAt;
  return difference <= 0 ? left : right;
};

/** Counts a request when it arrives, and gives it back if it fails, as limiters do that skip failed requests. */
function countingServed({ rateSettings, clock, handle }: Parts): Partial<Parts> {
  const quotasOf = createKeyQuotas(rateSettings);
  return {
    takeAllowance: limitBy(quotasOf, clock),
    async handle(request, parts) {
      const counted: (() => void)[] = [];
      const takeAllowance: Parts['takeAllowance'] = async (key) => {
        const countedAt = clock.now();
        const allowance = await parts.takeAllowance(key);
        if (key !== null && allowance.admitted) {
          counted.push(() => quotasOf(key).giveBack(countedAt));
        }
        return allowance;
      };
      const answer = await handle(request, { ...parts, takeAllowance });
      if (answer.status < 400) {
        return answer;
      }
      for (const giveBack of counted) {
        giveBack();
      }
      const remaining = answer.allowance.remaining + counted.length;
      return { ...answer, allowance: { ...answer.allowance, remaining } };
    },
  };
}

/** So short that a run which has to wait for its end is not long. */
const badKeysWindowMs = 5_000;

/** Counts the callers without a valid key, all of one address together. */
function limitingBadKeys({ clock, takeAllowance, handle }: Parts): Partial<Parts> {
  const quota = fixedWindow(30, badKeysWindowMs);
  const anonymous = async (): Promise<Allowance> => {
    const now = clock.now();
    const admitted = quota.state(now).remaining > 0;
    if (admitted) {
      quota.count(now);
    }
    return { admitted, ...quota.state(now) };
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

export const limiters: VariantRows = {
  'fixed-window': limiting(fixedWindow),
  'anchored-window': limiting(anchoredWindow),
  'sliding-log': limiting(slidingLog),
  'sliding-counter': limiting(slidingCounter),
  'token-bucket': limiting(tokenBucket),
  'token-bucket-by-seconds': limiting(inSteps(tokenBucket, 1)),
  'token-bucket-by-half-minutes': limiting(inSteps(tokenBucket, 30)),
  gcra: limiting(gcra),
  // A sliding log also counts refused requests.
  'refused-requests-count': limiting(countingRefused(slidingLog)),
  'penalty-after-an-excess': limiting(penalizingWindow('first')),
  'penalty-starts-anew': limiting(penalizingWindow('last')),
  // A key that is refused sixty times in a row is banned for ten minutes.
  'ban-after-60-refused': banning,
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
  'refusals-not-counted': countingServed,
  'zeros-for-strangers': ({ takeAllowance }) => ({
    takeAllowance: async (key) => {
      const allowance = await takeAllowance(key);
      return key === null ? { ...allowance, limit: 0, remaining: 0 } : allowance;
    },
  }),
  // Thirty requests with invalid keys in five seconds return 401; further ones return 429.
  'bad-keys-limited': limitingBadKeys,
};
