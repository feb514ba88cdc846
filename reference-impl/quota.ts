/** How far a quota is used up at one moment; times in ms since 1970-01-01T00:00:00Z. */
export interface QuotaState {
  readonly limit: number;
  /** Whole requests left. */
  readonly remaining: number;
  readonly resetsAt: number;
  readonly nextAt: number;
}

/** One quota of one key: so many requests in so long a time. */
export interface Quota {
  state(now: number): QuotaState;
  /** Takes one request from what is left. */
  count(now: number): void;
  /** Takes back a request that was counted then; without it, a quota keeps what it counted. */
  giveBack?(countedAt: number): void;
  /** Hears of a request that was refused; most quotas don't care. */
  refuse?(now: number): void;
}

export type QuotaKind = (limit: number, lengthMs: number) => Quota;

/** The same quota with another state. @param change is told the state as it is */
export function withState(
  quota: Quota,
  change: (state: QuotaState, now: number) => Partial<QuotaState>,
): Quota {
  return {
    ...quota,
    state(now) {
      const state = quota.state(now);
      return { ...state, ...change(state, now) };
    },
  };
}

/** A fixed window that begins with the first request after the last one ended. */
export const anchoredWindow: QuotaKind = (limit, lengthMs) => {
  let endsAt = 0;
  let used = 0;
  return {
    state(now) {
      const remaining = now < endsAt ? Math.max(0, limit - used) : limit;
      const end = now < endsAt ? endsAt : now + lengthMs;
      return { limit, remaining, resetsAt: end, nextAt: remaining > 0 ? now : end };
    },
    count(now) {
      if (now >= endsAt) {
        endsAt = now + lengthMs;
        used = 0;
      }
      used += 1;
    },
  };
};

/** A fixed window, aligned to the clock: minutes begin with the minute, days at midnight UTC. */
export const fixedWindow: QuotaKind = (limit, lengthMs) => {
  let window = -1;
  let used = 0;
  const usedIn = (current: number) => (current === window ? used : 0);
  return {
    state(now) {
      const current = Math.floor(now / lengthMs);
      const end = (current + 1) * lengthMs;
      const remaining = Math.max(0, limit - usedIn(current));
      return { limit, remaining, resetsAt: end, nextAt: remaining > 0 ? now : end };
    },
    count(now) {
      const current = Math.floor(now / lengthMs);
      used = usedIn(current) + 1;
      window = current;
    },
    giveBack(countedAt) {
      used -= Math.floor(countedAt / lengthMs) === window ? 1 : 0;
    },
  };
};
