import type { Operation } from '../exchange/exchange.ts';
import type { OperationTraffic } from '../exchange/operation-traffic.ts';

/** Percentiles of a latency in ms. */
export interface LatencySummary {
  readonly count: number;
  readonly meanMs: number;
  readonly minMs: number;
  readonly maxMs: number;
  /** Keyed by percentile, `50` to `99.99`. */
  readonly percentilesMs: Readonly<Record<string, number>>;
}

/** One second of a load. */
export interface LoadSecond {
  /** Seconds since the start of the measured time; negative in the warm-up. */
  readonly second: number;
  readonly started: number;
  readonly answered: number;
  readonly failed: number;
  readonly refused: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly maxMs: number | null;
}

/** An objective and its result. */
export interface ObjectiveResult {
  /** As passed: `p99<250ms`. */
  readonly rule: string;
  /** With its unit: `212 ms`. */
  readonly value: string;
  /** `false` if undecided. */
  readonly met: boolean;
  /** Why the generator, and not the service, may have decided it; absent where it is decided. */
  readonly undecided?: string;
}

export function isMissed({ met, undecided }: ObjectiveResult): boolean {
  return !met && undecided === undefined;
}

/** One kind of violation of a requirement, counted over a whole load; only a sample of its exchanges is recorded. */
export interface LoadDeviation {
  readonly requirement: string;
  readonly kind: string;
  /** Responses that show it. */
  readonly count: number;
  /** By operation. */
  readonly operations?: { readonly [Name in Operation]?: number };
  /** The first occurrence in seconds since the start of the measured time; negative in the warm-up. */
  readonly firstSecond: number;
  /** Responses received in the second before it. */
  readonly rateThen: number;
}

/** The result of a sustained load. Contains no secret. */
export interface LoadRecord {
  readonly mode: 'closed' | 'open';
  readonly connections: number;
  /** The offered rate in requests per second (open loop), or `null`. */
  readonly offeredRate: number | null;
  /** The achieved rate in responses per second. */
  readonly achievedRate: number;
  readonly durationMs: number;
  readonly warmupMs: number;
  readonly rampMs: number;
  readonly mix: Readonly<Record<string, number>>;
  readonly requests: number;
  /** All requests sent, including preparation, ramp and warm-up. */
  readonly sent?: number;
  readonly answered: number;
  /** Transport failures by code. */
  readonly failures: Readonly<Record<string, number>>;
  /** Missed starts of the open loop, and starts more than 2 ms late. */
  readonly missedStarts: number;
  readonly lateStarts: number;
  readonly latency: LatencySummary;
  readonly byOperation: Readonly<Record<string, LatencySummary>>;
  readonly byStatus: Readonly<Record<string, LatencySummary>>;
  /** The measured requests by operation and status. */
  readonly traffic: readonly OperationTraffic[];
  /** The HDR histogram of all latencies in µs, encoded (V2, compressed, base64). */
  readonly histogram: string;
  readonly series: readonly LoadSecond[];
  /** `null` if it was made by another program. */
  readonly generator: LoadGenerator | null;
  /** Why latencies and rates describe the generator as well as the service, or `null`. */
  readonly invalid: string | null;
  readonly objectives: readonly ObjectiveResult[];
  /** The HTTP clients that sent the requests, in order: `autocannon`, `undici`. */
  readonly engines?: readonly string[];
  /** Notes on the results, for example that the engine changed or that the load was limited. */
  readonly notes?: readonly string[];
  /** Deviations with their total counts; absent if there are none. */
  readonly deviations?: readonly LoadDeviation[];
  /** Animals created, including preparation. */
  readonly created?: number;
  /** The shards that made it together; absent if one process made it. */
  readonly shards?: readonly LoadShardRecord[];
  /** Present if only a sample of the exchanges was judged. */
  readonly sample?: LoadSample;
}

/** The health of the generator of a load. */
export interface LoadGenerator {
  /** Percentiles of the event loop delay, in ms. */
  readonly eventLoopDelayP99Ms: number;
  readonly eventLoopDelayMaxMs: number;
  /** CPU usage as a share of one core. */
  readonly cpuShare: number;
}

/** The part of a load that was judged. */
export interface LoadSample {
  /** The requests of the load, including ramp and warm-up. */
  readonly requests: number;
  /** Those of them that were drawn evenly and judged. */
  readonly judged: number;
  /** Those that were drawn but could not be judged. */
  readonly unjudged: number;
}

/** One shard of a load. */
export interface LoadShardRecord {
  /** 1, 2, … */
  readonly shard: number;
  /** The tag in the names of its animals. */
  readonly tag: string;
  /** By its own clock. */
  readonly startedAt: string;
  readonly connections: number;
  readonly requests: number;
  readonly answered: number;
  readonly failed: number;
  readonly missedStarts: number;
  readonly lateStarts: number;
  readonly achievedRate: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly maxMs: number | null;
  readonly generator: LoadGenerator | null;
  /** Why its latencies and rates describe the generator as well as the service, or `null`. */
  readonly invalid: string | null;
}
