import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/exchange/exchange.ts';
import { QuickSteps, type SteadyFault } from '../../src/watchers/quick-steps.ts';
import { propertyRuns } from '../property-runs.ts';
import { type Limiter, permittedLimiters } from './limiters.ts';
import { anyLimiter, patterns, type Step } from './regular-clients.ts';

const minuteMs = 60_000;

interface Client {
  readonly pattern: readonly Step[];
  readonly count: number;
  /** Operations that the service does not count. */
  readonly uncounted?: readonly Operation[];
}

function faultOf(limit: number, limiter: Limiter, { pattern, count, uncounted = [] }: Client) {
  const steps = new QuickSteps(limit, minuteMs);
  let now = 0;
  let remaining = limit;
  let found: SteadyFault | null = null;
  for (let index = 0; index < count && found === null; index += 1) {
    const { operation, gapMs, lagMs } = pattern[index % pattern.length] ?? get;
    const sent = now + gapMs;
    now = sent + lagMs;
    const ruling = limiter.take(sent + lagMs / 2);
    if (uncounted.includes(operation)) {
      limiter.refund(sent + lagMs / 2);
    } else {
      remaining = ruling.remaining;
    }
    found = steps.see({ exchange: index + 1, sent, received: now, remaining }, operation);
  }
  return found;
}

const get: Step = { operation: 'getPet', gapMs: 2, lagMs: 1 };
const create: Step = { ...get, operation: 'createPet' };
const list: Step = { ...get, operation: 'listPets' };
const mixed = [create, get, create, get, list, get, get, ...Array.from({ length: 12 }, () => create)];

function window(limit: number): Limiter {
  const make = permittedLimiters['fixed window, anchored'];
  if (make === undefined) {
    throw new TypeError('there is no such limiter');
  }
  return make(limit, minuteMs);
}

describe('an operation that is not counted', () => {
  // At 10,000 a minute half a request comes back in each step.
  it.each([60, 1_000, 10_000, 20_000])('is found at a limit of %i', (limit) => {
    const client: Client = { pattern: mixed, count: 400, uncounted: ['getPet'] };
    const room = limit < 400 ? { ...client, count: 80 } : client;
    expect(faultOf(limit, window(limit), room)).toEqual({ habit: 'frozen', operation: 'getPet' });
  });

  it('needs 15 steps of it, and 30 of the others', () => {
    const faultAfter = (pattern: readonly Step[], count: number) =>
      faultOf(10_000, window(10_000), { pattern, count, uncounted: ['getPet'] });
    const shown = Array.from({ length: 33 }, () => create);
    const hidden = Array.from({ length: 15 }, () => get);
    expect(faultAfter([...shown, ...hidden], 47)).toBeNull();
    expect(faultAfter([...shown, ...hidden], 48)).toEqual({ habit: 'frozen', operation: 'getPet' });
    expect(faultAfter([...shown.slice(1), ...hidden], 47)).toBeNull();
  });

  it('is not one whose requests keep time with the refill', () => {
    // At 20,000 a minute one request comes back every 3 ms, and a step of 1.5 ms is half of that.
    const pattern = [
      { ...list, gapMs: 0.5 },
      { ...get, gapMs: 0.5 },
    ];
    for (const make of Object.values(permittedLimiters)) {
      expect(faultOf(20_000, make(20_000, minuteMs), { pattern, count: 600 })).toBeNull();
    }
  });

  it('is found in no permitted limiter, however regular the requests', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...anyLimiter),
        fc.constantFrom(600, 1_000, 5_000, 10_000, 20_000, 60_000),
        patterns,
        (make, limit, pattern) => {
          expect(faultOf(limit, make(limit, minuteMs), { pattern, count: 500 })?.habit).not.toBe('frozen');
        },
      ),
      { numRuns: propertyRuns(400) },
    );
  });
});
