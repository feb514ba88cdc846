/** A plan whose limits are measured, and how. */
export interface PlanUnderTest {
  /** `free`, `pro`, `business` or `enterprise`. */
  readonly plan: string;
  readonly perMinute: number;
  readonly perDay: number;
  /** How long the target's minute and day last, in ms. */
  readonly minuteMs: number;
  readonly dayMs: number;
  /** The keys of this plan that the run may exhaust, as N of `quota-key-N`; at least one. */
  readonly keys: readonly number[];
  /** Whether a key of another account is available (key 0: the key of the run). */
  readonly neighbour: boolean;
  /** Requests beyond the limit that a burst may send. */
  readonly overshoot: number;
  /** Requests that may be refused in a row, over all phases. */
  readonly refusedInARow: number;
  readonly connections: number;
  /** How long a new animal may be missing from a list of another place, in ms. */
  readonly consistencyGraceMs: number;
  /** Nothing is created. */
  readonly readOnly: boolean;
  /** Whether the daily limit is measured too. */
  readonly dayQuota: boolean;
  /** Whether to keep sending after repeated 429s, to detect a temporary ban. */
  readonly probeBan: boolean;
  /** Unsigned 32-bit seed: which operation is sent when. */
  readonly seed: number;
}
