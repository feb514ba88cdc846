import { between, type Random } from '../random.ts';
import { changed, type LimiterKind, slidingLog } from './limiter.ts';

/** Admits everything, and tells what an honest counter would. */
export const unlimited = (kind: LimiterKind) => changed(kind, () => ({ admits: () => true }));

/** Announces another figure than it goes by. */
export const announcing =
  (kind: LimiterKind, announced: number): LimiterKind =>
  (limit, windowMs) => {
    const inner = kind(limit, windowMs);
    return { ...inner, outlook: (atMs) => ({ ...inner.outlook(atMs), limit: announced }) };
  };

/** Grants more or fewer than it tells: the remainder is told as though the figure were the announced one. */
export const granting =
  (kind: LimiterKind, granted: (limit: number) => number): LimiterKind =>
  (limit, windowMs) => {
    const inner = kind(granted(limit), windowMs);
    const more = limit - granted(limit);
    let refused = false;
    return {
      ...inner,
      admits: (atMs) => {
        refused = !inner.admits(atMs);
        return !refused;
      },
      outlook: (atMs) => {
        const outlook = inner.outlook(atMs);
        return { ...outlook, limit, remaining: refused ? 0 : Math.max(0, outlook.remaining + more) };
      },
    };
  };

/** Counts the first request from a full quota twice. */
export const firstCountedTwice = (kind: LimiterKind) =>
  changed(kind, (inner, limit) => ({
    charge: (atMs) => {
      const isFirst = inner.outlook(atMs).remaining === limit;
      inner.charge(atMs);
      if (isFirst) {
        inner.charge(atMs);
      }
    },
  }));

/** Refuses this share of the requests by mistake; `refused` is told of each. */
export const refusingAtRandom = (kind: LimiterKind, share: number, random: Random, refused: () => void) =>
  changed(kind, (inner) => {
    let mistaken = false;
    return {
      admits: (atMs) => {
        mistaken = inner.admits(atMs) && between(random, 0, 1) < share;
        if (mistaken) {
          refused();
        }
        return !mistaken && inner.admits(atMs);
      },
      outlook: (atMs) =>
        mistaken ? { ...inner.outlook(atMs), remaining: 0, retryMs: atMs + 1000 } : inner.outlook(atMs),
    };
  });

/** Admits whatever does not find that many others at work; each is at work for some ms. */
export const concurrencyCap = (kind: LimiterKind, most: number, workMs: number) =>
  changed(kind, (told) => {
    const atWork = slidingLog(most, workMs);
    let refused = false;
    return {
      admits: (atMs) => {
        refused = !atWork.admits(atMs);
        return !refused;
      },
      charge: (atMs) => {
        atWork.charge(atMs);
        told.charge(atMs);
      },
      outlook: (atMs) => {
        const outlook = told.outlook(atMs);
        return refused ? { ...outlook, remaining: 0, retryMs: atMs + workMs } : outlook;
      },
    };
  });

/** Looks whether there is room, and counts only some ms later: whoever looks in between sees the same room. */
export const checkingThenActing = (kind: LimiterKind, gapMs: number): LimiterKind =>
  changed(kind, (inner) => {
    const due: number[] = [];
    let uncounted = 0;
    return {
      admits: (atMs) => {
        while ((due[0] ?? Number.POSITIVE_INFINITY) <= atMs) {
          inner.charge(due.shift() ?? atMs);
        }
        return inner.admits(atMs);
      },
      charge: (atMs) => {
        due.push(atMs + gapMs);
        uncounted = 1;
      },
      refuse: (atMs) => {
        inner.refuse(atMs);
        uncounted = 0;
      },
      // What the request saw, less itself.
      outlook: (atMs) => {
        const outlook = inner.outlook(atMs);
        return { ...outlook, remaining: Math.max(0, outlook.remaining - uncounted) };
      },
    };
  });

/** Reads the counter and writes back one more some ms later, over whatever others wrote in between. */
export const losingUpdates =
  (kind: LimiterKind, gapMs: number): LimiterKind =>
  (limit, windowMs) => {
    /** A counter is the times that it has counted. */
    let stored: readonly number[] = [];
    let seen = stored;
    const writes: { readonly dueMs: number; readonly times: readonly number[] }[] = [];
    const counterOf = (times: readonly number[]) => {
      const counter = kind(limit, windowMs);
      for (const time of times) {
        counter.charge(time);
      }
      return counter;
    };
    return {
      admits: (atMs) => {
        while ((writes[0]?.dueMs ?? Number.POSITIVE_INFINITY) <= atMs) {
          stored = writes.shift()?.times ?? stored;
        }
        seen = stored;
        return counterOf(stored).admits(atMs);
      },
      charge: (atMs) => {
        seen = [...stored, atMs];
        writes.push({ dueMs: atMs + gapMs, times: seen });
      },
      refuse: () => {},
      outlook: (atMs) => counterOf(seen).outlook(atMs),
    };
  };
