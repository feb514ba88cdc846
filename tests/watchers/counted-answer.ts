import type { Exchange } from '../../src/exchange/exchange.ts';
import { errorBody, exchange } from './exchanges.ts';

export const unknownPlan = { planLimit: null, minuteMs: 60_000, dayMs: 86_400_000 };

/** A list that is served, or an animal that is not, with what its headers say is left. */
export function answer(
  number: number,
  sentAtMs: number,
  durationMs: number,
  status: number,
  limit: number,
  left: number,
): Exchange {
  return exchange({
    number,
    sentAtMs,
    durationMs,
    status,
    ...(status === 200 ? {} : { target: '/pets/5', answer: errorBody(status) }),
    received: { 'X-RateLimit-Limit': `${limit}`, 'X-RateLimit-Remaining': `${left}` },
  });
}
