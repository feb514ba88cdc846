import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  type ApiRequest,
  type Clock,
  type Decoration,
  isCreation,
  isList,
  isReading,
  type Parts,
} from '../parts.ts';
import type { IssuedKey } from '../plans.ts';
import { fixedWindow, type Quota } from '../quota.ts';
import { createKeyQuotas, createRateLimiter, type KeyQuotas, limitBy } from '../rate-limiter.ts';
import { around, type Fault, violating } from './fault.ts';
import { limiterFor, limiting } from './limiter-decorations.ts';

type QuotasOf = (key: IssuedKey | null) => KeyQuotas;

/** Requests of one key that are with the limiter at this moment. */
function createOccupancy(): { enter(key: IssuedKey | null): number; leave(key: IssuedKey | null): void } {
  const counts = new Map<IssuedKey | null, number>();
  const add = (key: IssuedKey | null, change: number) => {
    const count = (counts.get(key) ?? 0) + change;
    counts.set(key, count);
    return count;
  };
  return { enter: (key) => add(key, 1), leave: (key) => void add(key, -1) };
}

/** Looks whether there is room, and counts after a pause in which others may look. */
function checkThenCount(pause: () => Promise<unknown>): Decoration {
  return limiting((quotasOf, clock) => async (key) => {
    const quotas = quotasOf(key);
    const found = quotas.state(clock.now());
    await pause();
    if (found.remaining === 0) {
      return { admitted: false, ...found };
    }
    const now = clock.now();
    if (key !== null) {
      quotas.count(now);
    }
    return { admitted: true, ...quotas.state(now) };
  });
}

/** Writes the count that it read: of those who read the same one, all but one are lost. */
function losingUpdates(quotasOf: QuotasOf, clock: Clock): Parts['takeAllowance'] {
  const { enter, leave } = createOccupancy();
  return async (key) => {
    const quotas = quotasOf(key);
    const now = clock.now();
    const admitted = quotas.hasRoom(now);
    if (enter(key) === 1 && admitted && key !== null) {
      quotas.count(now);
    }
    const state = quotas.state(now);
    await setTimeout(10);
    leave(key);
    return { admitted, ...state };
  };
}

/** Answers first and counts when the answer is gone. */
function countingAfterwards(quotasOf: QuotasOf, clock: Clock): Parts['takeAllowance'] {
  return async (key) => {
    const quotas = quotasOf(key);
    const now = clock.now();
    const admitted = quotas.hasRoom(now);
    const state = quotas.state(now);
    if (!admitted || key === null) {
      return { admitted, ...state };
    }
    void setTimeout(20, undefined, { ref: false }).then(() => quotas.count(clock.now()));
    return { admitted, ...state, remaining: state.remaining - 1 };
  };
}

/** Lets everybody through, uncounted, who comes while too many others wait for the limiter. */
function failingOpen(quotasOf: QuotasOf, clock: Clock): Parts['takeAllowance'] {
  const { enter, leave } = createOccupancy();
  return async (key) => {
    const busy = enter(key) > 12;
    await setTimeout(5);
    leave(key);
    const now = clock.now();
    const quotas = quotasOf(key);
    const hasRoom = quotas.hasRoom(now);
    if (hasRoom && !busy && key !== null) {
      quotas.count(now);
    }
    return { admitted: hasRoom || busy, ...quotas.state(now) };
  };
}

/** Counts a request twice that comes while another one waits for the limiter, and announces one. */
const countingTwice = around('takeAllowance', (_inner, { rateSettings, clock }) => {
  const { enter, leave } = createOccupancy();
  const countedOf = createKeyQuotas(rateSettings);
  const announcedOf = createKeyQuotas(rateSettings);
  return async (key) => {
    const times = enter(key) === 1 ? 1 : 2;
    const [counted, announced] = [countedOf(key), announcedOf(key)];
    const now = clock.now();
    const admitted = counted.hasRoom(now);
    if (admitted && key !== null) {
      for (const quotas of [announced, ...Array.from({ length: times }, () => counted)]) {
        quotas.count(now);
      }
    }
    const state = (admitted ? announced : counted).state(now);
    await setTimeout(5);
    leave(key);
    return { admitted, ...state };
  };
});

/** Some requests are never refused and take nothing from the quota. */
function exempting(when: (request: ApiRequest) => boolean): Decoration {
  return around('handle', (inner, { rateSettings, clock }) => {
    const quotasOf = createKeyQuotas(rateSettings);
    const limiter = limitBy(quotasOf, clock);
    const exempt: Parts['takeAllowance'] = async (key) => ({
      admitted: true,
      ...quotasOf(key).state(clock.now()),
    });
    return (request, parts) => inner(request, { ...parts, takeAllowance: when(request) ? exempt : limiter });
  });
}

/** When one key is refused, all are, until that one is admitted again. */
const closingAll = around('takeAllowance', (inner, { clock }) => {
  let closedUntil = 0;
  return async (key) => {
    const allowance = await inner(key);
    if (!allowance.admitted) {
      closedUntil = Math.max(closedUntil, allowance.nextAt);
    }
    return key === null || clock.now() >= closedUntil
      ? allowance
      : { ...allowance, admitted: false, remaining: 0, resetsAt: closedUntil, nextAt: closedUntil };
  };
});

/** One count for all keys, compared with the limit of whoever asks. */
const oneCount = around('takeAllowance', (_inner, { rateSettings, clock }) => {
  const counts = new Map<number, Quota>();
  return createRateLimiter(rateSettings, clock, (limit, lengthMs) => {
    const count = counts.get(lengthMs) ?? fixedWindow(Number.MAX_SAFE_INTEGER, lengthMs);
    counts.set(lengthMs, count);
    return {
      state(now) {
        const { remaining: uncounted, resetsAt } = count.state(now);
        const remaining = Math.max(0, limit - (Number.MAX_SAFE_INTEGER - uncounted));
        return { limit, remaining, resetsAt, nextAt: remaining > 0 ? now : resetsAt };
      },
      count: count.count,
    };
  });
});

const onePlanOneCount = around(
  'takeAllowance',
  (inner) => async (key) => inner(key === null ? null : { ...key, key: key.plan }),
);

/** Clients of one make are counted together, whatever their keys of a plan. */
const oneMakeOneCount = around('handle', (inner) => (request, parts) => {
  const client = request.headers['user-agent'] ?? '';
  return inner(request, {
    ...parts,
    takeAllowance: async (key) =>
      parts.takeAllowance(key === null ? null : { ...key, key: `${key.plan} ${client}` }),
  });
});

export const quotaRacesAndScopes: readonly Fault[] = [
  ...violating(['quota/never-exceeded'], 'quota-key').each(checkThenCount, {
    'check-then-count': () => setTimeout(20),
    'check-then-count-quickly': () => setTimeout(2),
    'check-then-count-next-turn': () => setImmediate(),
  }),
  ...violating(['quota/never-exceeded'], 'quota-key').each(limiting, {
    // Of requests that read the same count, only one increments it.
    'lost-updates': losingUpdates,
    'counted-after-the-answer': countingAfterwards,
    // While more than twelve requests of a key wait for the limiter, further ones are admitted.
    'open-when-busy': failingOpen,
  }),
  ...violating(['quota/fully-granted'], 'quota-key').by({
    // A request that arrives while another is being counted costs two, unannounced.
    'counted-twice-when-busy': countingTwice,
  }),
  ...violating(['quota/shared-across-operations'], 'quota-key').by({
    'counter-per-operation': limiterFor((request) => `${request.method} ${request.path.length}`),
    'counter-per-method': limiterFor((request) => request.method),
  }),
  ...violating(['quota/shared-across-operations'], 'quota-key').each(exempting, {
    'creations-unlimited': isCreation,
    'lists-unlimited': isList,
    'reads-by-id-unlimited': isReading,
  }),
  ...violating(['quota/isolated-between-keys'], 'quota-key').by({
    'keys-of-a-plan-share-a-count': onePlanOneCount,
    'keys-of-one-client-share-a-count': oneMakeOneCount,
    'keys-share-refusals': closingAll,
    'keys-share-a-count': oneCount,
  }),
];
