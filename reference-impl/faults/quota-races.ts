import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Clock, Decoration, Parts } from '../parts.ts';
import type { IssuedKey } from '../plans.ts';
import { createKeyQuotas, type KeyQuotas } from '../rate-limiter.ts';
import { around, type Fault, violating } from './fault.ts';
import { limiting, quotaKey } from './limiter-decorations.ts';

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

export const quotaRaces: readonly Fault[] = [
  ...violating(['quota/never-exceeded'], quotaKey).by({
    'check-then-count': checkThenCount(() => setTimeout(20)),
    // Of requests that read the same count, only one increments it.
    'lost-updates': limiting(losingUpdates),
    'counted-after-the-answer': limiting(countingAfterwards),
    // While more than twelve requests of a key wait for the limiter, further ones are admitted.
    'open-when-busy': limiting(failingOpen),

    'check-then-count-quickly': checkThenCount(() => setTimeout(2)),
    'check-then-count-next-turn': checkThenCount(() => setImmediate()),
  }),
  ...violating(['quota/fully-granted'], { ...quotaKey }).by({
    // A request that arrives while another is being counted costs two, unannounced.
    'counted-twice-when-busy': countingTwice,
  }),
];
