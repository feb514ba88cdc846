/** What a limiter says of one request, times in ms of the server's clock. */
export interface Verdict {
  readonly admitted: boolean;
  readonly remaining: number;
  /** When the limit resets. */
  readonly resetMs: number;
  /** When a refused request would be admitted. */
  readonly retryMs: number;
}

/** A rate limiter of `limit` requests in `windowMs`; it is asked in the order of time. */
type Limiter = (nowMs: number) => Verdict;

export type LimiterKind = (limit: number, windowMs: number) => Limiter;

/** Windows that begin at whole multiples of their length. */
export const fixedAligned: LimiterKind = (limit, windowMs) => {
  let window = -1;
  let used = 0;
  return (now) => {
    const current = Math.floor(now / windowMs);
    used = current === window ? used : 0;
    window = current;
    const admitted = used < limit;
    used += admitted ? 1 : 0;
    const end = (current + 1) * windowMs;
    return { admitted, remaining: limit - used, resetMs: end, retryMs: end };
  };
};

/** Windows that begin with the first request after the one before. */
export const fixedAnchored: LimiterKind = (limit, windowMs) => {
  let end = 0;
  let used = 0;
  return (now) => {
    if (now >= end) {
      end = now + windowMs;
      used = 0;
    }
    const admitted = used < limit;
    used += admitted ? 1 : 0;
    return { admitted, remaining: limit - used, resetMs: end, retryMs: end };
  };
};

/** The requests of the last `windowMs` count. */
export const slidingLog: LimiterKind = (limit, windowMs) => {
  const log: number[] = [];
  return (now) => {
    while ((log[0] ?? now) <= now - windowMs) {
      log.shift();
    }
    const admitted = log.length < limit;
    if (admitted) {
      log.push(now);
    }
    const oldest = (log[0] ?? now) + windowMs;
    return { admitted, remaining: limit - log.length, resetMs: oldest, retryMs: oldest };
  };
};

/** The window before counts by the share of it that the last `windowMs` still cover. */
export const slidingCounter: LimiterKind = (limit, windowMs) => {
  let window = -1;
  let used = 0;
  let before = 0;
  return (now) => {
    const current = Math.floor(now / windowMs);
    if (current !== window) {
      before = current === window + 1 ? used : 0;
      used = 0;
      window = current;
    }
    const estimate = () => before * (1 - (now % windowMs) / windowMs) + used;
    const admitted = estimate() + 1 <= limit;
    used += admitted ? 1 : 0;
    const end = (current + 1) * windowMs;
    return {
      admitted,
      remaining: Math.max(0, Math.floor(limit - estimate())),
      resetMs: end,
      retryMs: end + windowMs / limit,
    };
  };
};

/** A bucket that holds `limit` and refills evenly within `windowMs`; it resets when it is full. */
export const tokenBucket: LimiterKind = (limit, windowMs) => {
  let level = limit;
  let filledAt = 0;
  return (now) => {
    level = Math.min(limit, level + ((now - filledAt) * limit) / windowMs);
    filledAt = now;
    const admitted = level >= 1;
    level -= admitted ? 1 : 0;
    return {
      admitted,
      remaining: Math.floor(level),
      resetMs: now + ((limit - level) * windowMs) / limit,
      retryMs: now + (Math.max(0, 1 - level) * windowMs) / limit,
    };
  };
};

/** A minute and a day; the answer speaks of the one that is closer to its end. */
export function minuteAndDay(
  kind: LimiterKind,
  perMinute: number,
  perDay: number,
  dayMs: number,
  minuteMs = 60_000,
): (nowMs: number) => Verdict & { readonly limit: number } {
  const minute = kind(perMinute, minuteMs);
  const day = fixedAligned(perDay, dayMs);
  let dayLeft: Verdict = { admitted: true, remaining: perDay, resetMs: 0, retryMs: 0 };
  return (now) => {
    if (dayLeft.remaining === 0 && now < dayLeft.resetMs) {
      return { ...dayLeft, admitted: false, limit: perDay };
    }
    const ofMinute = minute(now);
    if (ofMinute.admitted) {
      dayLeft = day(now);
    }
    return dayLeft.remaining < ofMinute.remaining
      ? { ...dayLeft, admitted: ofMinute.admitted, limit: perDay }
      : { ...ofMinute, limit: perMinute };
  };
}
