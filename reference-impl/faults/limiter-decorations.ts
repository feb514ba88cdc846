import type { Allowance, Answer, ApiRequest, Clock, Decoration, Parts } from '../parts.ts';
import { type IssuedKey, type PlanLimit, plans } from '../plans.ts';
import { fixedWindow, type QuotaKind } from '../quota.ts';
import { createKeyQuotas, createRateLimiter, type KeyQuotas } from '../rate-limiter.ts';
import { around } from './fault.ts';

type Limiter = Parts['takeAllowance'];

/** A limiter of another make, from the quotas of each key. */
export function limiting(
  make: (quotasOf: (key: IssuedKey | null) => KeyQuotas, clock: Clock) => Limiter,
): Decoration {
  return around('takeAllowance', (_inner, { rateSettings, clock }) =>
    make(createKeyQuotas(rateSettings), clock),
  );
}

/** Changes what the limiter says, as a rule to the caller too. */
export function allowances(
  change: (allowance: Allowance, key: IssuedKey | null, clock: Clock) => Allowance,
): Decoration {
  return around(
    'takeAllowance',
    (inner, { clock }) =>
      async (key) =>
        change(await inner(key), key, clock),
  );
}

/** The limiter of another kind by the minute; the day stays as it is. */
export function minuteOf(kind: QuotaKind): Decoration {
  return around('takeAllowance', (_inner, { rateSettings, clock }) =>
    createRateLimiter(rateSettings, clock, (limit, lengthMs) =>
      (lengthMs === rateSettings.minuteMs ? kind : fixedWindow)(limit, lengthMs),
    ),
  );
}

/** Enforces another limit than the plan's. @param announced the limit that `Remaining` counts down from */
export function workingBy(
  period: keyof PlanLimit,
  figure: (limit: number) => number,
  announced: (limit: number) => number = (limit) => limit,
): Decoration {
  return around('takeAllowance', (_inner, { rateSettings, clock }) => {
    const planLimits = { ...rateSettings.planLimits };
    for (const plan of plans) {
      planLimits[plan] = { ...planLimits[plan], [period]: figure(planLimits[plan][period]) };
    }
    const take = createRateLimiter({ ...rateSettings, planLimits }, clock);
    return async (key) => {
      const allowance = await take(key);
      const limit = rateSettings.planLimits[key?.plan ?? 'free'][period];
      if (allowance.limit !== figure(limit)) {
        return allowance;
      }
      const remaining = allowance.admitted ? allowance.remaining + announced(limit) - figure(limit) : 0;
      return { ...allowance, limit, remaining: Math.min(limit, Math.max(0, remaining)) };
    };
  });
}

/** A limiter of its own for each scope of requests. */
export function limiterFor(scopeOf: (request: ApiRequest) => unknown): Decoration {
  return around('handle', (inner, { rateSettings, clock }) => {
    const limiters = new Map<unknown, Limiter>();
    return (request, parts) => {
      const scope = scopeOf(request);
      const takeAllowance = limiters.get(scope) ?? createRateLimiter(rateSettings, clock);
      limiters.set(scope, takeAllowance);
      return inner(request, { ...parts, takeAllowance });
    };
  });
}

/** Changes refusals by 429. */
export function refusals429(
  change: (answer: Answer, request: ApiRequest, clock: Clock) => Answer,
): Decoration {
  return around('handle', (inner, { clock }) => async (request, parts) => {
    const answer = await inner(request, parts);
    return answer.status === 429 ? change(answer, request, clock) : answer;
  });
}

/** Gives every 429 another `Retry-After`, from the ms until a request is admitted; `null` leaves it out. */
export function retryAfter(
  value: (msToGo: number, now: number, request: ApiRequest) => string | number | null,
): Decoration {
  return refusals429((answer, request, clock) => {
    const { 'Retry-After': _replaced, ...headers } = answer.headers;
    const now = clock.now();
    const given = value(Math.max(0, answer.allowance.nextAt - now), now, request);
    return { ...answer, headers: given === null ? headers : { ...headers, 'Retry-After': String(given) } };
  });
}
