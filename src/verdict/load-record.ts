import type { Operation } from '../exchange/exchange.ts';

/** Percentiles of a latency in ms. */
export interface LatencySummary {
  readonly count: number;
  readonly meanMs: number;
  readonly minMs: number;
  readonly maxMs: number;
  /** By percentile as text, `50` to `99.99`. */
  readonly percentilesMs: Readonly<Record<string, number>>;
}

/** One second of a load. */
export interface LoadSecond {
  /** Seconds since the start of what is measured; below 0 in the warm-up. */
  readonly second: number;
  readonly started: number;
  readonly answered: number;
  readonly failed: number;
  readonly refused: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly maxMs: number | null;
}

/** An objective and what came of it. */
export interface ObjectiveResult {
  /** As written: `p99<250ms`. */
  readonly rule: string;
  /** With its unit: `212 ms`. */
  readonly value: string;
  readonly met: boolean;
}

/** One way to violate a requirement, counted over a whole load; of its exchanges only a sample is on record. */
export interface LoadDeviation {
  readonly requirement: string;
  readonly kind: string;
  /** Answers that showed it. */
  readonly count: number;
  /** Those of each operation. */
  readonly operations?: { readonly [Name in Operation]?: number };
  /** Seconds since the start of what is measured when it was first seen; below 0 in the warm-up. */
  readonly firstSecond: number;
  /** Requests that were answered in the second before that. */
  readonly rateThen: number;
}

/** What a sustained load brought. No secret stands in it. */
export interface LoadRecord {
  readonly mode: 'closed' | 'open';
  readonly connections: number;
  /** Requests a second that were to be started (open loop), or `null`. */
  readonly offeredRate: number | null;
  /** Requests a second that were answered. */
  readonly achievedRate: number;
  readonly durationMs: number;
  readonly warmupMs: number;
  readonly rampMs: number;
  readonly mix: Readonly<Record<string, number>>;
  readonly requests: number;
  /** All that was sent: preparation, ramp and warm-up too. */
  readonly sent?: number;
  readonly answered: number;
  /** Transport failures, by their code. */
  readonly failures: Readonly<Record<string, number>>;
  /** Starts of the open loop that could not be made at all, and those later than 2 ms. */
  readonly missedStarts: number;
  readonly lateStarts: number;
  readonly latency: LatencySummary;
  readonly byOperation: Readonly<Record<string, LatencySummary>>;
  readonly byStatus: Readonly<Record<string, LatencySummary>>;
  /** The HDR histogram of all latencies in µs, encoded (V2, compressed, base64). */
  readonly histogram: string;
  readonly series: readonly LoadSecond[];
  readonly generator: {
    /** Percentiles of the event loop's delay, in ms. */
    readonly eventLoopDelayP99Ms: number;
    readonly eventLoopDelayMaxMs: number;
    /** Share of one core, 0 to 1 and above. */
    readonly cpuShare: number;
  };
  /** Why the figures are not the service's but the generator's, or `null`. */
  readonly invalid: string | null;
  readonly objectives: readonly ObjectiveResult[];
  /** What sent the requests, in turn: `autocannon`, `undici`. */
  readonly engines?: readonly string[];
  /** What has to be known to read the figures: why the engine changed, that the load was held back. */
  readonly notes?: readonly string[];
  /** Deviations with their true counts; absent where there are none. */
  readonly deviations?: readonly LoadDeviation[];
  /** Animals that were created, preparation included. */
  readonly created?: number;
}
