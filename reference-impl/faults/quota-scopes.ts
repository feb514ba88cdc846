import { type ApiRequest, isCreation, isList, isReading } from '../messages.ts';
import type { Decoration, Parts } from '../parts.ts';
import type { Quota } from '../quota.ts';
import { fixedWindow } from '../quota-kinds/fixed-window.ts';
import { createKeyQuotas, createRateLimiter, limitBy } from '../rate-limiter.ts';

import { around, type Fault, violating } from './fault.ts';
import { limiterFor, quotaKey } from './limiter-decorations.ts';

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

export const quotaScopes: readonly Fault[] = [
  ...violating(['quota/shared-across-operations'], quotaKey).by({
    'counter-per-operation': limiterFor((request) => `${request.method} ${request.path.length}`),
    'counter-per-method': limiterFor((request) => request.method),
    // Creations are never refused and cost nothing.
    'creations-unlimited': exempting(isCreation),
    // Lists are never refused and cost nothing.
    'lists-unlimited': exempting(isList),
    // GET /pets/{petId} is never refused and costs nothing.
    'reads-by-id-unlimited': exempting(isReading),
  }),
  ...violating(['quota/isolated-between-keys'], quotaKey).by({
    'keys-of-a-plan-share-a-count': onePlanOneCount,
    'keys-of-one-client-share-a-count': oneMakeOneCount,
    'keys-share-refusals': closingAll,
    'keys-share-a-count': oneCount,
  }),
];
