import { between, type Random } from '../random.ts';
import type { Limiter, LimiterKind, Outlook } from './limiter.ts';
import { slidingLog } from './sliding-log.ts';

/** Admits everything, and tells what an honest counter would. */
export const unlimited =
  (kind: LimiterKind): LimiterKind =>
  (limit, windowMs) => {
    const told = kind(limit, windowMs);
    return decorated(told, { admits: () => true });
  };

/** Grants more or fewer than it tells: the remainder is told as though the figure were the announced one. */
export const granting =
  (kind: LimiterKind, granted: (limit: number) => number): LimiterKind =>
  (limit, windowMs) => {
    const inner = kind(granted(limit), windowMs);
    const more = limit - granted(limit);
    let refused = false;
    return decorated(inner, {
      admits: (atMs) => {
        refused = !inner.admits(atMs);
        return !refused;
      },
      outlook: (atMs) => {
        const outlook = inner.outlook(atMs);
        return { ...outlook, limit, remaining: refused ? 0 : Math.max(0, outlook.remaining + more) };
      },
    });
  };

/** Counts the first request from a full quota twice. */
export const firstCountedTwice =
  (kind: LimiterKind): LimiterKind =>
  (limit, windowMs) => {
    const inner = kind(limit, windowMs);
    return decorated(inner, {
      charge: (atMs) => {
        const first = inner.outlook(atMs).remaining === limit;
        inner.charge(atMs);
        if (first) {
          inner.charge(atMs);
        }
      },
    });
  };

/** Refuses this share of the requests by mistake; `refused` is told of each. */
export const refusingAtRandom =
  (kind: LimiterKind, share: number, random: Random, refused: () => void): LimiterKind =>
  (limit, windowMs) => {
    const inner = kind(limit, windowMs);
    let mistaken = false;
    return decorated(inner, {
      admits: (atMs) => {
        mistaken = inner.admits(atMs) && between(random, 0, 1) < share;
        if (mistaken) {
          refused();
        }
        return !mistaken && inner.admits(atMs);
      },
      outlook: (atMs) =>
        mistaken ? { ...inner.outlook(atMs), remaining: 0, retryMs: atMs + 1000 } : inner.outlook(atMs),
    });
  };

/** Admits whatever does not find that many others at work; each is at work for some ms. */
export const concurrencyCap =
  (kind: LimiterKind, most: number, workMs: number): LimiterKind =>
  (limit, windowMs) => {
    const atWork = slidingLog(most, workMs);
    const told = kind(limit, windowMs);
    let refused = false;
    return decorated(told, {
      admits: (atMs) => {
        refused = !atWork.admits(atMs);
        return !refused;
      },
      charge: (atMs) => {
        atWork.charge(atMs);
        told.charge(atMs);
      },
      outlook: (atMs): Outlook => {
        const outlook = told.outlook(atMs);
        return refused ? { ...outlook, remaining: 0, retryMs: atMs + workMs } : outlook;
      },
    });
  };

function decorated(inner: Limiter, instead: Partial<Limiter>): Limiter {
  return {
    admits: instead.admits ?? ((atMs) => inner.admits(atMs)),
    charge: instead.charge ?? ((atMs) => inner.charge(atMs)),
    refuse: (atMs) => inner.refuse(atMs),
    outlook: instead.outlook ?? ((atMs) => inner.outlook(atMs)),
    copy: () => decorated(inner.copy(), instead),
  };
}
