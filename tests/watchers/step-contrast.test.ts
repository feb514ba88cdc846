import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/exchange/exchange.ts';
import { QuickSteps, type SteadyFault } from '../../src/watchers/quick-steps.ts';
import { propertyRuns } from '../property-runs.ts';
import { type Limiter, permittedLimiters } from './limiters.ts';
import {
  type ClientRequest,
  create,
  get,
  minuteMs,
  regularUse,
  requestsOf,
  ruledRequests,
  type Step,
} from './regular-clients.ts';

const list: Step = { ...get, operation: 'listPets' };
const mixed = [create, get, create, get, list, get, get, ...Array.from({ length: 12 }, () => create)];

/** The first fault that a run of these requests finds, if the limiter gives back the uncounted ones at once. */
function faultOf(
  limit: number,
  limiter: Limiter,
  requests: readonly ClientRequest[],
  uncounted: Operation | null = null,
): SteadyFault | null {
  const steps = new QuickSteps(limit, minuteMs);
  let remaining = limit;
  let found: SteadyFault | null = null;
  for (const request of requests) {
    const ruling = limiter.take(request.counted);
    if (request.operation === uncounted) {
      limiter.refund(request.counted);
    } else {
      remaining = ruling.remaining;
    }
    found ??= steps.see({ ...request, remaining }, request.operation);
  }
  return found;
}

function windowOf(limit: number, usedBefore = 0): Limiter {
  const make = permittedLimiters['fixed window, anchored'];
  if (make === undefined) {
    throw new TypeError('there is no such limiter');
  }
  const limiter = make(limit, minuteMs);
  for (let use = 0; use < usedBefore; use += 1) {
    limiter.take(0);
  }
  return limiter;
}

describe('an operation that is not counted', () => {
  const frozen = { habit: 'frozen', operation: 'getPet' };

  // At 10,000 a minute half a request comes back in each step.
  it.each([60, 1_000, 10_000, 20_000])('is found at a limit of %i', (limit) => {
    const requests = requestsOf(mixed, limit < 400 ? 80 : 400);
    expect(faultOf(limit, windowOf(limit), requests, 'getPet')).toEqual(frozen);
  });

  it('is found after 15 steps of it and 30 of the others', () => {
    const faultAfter = (pattern: readonly Step[], count: number) =>
      faultOf(10_000, windowOf(10_000), requestsOf(pattern, count), 'getPet');
    const counted = Array.from({ length: 33 }, () => create);
    const hidden = Array.from({ length: 50 }, () => get);
    expect(faultAfter([...counted, ...hidden], 80)).toEqual(frozen);
  });

  it('is found once its steps outnumber the earlier requests of the key', () => {
    const found = (usedBefore: number) =>
      faultOf(10_000, windowOf(10_000, usedBefore), requestsOf(mixed, 1_000), 'getPet');
    expect(found(100)).toEqual(frozen);
    expect(found(1_000)).toBeNull();
  });

  it('is not found if its requests keep time with the refill', () => {
    // At 20,000 a minute one request comes back every 3 ms, and a step of 1.5 ms is half of that.
    const pattern = [
      { ...list, gapMs: 0.5 },
      { ...get, gapMs: 0.5 },
    ];
    for (const make of Object.values(permittedLimiters)) {
      expect(faultOf(20_000, make(20_000, minuteMs), requestsOf(pattern, 600))).toBeNull();
    }
  });

  it('is not found if a token bucket refills one request per round, always at the same operation', () => {
    const pattern: readonly Step[] = [
      { operation: 'getPet', gapMs: 1, lagMs: 3 },
      ...[create, list, create, list].map((step) => ({ ...step, gapMs: 12, lagMs: step === create ? 1 : 3 })),
    ];
    for (const make of Object.values(permittedLimiters)) {
      expect(faultOf(1_000, make(1_000, minuteMs), requestsOf(pattern, 600, minuteMs))).toBeNull();
    }
  });

  it('is found in no permitted limiter, however regular the requests and the earlier ones', () => {
    fc.assert(
      fc.property(regularUse, (use) => {
        const steps = new QuickSteps(use.limit, minuteMs);
        const served = ruledRequests(use).filter(({ admitted }) => admitted);
        const faults = served.flatMap((request) => steps.see(request, request.operation) ?? []);
        expect(faults.filter(({ operation }) => operation !== null)).toEqual([]);
      }),
      { numRuns: propertyRuns(150) },
    );
  });
});
