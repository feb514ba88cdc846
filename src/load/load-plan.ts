import type { Mix } from './mix.ts';
import type { Objective } from './objective.ts';

/** How a load is made. */
export interface LoadPlan {
  /** Requests a second of an open loop, or `null` for a closed loop. */
  readonly rate: number | null;
  /** Connections at once, at most. */
  readonly connections: number;
  /** How long is measured, how long before that the load runs at its full height, and how long it grows to it, in ms. */
  readonly durationMs: number;
  readonly warmupMs: number;
  readonly rampMs: number;
  readonly mix: Mix;
  /** How long one answer may take, in ms. */
  readonly timeoutMs: number;
  readonly objectives: readonly Objective[];
}

/** How a load is kept within the allowance of its key; all `null` where it may go beyond. */
export interface LoadBounds {
  /** Requests a second of a closed loop at most. */
  readonly perSecond: number | null;
  /** Requests at most. */
  readonly total: number | null;
  /** Refusals in a row after which it ends. */
  readonly refusedInARow: number | null;
}

/** How a load stands, once a second. */
export interface LoadTick {
  readonly phase: 'ramp' | 'warm-up' | 'measuring' | 'waiting for the last answers';
  readonly leftMs: number;
  /** In the last second. */
  readonly startedPerSecond: number;
  readonly answeredPerSecond: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly maxMs: number | null;
  /** Since the start of what is measured. */
  readonly requests: number;
  readonly errors: number;
  readonly missedStarts: number;
  /** Requests refused with 429 in the last second. */
  readonly refusedPerSecond: number;
}
