import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/exchange/exchange.ts';
import { QuickSteps } from '../../src/watchers/quick-steps.ts';
import { StepTally } from '../../src/watchers/step-tally.ts';
import { propertyRuns } from '../property-runs.ts';
import { permittedLimiters } from './limiters.ts';
import { minuteMs } from './regular-clients.ts';

function tally(drops: readonly number[], refill = 0): StepTally {
  const made = new StepTally();
  for (const drop of drops) {
    made.add(drop, refill / drops.length, true);
  }
  return made;
}

const times = (count: number, drop: number): number[] => Array.from({ length: count }, () => drop);

describe('steps of Remaining', () => {
  it.each([
    ['29 in which it stands', times(29, 0), 0, null],
    ['30 in which it stands', times(30, 0), 0, 'frozen'],
    ['30 in which it goes up', times(30, -1), 0, 'frozen'],
    ['30 in which it stands, and one down', [...times(30, 0), 1], 0, null],
    ['39 by two', times(39, 2), 0, null],
    ['40 by two', times(40, 2), 0, 'too-fast'],
    ['40 by one', times(40, 1), 0, null],
    ['39 by two and one by one', [...times(38, 2), 1, 2], 0, 'too-fast'],
    ['39 by two, and then one by one', [...times(39, 2), 1], 0, null],
    ['38 by two and two by one', [...times(37, 2), 1, 1, 2], 0, null],
    ['38 by two and two by one, with a refill', [...times(37, 2), 1, 1, 2], 1, 'too-fast'],
    ['40 by three and one by nine', [...times(40, 3), 9], 0, null],
    ['of eight kinds', [...times(59, 9), 1, 2, 3, 4, 5, 6, 7, 9], 8, 'too-fast'],
    ['of nine kinds', [...times(59, 9), 1, 2, 3, 4, 5, 6, 7, 8, 9], 8, null],
    ['of nine kinds, none down', [...times(30, 0), -1, -2, -3, -4, -5, -6, -7, -8], 0, null],
  ])('%s', (_what, drops, refill, habit) => {
    expect(tally(drops, refill).habit).toBe(habit);
  });

  it('are decided by the unambiguous ones, although any may show that it decreases', () => {
    const made = tally(times(29, 0));
    made.add(0, 0, false);
    expect(made.habit).toBeNull();
    made.add(0, 0, true);
    expect(made.habit).toBe('frozen');
    made.add(1, 0, false);
    expect(made.habit).toBeNull();
  });
});

interface Row {
  readonly count: number;
  readonly gapMs?: number;
  readonly lagMs?: number;
  /** Before the 20th request. */
  readonly pauseMs?: number;
  readonly left?: (index: number) => number;
  readonly operation?: (index: number) => Operation;
  readonly interruptAt?: number;
}

/** At which served request, from 1 on, a fault shows; 60 requests a minute, so one comes back each second. */
function shownAt({ count, gapMs = 1, lagMs = 1, pauseMs = 0, left, operation, interruptAt }: Row) {
  const steps = new QuickSteps(60, 60_000);
  for (let index = 0; index < count; index += 1) {
    if (index === interruptAt) {
      steps.interrupt();
    }
    const sent = index * (gapMs + lagMs) + (index < 20 ? 0 : pauseMs);
    const request = { exchange: index + 1, sent, received: sent + lagMs, remaining: left?.(index) ?? 50 };
    const fault = steps.see(request, operation?.(index) ?? 'getPet');
    if (fault !== null) {
      return { at: index + 1, ...fault };
    }
  }
  return null;
}

describe('quick steps', () => {
  const frozen = { habit: 'frozen', operation: null };

  it('tell from the fourth served request in a row on', () => {
    expect(shownAt({ count: 32 })).toBeNull();
    expect(shownAt({ count: 40 })).toEqual({ at: 33, ...frozen });
    expect(shownAt({ count: 50, interruptAt: 10 })).toEqual({ at: 36, ...frozen });
    expect(shownAt({ count: 60, left: (index) => 60 - 2 * index })).toEqual(null);
    expect(shownAt({ count: 60, pauseMs: 20, left: (index) => 600 - 2 * index })).toEqual({
      at: 43,
      habit: 'too-fast',
      operation: null,
    });
  });

  it('tell of a count that goes up by one each time, however much may be restored', () => {
    const up = { count: 60, gapMs: 500, left: (index: number) => 1 + index };
    expect(shownAt(up)).toBeNull();
    const paused = { ...up, gapMs: 250, pauseMs: 4_000 };
    expect(shownAt(paused)).toEqual({ at: 43, ...frozen });
    expect(shownAt({ ...paused, left: (index) => 1 + index + (index > 20 ? 1 : 0) })).toBeNull();
    expect(shownAt({ ...paused, left: () => 50 })).toBeNull();
  });

  it('decide if at most a fifth of a request was refilled meanwhile', () => {
    expect(shownAt({ count: 40, gapMs: 198 })).toEqual({ at: 33, ...frozen });
    expect(shownAt({ count: 40, gapMs: 199 })).toBeNull();
  });

  it('tell nothing where one is under way with another, or nothing was left', () => {
    expect(shownAt({ count: 60, gapMs: 0 })).toEqual({ at: 33, ...frozen });
    expect(shownAt({ count: 60, gapMs: -0.5 })).toBeNull();
    expect(shownAt({ count: 60, left: () => 0 })).toBeNull();
    expect(shownAt({ count: 60, pauseMs: 20, left: () => 1 })).toEqual({ at: 33, ...frozen });
  });

  it('may be hidden by earlier requests, or added to by another client, at the pace of this run', () => {
    expect(shownAt({ count: 80, left: () => 1 })).toEqual({ at: 63, ...frozen });
    expect(shownAt({ count: 60, left: () => 30 })).toEqual({ at: 34, ...frozen });
    expect(shownAt({ count: 60, left: (index) => 600 - 2 * index })).toBeNull();
  });

  it('tell nothing if another client ends, or is refused from then on', () => {
    const left = (index: number) => Math.max(0, 60 * 7 + 1 - 7 * index);
    expect(shownAt({ count: 70, gapMs: 11, left })).toBeNull();
    expect(
      shownAt({ count: 90, gapMs: 11, left: (index) => left(index) + Math.max(0, 90 - index) }),
    ).toBeNull();
  });

  it('tell nothing if uneven earlier requests of other clients leave a sliding limiter', () => {
    const restored = (index: number) => 5 + 5 * Math.floor(index / 10);
    expect(shownAt({ count: 50, left: restored })).toBeNull();
    expect(shownAt({ count: 50, left: () => 5 })).toBeNull();
    expect(shownAt({ count: 50, pauseMs: 100, left: () => 5 })).toEqual({ at: 33, ...frozen });
  });

  it('tell of one operation that is not counted among others that are', () => {
    const isCreation = (index: number) => index % 2 === 1;
    const fault = shownAt({
      count: 100,
      operation: (index) => (isCreation(index) ? 'createPet' : 'getPet'),
      left: (index) => 200 - Math.floor(index / 2 + 0.5) + (isCreation(index) ? 1 : 0),
    });
    expect(fault).toEqual({ at: 62, habit: 'frozen', operation: 'createPet' });
  });

  it('count those at which Remaining decreases', () => {
    const steps = new QuickSteps(60, 60_000);
    const see = (sent: number, remaining: number) =>
      steps.see({ exchange: 1, sent, received: sent + 1, remaining }, 'getPet');
    see(0, 9);
    expect(steps.down).toBe(0);
    see(2, 8);
    see(4, 8);
    see(6, 9);
    see(8, 5);
    expect(steps.down).toBe(2);
    steps.interrupt();
    see(10, 4);
    expect(steps.down).toBe(2);
    // Under way together with the one before.
    see(10.5, 3);
    expect(steps.down).toBe(2);
  });
});

describe('a sliding log or a shared window', () => {
  const limit = 600;
  // Without bias, because doubles and small integers are mostly close to 0: both clients would be steady.
  const pauses = fc.noBias(fc.array(fc.nat(40), { minLength: 60, maxLength: 60 }));
  const pace = fc.record({
    gapMs: fc.double({ min: 1, max: 20, noNaN: true }),
    /** Where between two requests of this run the other client sends its own, as a share of the gap. */
    phase: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
    pauses: fc.oneof(fc.constant(null), pauses),
  });

  /** The times of 60 requests, with pauses of their own, or else at a steady pace. */
  const timesOf = (startMs: number, gapMs: number, own: readonly number[] | null) => {
    let now = startMs;
    return Array.from({ length: 60 }, (_, index) => {
      now += gapMs + (own?.[index] ?? 0);
      return now;
    });
  };

  it.each([
    ['earlier requests leave it', minuteMs, 'sliding log'],
    ['another client uses it', 0, 'fixed window, anchored'],
  ])('is never reported while %s at the pace of this run', (_what, agoMs, name) => {
    fc.assert(
      fc.property(pace, pauses, ({ gapMs, phase, pauses: own }, otherPauses) => {
        const limiter = permittedLimiters[name]?.(limit, minuteMs);
        const steps = new QuickSteps(limit, minuteMs);
        const others = timesOf(minuteMs - agoMs + gapMs * phase, gapMs, own === null ? null : otherPauses);
        const requests = timesOf(minuteMs, gapMs, own).map((time) => ({ time, isOwn: true }));
        const all = [...requests, ...others.map((time) => ({ time, isOwn: false }))];
        const faults = all
          .sort((one, other) => one.time - other.time)
          .map(({ time, isOwn }, index) => {
            const remaining = limiter?.take(time).remaining ?? 0;
            const request = { exchange: index, sent: time - 0.1, received: time + 0.1, remaining };
            return isOwn ? steps.see(request, 'getPet') : null;
          });
        expect(faults.filter((fault) => fault !== null)).toEqual([]);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
