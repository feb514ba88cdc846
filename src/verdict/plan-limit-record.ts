/** A stretch of a measurement. */
export interface MeasuredPhase {
  readonly name: string;
  /** ms since the start of the measurement. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly sent: number;
  readonly admitted: number;
  readonly refused: number;
}

/** What happened in one step of time. */
export interface QuotaStep {
  /** ms since the start of the measurement, of the beginning of the step. */
  readonly atMs: number;
  readonly sent: number;
  readonly admitted: number;
  readonly refused: number;
  /** Answers of any other kind, and requests without one. */
  readonly other: number;
  /** The last `Remaining` and `Reset` announced in it, the latter in ms since the start of the measurement. */
  readonly remaining: number | null;
  readonly resetAtMs: number | null;
}

/** A promise of a 429 and what became of it. */
export interface RetryPromise {
  /** When the 429 came, when it said to ask again, and when that was done, in ms since the start. */
  readonly refusedAtMs: number;
  readonly promisedAtMs: number;
  readonly retriedAtMs: number | null;
  readonly admitted: boolean | null;
}

/** One key of a plan under measurement. No secret stands in it. */
export interface PlanLimitRecord {
  readonly plan: string;
  /** `quota-key-1` and so on. */
  readonly key: string;
  readonly perMinute: number;
  readonly perDay: number;
  /** How long the target's minute lasts, in ms. */
  readonly minuteMs: number;
  /** ms since the start of the run. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly requests: number;
  readonly admitted: number;
  readonly refused: number;
  /** `autocannon`, `undici`. */
  readonly engines: readonly string[];
  readonly connections: number;
  /** Requests under way at once when the limit was reached. */
  readonly overlapAtLimit: number;
  /** The permitted limiters that explain what was seen. */
  readonly explainedBy: readonly string[];
  readonly phases: readonly MeasuredPhase[];
  /** How long one of the steps lasts, in ms; steps in which nothing happened are left out. */
  readonly stepMs: number;
  readonly steps: readonly QuotaStep[];
  readonly promises: readonly RetryPromise[];
}
