import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OwnCounts } from '../../src/watchers/own-counts.ts';
import { propertyRuns } from '../property-runs.ts';
import { anyLimiter, patterns, type Step } from './regular-clients.ts';

const minuteMs = 60_000;

/** The request, from 1 on, at which each operation is seen to have a count of its own; `null` if at none. */
function shownAt(
  pattern: readonly Step[],
  count: number,
  remainingAfter: (step: Step, ms: number) => number,
) {
  const counts = new OwnCounts(minuteMs);
  let now = 0;
  for (let index = 0; index < count; index += 1) {
    const step = pattern[index % pattern.length] ?? get;
    const sent = now + step.gapMs;
    now = sent + step.lagMs;
    const remaining = remainingAfter(step, sent + step.lagMs / 2);
    if (counts.see({ exchange: index + 1, sent, received: now, remaining }, step.operation)) {
      return index + 1;
    }
  }
  return null;
}

const get: Step = { operation: 'getPet', gapMs: 2, lagMs: 1 };
const create: Step = { ...get, operation: 'createPet' };
const mixed = [create, get, create, get, ...Array.from({ length: 12 }, () => create)];

function counting(limit: number, groupOf: (step: Step) => string) {
  const used = new Map<string, number>();
  return (step: Step): number => {
    const count = (used.get(groupOf(step)) ?? 0) + 1;
    used.set(groupOf(step), count);
    return limit - count;
  };
}

describe('counts of their own', () => {
  it('are shown by operations that alternate, and by a series of one operation', () => {
    expect(
      shownAt(
        mixed,
        400,
        counting(10_000, ({ operation }) => operation),
      ),
    ).not.toBeNull();
    expect(
      shownAt(
        [create, get],
        400,
        counting(10_000, ({ operation }) => operation),
      ),
    ).toBeNull();
    expect(
      shownAt(
        [create],
        400,
        counting(10_000, ({ operation }) => operation),
      ),
    ).toBeNull();
  });

  it('are not shown by a single count', () => {
    expect(
      shownAt(
        mixed,
        400,
        counting(10_000, () => 'all'),
      ),
    ).toBeNull();
  });

  it('are not shown by counts of several processes', () => {
    let requests = 0;
    const processes = counting(10_000, () => String(requests % 3));
    const byProcess = (step: Step): number => {
      requests += 1;
      return processes(step);
    };
    expect(shownAt(mixed, 400, byProcess)).toBeNull();
  });

  it('are shown by no permitted limiter, however regular the requests', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...anyLimiter),
        fc.constantFrom(600, 1_000, 5_000, 10_000, 20_000, 60_000),
        patterns,
        (make, limit, pattern) => {
          const limiter = make(limit, minuteMs);
          expect(shownAt(pattern, 500, (_step, ms) => limiter.take(ms).remaining)).toBeNull();
        },
      ),
      { numRuns: propertyRuns(400) },
    );
  });
});
