/** How many requests a limiter of one kind has left, followed through time. Times in ms. */
export interface AllowanceLedger {
  /** The current quota, negative after an excess. */
  left(): number;
  /** Advances to a time not before the previous one. */
  advance(toMs: number): void;
  take(count: number): void;
  /** When what is left next changes its course by itself, or Infinity. */
  nextChangeMs(): number;
  /** Whether it rises evenly until then; otherwise it stays, and jumps. */
  readonly rising: boolean;
}

/** A window that begins with the first request after the end of the one before. */
export function windowFromFirstRequest(limit: number, windowMs: number): AllowanceLedger {
  let now = 0;
  let used = 0;
  let end = Number.POSITIVE_INFINITY;
  return {
    rising: false,
    left: () => limit - used,
    advance(toMs) {
      now = toMs;
      if (toMs >= end) {
        used = 0;
        end = Number.POSITIVE_INFINITY;
      }
    },
    take(count) {
      used += count;
      end = Math.min(end, now + windowMs);
    },
    nextChangeMs: () => end,
  };
}

/** Windows aligned to a known end. */
export function alignedWindow(limit: number, windowMs: number, anEndMs: number): AllowanceLedger {
  let used = 0;
  let end = endAfter(0, windowMs, anEndMs);
  return {
    rising: false,
    left: () => limit - used,
    advance(toMs) {
      if (toMs >= end) {
        used = 0;
        end = endAfter(toMs, windowMs, anEndMs);
      }
    },
    take(count) {
      used += count;
    },
    nextChangeMs: () => end,
  };
}

/** The same windows, each request of the one before still counting for the share that is not yet gone by. */
export function slidingCounter(limit: number, windowMs: number, anEndMs: number): AllowanceLedger {
  let now = 0;
  let before = 0;
  let used = 0;
  let end = endAfter(0, windowMs, anEndMs);
  return {
    rising: true,
    left: () => limit - used - before * Math.max(0, Math.min(1, (end - now) / windowMs)),
    advance(toMs) {
      if (toMs >= end) {
        before = toMs - end < windowMs ? used : 0;
        used = 0;
        end = endAfter(toMs, windowMs, anEndMs);
      }
      now = toMs;
    },
    take(count) {
      used += count;
    },
    nextChangeMs: () => end,
  };
}

/** Every request counts for one window from its own moment on. */
export function slidingLog(limit: number, windowMs: number): AllowanceLedger {
  const taken: { readonly atMs: number; readonly count: number }[] = [];
  let now = 0;
  let used = 0;
  let oldest = 0;
  return {
    rising: false,
    left: () => limit - used,
    advance(toMs) {
      now = toMs;
      for (let entry = taken[oldest]; entry !== undefined; entry = taken[oldest]) {
        if (entry.atMs + windowMs > toMs) {
          break;
        }
        used -= entry.count;
        oldest += 1;
      }
    },
    take(count) {
      used += count;
      taken.push({ atMs: now, count });
    },
    nextChangeMs: () => (taken[oldest]?.atMs ?? Number.POSITIVE_INFINITY) + windowMs,
  };
}

/** A bucket that holds the limit and fills up evenly within one window. */
export function tokenBucket(limit: number, windowMs: number): AllowanceLedger {
  let now = 0;
  let level = limit;
  return {
    rising: true,
    left: () => level,
    advance(toMs) {
      level = Math.min(limit, level + ((toMs - now) * limit) / windowMs);
      now = toMs;
    },
    take(count) {
      level -= count;
    },
    nextChangeMs: () =>
      level < limit && limit > 0 ? now + ((limit - level) * windowMs) / limit : Number.POSITIVE_INFINITY,
  };
}

function endAfter(atMs: number, windowMs: number, anEndMs: number): number {
  return anEndMs + (Math.floor((atMs - anEndMs) / windowMs) + 1) * windowMs;
}
