import { setTimeout } from 'node:timers/promises';
import { type ApiRequest, isCreation } from '../messages.ts';
import type { Decoration, Parts } from '../parts.ts';
import { Problem } from '../problem.ts';
import { around, type Fault, violating } from './fault.ts';
import { quotaKey, refusals429, retryAfter } from './limiter-decorations.ts';

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

export const quotaRefusals: readonly Fault[] = [
  ...violating(['quota/refused-without-effect'], quotaKey).by({
    'refused-creations-carried-out': creating((create) => create()),
    'third-refused-creation-carried-out': creating((create, number) =>
      number % 3 === 0 ? create() : undefined,
    ),
    'refused-creations-carried-out-later': creating(
      (create) => void setTimeout(500, undefined, { ref: false }).then(create),
    ),
  }),
  ...violating(['quota/remaining-zero'], { ...quotaKey }).by({
    'remaining-one-on-429': sayingRemaining(() => 1),
    'remaining-limit-on-429': sayingRemaining((limit) => limit),
    // A 429 of the limit per minute announces the daily limit.
    'day-figures-on-429': speakingOfTheDay,
  }),
  ...violating(['quota/retry-after-present'], quotaKey).by({
    'no-retry-after': retryAfter(() => null),
    'no-retry-after-on-creation': retryAfter((ms, _now, request) =>
      isCreation(request) ? null : wholeSeconds(ms),
    ),
  }),
  ...violating(['quota/retry-after-readable'], quotaKey).by({
    'retry-after-fraction': retryAfter((ms) => (Math.ceil(ms) / 1_000 + 0.0005).toFixed(4)),
    'retry-after-with-unit': retryAfter((ms) => `${wholeSeconds(ms)} seconds`),
    'retry-after-iso-8601': retryAfter((ms, now) => new Date(now + ms).toISOString()),
    'retry-after-date-in-utc': retryAfter((ms, now) =>
      new Date(now + ms + 1_000).toUTCString().replace('GMT', 'UTC'),
    ),
  }),
  ...violating(['quota/retry-after-proportionate'], quotaKey).by({
    'retry-after-local-time-ahead': retryAfter((ms, now) => new Date(now + ms + 7_200_000).toUTCString()),
    'retry-after-milliseconds': retryAfter((ms) => Math.ceil(ms)),
    'retry-after-unix-time': retryAfter((ms, now) => Math.ceil((now + ms) / 1_000)),
    'retry-after-an-hour-more': retryAfter((ms) => wholeSeconds(ms) + 3_600),
  }),
];
