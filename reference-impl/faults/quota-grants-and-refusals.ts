import { setTimeout } from 'node:timers/promises';
import { type ApiRequest, type Decoration, isCreation, type Parts } from '../parts.ts';
import { Problem } from '../problem.ts';
import { fixedWindow, type QuotaKind, withState } from '../quota.ts';
import { tokenBucket } from '../quota-kinds.ts';
import { around, type Fault, violating } from './fault.ts';
import { limiting, minuteOf, refusals429, retryAfter, workingBy } from './limiter-decorations.ts';

/** A bucket that holds half of the limit, refilled as it should be; what remains is announced as of a whole one. */
const halfBucket: QuotaKind = (limit, lengthMs) => {
  const half = Math.ceil(limit / 2);
  return withState(tokenBucket(half, (lengthMs * half) / limit), ({ remaining }) => ({
    limit,
    remaining: remaining === 0 ? 0 : remaining + limit - half,
  }));
};

/** No tenth of the window serves more than a tenth of the limit. */
const spreadOverTenths: QuotaKind = (limit, lengthMs) => {
  const whole = fixedWindow(limit, lengthMs);
  const tenth = fixedWindow(Math.ceil(limit / 10), lengthMs / 10);
  return {
    state(now) {
      const share = tenth.state(now);
      return share.remaining > 0 ? whole.state(now) : { ...share, limit };
    },
    count(now) {
      whole.count(now);
      tenth.count(now);
    },
  };
};

/** A counter that expires a window after the last request, served or not, and not after the first: it never does in steady use. */
const renewing: QuotaKind = (limit, lengthMs) => {
  let endsAt = 0;
  let used = 0;
  const renew = (now: number) => {
    used = now < endsAt ? used : 0;
    endsAt = now + lengthMs;
  };
  return {
    state(now) {
      const remaining = now < endsAt ? Math.max(0, limit - used) : limit;
      const end = now < endsAt ? endsAt : now + lengthMs;
      return { limit, remaining, resetsAt: end, nextAt: remaining > 0 ? now : end };
    },
    count(now) {
      renew(now);
      used += 1;
    },
    refuse: renew,
  };
};

const oneLess = (limit: number) => limit - 1;

/** Carries out creations that it refused; `carryOut` decides which and when. */
function creating(carryOut: (create: () => Promise<unknown>, number: number) => unknown): Decoration {
  return around('handle', (inner) => {
    let refused = 0;
    return async (request, parts) => {
      const answer = await inner(request, parts);
      if (answer.status === 429 && isCreation(request) && isValid(request, parts)) {
        refused += 1;
        await carryOut(() => parts.petStore.add(parts.readNewPet(request)), refused);
      }
      return answer;
    };
  });
}

function isValid(request: ApiRequest, parts: Parts): boolean {
  try {
    parts.readNewPet(request);
    return true;
  } catch (error) {
    if (error instanceof Problem) {
      return false;
    }
    throw error;
  }
}

function sayingRemaining(remaining: (limit: number) => number): Decoration {
  return refusals429((answer) => ({
    ...answer,
    allowance: { ...answer.allowance, remaining: remaining(answer.allowance.limit) },
  }));
}

/** Speaks of the day on every 429 of the minute. */
const speakingOfTheDay = around(
  'showAllowance',
  (inner, { findKey, readCredential, rateSettings, clock }) => {
    const served = new Map<string, number>();
    return (answer, request) => {
      const token = readCredential(request) ?? '';
      const count = (served.get(token) ?? 0) + (answer.allowance.admitted ? 1 : 0);
      served.set(token, count);
      const limit = rateSettings.planLimits[findKey(token)?.plan ?? 'free'].perDay;
      const resetsAt = (Math.floor(clock.now() / rateSettings.dayMs) + 1) * rateSettings.dayMs;
      const day = { ...answer.allowance, limit, remaining: Math.max(0, limit - count), resetsAt };
      return inner(answer.status === 429 ? { ...answer, allowance: day } : answer, request);
    };
  },
);

const wholeSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1_000));

export const quotaGrantsAndRefusals: readonly Fault[] = [
  ...violating(['quota/fully-granted'], 'quota-key').by({
    // The last request of the limit is refused, and X-RateLimit-Remaining announces that.
    'one-too-few': workingBy('perMinute', oneLess, oneLess),
    // The last request of the limit is refused, although X-RateLimit-Remaining announces one more.
    'one-too-few-unannounced': workingBy('perMinute', oneLess),
  }),
  ...violating(['quota/fully-granted'], 'quota-key').each(minuteOf, {
    // Each request extends the window by a minute, so a key in steady use below the limit is refused eventually.
    'window-renewed-by-every-request': renewing,
    'bucket-half-as-large': halfBucket,
    // At most a tenth of the limit is admitted in 6 s.
    'spread-over-the-minute': spreadOverTenths,
  }),
  ...violating(['quota/fully-granted'], 'long-minute').by({
    'every-fortieth-refused': limiting((quotasOf, clock) => {
      const requests = new Map<string, number>();
      return async (key) => {
        const now = clock.now();
        const quotas = quotasOf(key);
        const number = (requests.get(key?.key ?? '') ?? 0) + 1;
        requests.set(key?.key ?? '', number);
        const admitted = key === null || (quotas.hasRoom(now) && number % 40 !== 0);
        if (admitted && key !== null) {
          quotas.count(now);
        }
        const state = quotas.state(now);
        return { admitted, ...state, remaining: admitted ? state.remaining : 0 };
      };
    }),
  }),
  ...violating(['quota/day-limit'], 'day-quota').by({
    'day-not-enforced': workingBy('perDay', (limit) => limit * 1_000),
    'day-a-tenth-more': workingBy('perDay', (limit) => Math.ceil(limit * 1.1)),
    'day-one-too-many': workingBy('perDay', (limit) => limit + 1),
  }),
  ...violating(['quota/refused-without-effect'], 'quota-key').each(creating, {
    'refused-creations-carried-out': (create) => create(),
    'third-refused-creation-carried-out': (create, number) => (number % 3 === 0 ? create() : undefined),
    'refused-creations-carried-out-later': (create) =>
      void setTimeout(500, undefined, { ref: false }).then(create),
  }),
  ...violating(['quota/remaining-zero'], 'quota-key').by({
    'remaining-one-on-429': sayingRemaining(() => 1),
    'remaining-limit-on-429': sayingRemaining((limit) => limit),
    // A 429 of the limit per minute announces the daily limit.
    'day-figures-on-429': speakingOfTheDay,
  }),
  ...violating(['quota/retry-after-present'], 'quota-key').each(retryAfter, {
    'no-retry-after': () => null,
    'no-retry-after-on-creation': (ms, _now, request) => (isCreation(request) ? null : wholeSeconds(ms)),
  }),
  ...violating(['quota/retry-after-readable'], 'quota-key').each(retryAfter, {
    'retry-after-fraction': (ms) => (Math.ceil(ms) / 1_000 + 0.0005).toFixed(4),
    'retry-after-with-unit': (ms) => `${wholeSeconds(ms)} seconds`,
    'retry-after-iso-8601': (ms, now) => new Date(now + ms).toISOString(),
    'retry-after-date-in-utc': (ms, now) => new Date(now + ms + 1_000).toUTCString().replace('GMT', 'UTC'),
  }),
  ...violating(['quota/retry-after-proportionate'], 'quota-key').each(retryAfter, {
    'retry-after-local-time-ahead': (ms, now) => new Date(now + ms + 7_200_000).toUTCString(),
    'retry-after-milliseconds': (ms) => Math.ceil(ms),
    'retry-after-unix-time': (ms, now) => Math.ceil((now + ms) / 1_000),
    'retry-after-an-hour-more': (ms) => wholeSeconds(ms) + 3_600,
  }),
];
