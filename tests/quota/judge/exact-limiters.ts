import type { Decide } from './trace.ts';

/** Windows by the clock, that begin `phaseMs` after whole multiples of their length. */
export function clockWindow(limit: number, windowMs: number, phaseMs = 0): Decide {
  return window(limit, windowMs, (atMs) => Math.floor((atMs - phaseMs) / windowMs) * windowMs + phaseMs);
}

/** Windows that begin with the first request. */
export function requestWindow(limit: number, windowMs: number): Decide {
  return window(limit, windowMs, (atMs) => atMs);
}

function window(limit: number, windowMs: number, begin: (atMs: number) => number): Decide {
  let endMs = Number.NEGATIVE_INFINITY;
  let used = 0;
  return (atMs) => {
    if (atMs >= endMs) {
      endMs = begin(atMs) + windowMs;
      used = 0;
    }
    const admitted = used < limit;
    used += admitted ? 1 : 0;
    return { admitted, remaining: limit - used, resetMs: endMs, retryMs: endMs };
  };
}

export function log(limit: number, windowMs: number, { countsRefused = false } = {}): Decide {
  let times: number[] = [];
  return (atMs) => {
    times = times.filter((time) => time > atMs - windowMs);
    const admitted = times.length < limit;
    if (admitted || countsRefused) {
      times.push(atMs);
    }
    const decisive = times[Math.max(0, times.length - limit)] ?? atMs;
    const retryMs = decisive + windowMs;
    return {
      admitted,
      remaining: Math.max(0, limit - times.length),
      resetMs: (times[0] ?? atMs) + windowMs,
      retryMs,
    };
  };
}

/** Counts of two windows by the clock, the earlier one by the share of it that is still within a window. */
export function counter(limit: number, windowMs: number, phaseMs = 0): Decide {
  let startMs = Number.NEGATIVE_INFINITY;
  let used = 0;
  let before = 0;
  return (atMs) => {
    const start = Math.floor((atMs - phaseMs) / windowMs) * windowMs + phaseMs;
    if (start > startMs) {
      before = start === startMs + windowMs ? used : 0;
      used = 0;
      startMs = start;
    }
    const estimate = () => used + before * (1 - (atMs - start) / windowMs);
    const admitted = estimate() < limit;
    used += admitted ? 1 : 0;
    const room = before === 0 ? 1 : Math.max(0, 1 - (limit - used) / before);
    const retryMs = used < limit && before > 0 ? start + windowMs * room : start + windowMs;
    return {
      admitted,
      remaining: Math.max(0, Math.floor(limit - estimate())),
      resetMs: start + windowMs,
      retryMs: retryMs + 1,
    };
  };
}

/** `tickMs`: refilled in steps of so many ms. */
export function bucket(limit: number, windowMs: number, tickMs = 0): Decide {
  let level = limit;
  let filledMs = Number.NEGATIVE_INFINITY;
  const perMs = limit / windowMs;
  return (atMs) => {
    const until = tickMs === 0 ? atMs : Math.floor(atMs / tickMs) * tickMs;
    level =
      filledMs === Number.NEGATIVE_INFINITY ? limit : Math.min(limit, level + (until - filledMs) * perMs);
    filledMs = until;
    const admitted = level >= 1 - 1e-9;
    level -= admitted ? 1 : 0;
    const reaches = (wanted: number) => {
      const lackMs = Math.max(0, wanted - level) / perMs;
      return until + (tickMs === 0 ? lackMs : Math.ceil(lackMs / tickMs - 1e-9) * tickMs);
    };
    return {
      admitted,
      remaining: Math.max(0, Math.floor(level + 1e-9)),
      resetMs: Math.max(atMs, reaches(limit)),
      retryMs: Math.max(atMs, reaches(1)),
    };
  };
}

/** Blocks for a window from the first excess on, and begins anew after that. */
export function blocking(begin: () => Decide, windowMs: number): Decide {
  let inner = begin();
  let untilMs = Number.NEGATIVE_INFINITY;
  return (atMs, entry) => {
    if (atMs < untilMs) {
      return { admitted: false, remaining: 0, resetMs: untilMs, retryMs: untilMs };
    }
    if (untilMs !== Number.NEGATIVE_INFINITY) {
      inner = begin();
      untilMs = Number.NEGATIVE_INFINITY;
    }
    const ruling = inner(atMs, entry);
    if (!ruling.admitted) {
      untilMs = atMs + windowMs;
      return { ...ruling, resetMs: untilMs, retryMs: untilMs };
    }
    return ruling;
  };
}
