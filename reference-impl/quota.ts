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
