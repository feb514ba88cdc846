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
