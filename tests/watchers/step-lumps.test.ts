import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QuickSteps, type SteadyFault } from '../../src/watchers/quick-steps.ts';
import { StepLumps } from '../../src/watchers/step-lumps.ts';
import type { Habit } from '../../src/watchers/step-tally.ts';
import { propertyRuns } from '../property-runs.ts';
import { permittedLimiters } from './limiters.ts';
import { get, limiterNamed, minuteMs, type RegularUse, regularUse, requestsOf } from './regular-clients.ts';

/** The first fault in requests that a fixed window counts, if Remaining is shown as `shown` makes it. */
function faultOf(limit: number, count: number, shown: (remaining: number) => number): SteadyFault | null {
  const steps = new QuickSteps(limit, minuteMs);
  const limiter = permittedLimiters['fixed window, anchored']?.(limit, minuteMs);
  let found: SteadyFault | null = null;
  for (const request of requestsOf([get], count)) {
    const remaining = shown(limiter?.take(request.counted).remaining ?? 0);
    found ??= steps.see({ ...request, remaining }, request.operation);
  }
  return found;
}

describe('a rounded count', () => {
  const inLumps = { habit: 'in-lumps', operation: null };

  it.each([
    [60, 56],
    [1_000, 90],
    [6_000, 90],
  ])('is found at a limit of %i', (limit, count) => {
    for (const by of [5, 10, 12]) {
      for (const round of [Math.floor, Math.ceil, Math.round]) {
        expect(faultOf(limit, count, (remaining) => round(remaining / by) * by)).toEqual(inLumps);
      }
    }
  });

  it('is not found where a token bucket may restore what is hidden', () => {
    expect(faultOf(20_000, 300, (remaining) => Math.floor(remaining / 10) * 10)).toBeNull();
  });

  it('is not found in a count that goes down by one', () => {
    expect(faultOf(6_000, 300, (remaining) => remaining)).toBeNull();
  });

  it('needs 25 hidden requests and three lumps of one number', () => {
    const lumpsOf = (drops: readonly number[], refill = 0) => {
      const lumps = new StepLumps();
      for (const drop of drops) {
        lumps.add(drop, refill / drops.length);
      }
      return lumps.areMoreThanRefilled;
    };
    const hidden = (count: number) => Array.from({ length: count }, () => 0);
    expect(lumpsOf([...hidden(25), 4, 6, 4])).toBe(true);
    expect(lumpsOf([...hidden(24), 4, 6, 4])).toBe(false);
    expect(lumpsOf([...hidden(25), 4, 6])).toBe(false);
    expect(lumpsOf([...hidden(25), 4, 6, 4, 3])).toBe(false);
    expect(lumpsOf([...hidden(25), 4, 6, 4, -2])).toBe(true);
    expect(lumpsOf([...hidden(25), 4, 6, 4, -1])).toBe(false);
    expect(lumpsOf([...hidden(25), 1, 1, 1])).toBe(false);
    expect(lumpsOf([...hidden(25), 4, 6, 4], 23)).toBe(true);
    expect(lumpsOf([...hidden(25), 4, 6, 4], 25)).toBe(false);
  });
});

/** The habits of 250 requests of a regular client, before each of which others send as many as `othersBefore` says. */
function habitsOf(use: RegularUse, othersBefore: (countedMs: number) => number): ReadonlySet<Habit> {
  const limiter = limiterNamed(use.limiter, use.limit);
  const steps = new QuickSteps(use.limit, minuteMs);
  const faults = requestsOf(use.pattern, 250, use.startMs).flatMap((request) => {
    for (let left = othersBefore(request.counted); left > 0; left -= 1) {
      limiter.take(request.counted);
    }
    const { admitted, remaining } = limiter.take(request.counted);
    if (!admitted) {
      steps.interrupt();
      return [];
    }
    return steps.see({ ...request, remaining }, request.operation) ?? [];
  });
  return new Set(faults.map(({ habit }) => habit));
}

describe('no permitted limiter', () => {
  const batch = fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 20 }));

  it('counts in lumps if others send some at once again and again, or too fast if they send one', () => {
    const everyMs = fc.double({ min: 2, max: 100, noNaN: true });
    fc.assert(
      fc.property(regularUse, batch, everyMs, (use, each, period) => {
        let next = use.startMs + period / 3;
        const habits = habitsOf(use, (countedMs) => {
          let sent = 0;
          for (; next < countedMs; next += period) {
            sent += each;
          }
          return sent;
        });
        expect(habits).not.toContain('in-lumps');
        expect(habits).not.toContain('frozen');
        if (each === 1) {
          expect(habits).not.toContain('too-fast');
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('counts in lumps, if others send some at once in turn with this run', () => {
    const turns = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(regularUse, batch, turns, (use, each, after) => {
        let turn = 0;
        let left = after[0] ?? 1;
        const habits = habitsOf(use, () => {
          left -= 1;
          if (left > 0) {
            return 0;
          }
          turn += 1;
          left = after[turn % after.length] ?? 1;
          return each;
        });
        expect(habits).not.toContain('in-lumps');
        expect(habits).not.toContain('frozen');
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
