import { changed, type LimiterKind } from './limiter.ts';

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
