/** A phase of a measurement. */
export interface MeasuredPhase {
  readonly name: string;
  /** ms since the start of the measurement. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly sent: number;
  readonly admitted: number;
  readonly refused: number;
}

/** The requests and responses of one time step. */
export interface QuotaStep {
  /** The start of the step, in ms since the start of the measurement. */
  readonly atMs: number;
  readonly sent: number;
  readonly admitted: number;
  readonly refused: number;
  /** Responses with another status, and requests without a response. */
  readonly other: number;
  /** The last announced `Remaining` and `Reset`, the latter in ms since the start of the measurement. */
  readonly remaining: number | null;
  readonly resetAtMs: number | null;
}

/** An announced time of a 429 and the result of the retry. */
export interface RetryPromise {
  /** The times of the 429, of its Retry-After and of the retry, in ms since the start. */
  readonly refusedAtMs: number;
  readonly promisedAtMs: number;
  readonly retriedAtMs: number | null;
  readonly admitted: boolean | null;
}

/** The requests to one place in a measurement. */
export interface MeasuredPlace {
  /** N of the Nth `--place`, or 0 for the base URL. */
  readonly place: number;
  readonly sent: number;
  readonly admitted: number;
  readonly refused: number;
}

/** The measurement of one key. Contains no secret. */
export interface PlanLimitRecord {
  readonly plan: string;
  /** `quota-key-1` and so on. */
  readonly key: string;
  readonly perMinute: number;
  readonly perDay: number;
  /** The duration of the target's minute, in ms. */
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
  /** Requests in flight when the limit was reached. */
  readonly overlapAtLimit: number;
  /** The permitted limiters that explain the measurement. */
  readonly explainedBy: readonly string[];
  readonly phases: readonly MeasuredPhase[];
  /** The duration of a step, in ms; empty steps are omitted. */
  readonly stepMs: number;
  readonly steps: readonly QuotaStep[];
  readonly promises: readonly RetryPromise[];
  /** By place; absent if all requests went to the base URL. */
  readonly places?: readonly MeasuredPlace[];
}
