import type { IncomingMessage, RequestListener } from 'node:http';
import { composeParts } from '../../../reference-impl/compose-parts.ts';
import {
  defaultKeys,
  defaultPlanLimits,
  defaultSecondKeys,
  type IssuedKey,
  type PlanLimit,
  plans,
} from '../../../reference-impl/plans.ts';
import { createRequestListener } from '../../../reference-impl/request-listener.ts';

const issuedKeys: readonly IssuedKey[] = [defaultKeys, defaultSecondKeys].flatMap((keys) =>
  plans.map((plan) => ({ key: keys[plan], plan, revoked: false })),
);

/** The reference implementation without a limiter of its own: that is left to whoever stands in front. */
export function referenceRoutes(): RequestListener {
  const parts = composeParts({}, issuedKeys);
  const unlimited = { admitted: true, limit: 0, remaining: 0, resetsAt: 0, nextAt: 0 };
  return createRequestListener({
    ...parts,
    takeAllowance: async () => unlimited,
    showAllowance: () => ({}),
  });
}

/** The account of a request, as a limiter knows it: its API key, or one account for all without a valid one. */
export function accountOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return issuedKeys.some(({ key }) => key === token) ? (token ?? 'stranger') : 'stranger';
}

/** What the Free plan grants here: so little that its refill shows between requests even in a minute of seconds. */
export const freeLimit: PlanLimit = { perMinute: 12, perDay: 1_000 };

/** What the plan of an account grants. */
export function planLimitOf(account: string): PlanLimit {
  const plan = issuedKeys.find(({ key }) => key === account)?.plan ?? 'free';
  return plan === 'free' ? freeLimit : defaultPlanLimits[plan];
}

/** The operation of a request, as a framework's router tells it. */
export function operationOf({ method, url }: Pick<IncomingMessage, 'method' | 'url'>): string {
  return `${method} ${/^\/v1\/pets\/./.test(url ?? '') ? '/v1/pets/:petId' : '/v1/pets'}`;
}
