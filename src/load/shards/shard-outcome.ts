import type { Operation } from '../../exchange/exchange.ts';
import type { LoadDeviation } from '../../verdict/load-record.ts';
import type { RunEvent, RunHeader } from '../../verdict/run-event.ts';
import type { GeneratorState } from '../generator-health.ts';
import type { EncodedLatencies } from '../latency-histograms.ts';
import type { LoadBooks } from '../load-books.ts';
import type { StepCounts } from '../load-series.ts';
import type { Shard, ShardPlan } from './shard-plan.ts';

/** The version of outcomes. */
export const outcomeVersion = 1;

/** The outcome of a shard, from which `load merge` makes the report of the whole load. */
export interface ShardOutcome extends ShardSummary {
  readonly version: typeof outcomeVersion;
  readonly latencies: readonly EncodedLatencies[];
  readonly steps: readonly ShardStep[];
  /** The evidence: exchanges, findings and the like. */
  readonly events: readonly RunEvent[];
}

/** The outcome of a shard without its latencies and its evidence. */
export interface ShardSummary {
  readonly tool: { readonly name: string; readonly version: string };
  readonly shard: Shard;
  readonly plan: ShardPlan;
  /** The tag in the names of the animals of this shard. */
  readonly tag: string;
  /** The header of its run, with the tag of the whole load. */
  readonly run: RunHeader;
  /** `null` if it did not begin its load. */
  readonly load: ShardLoad | null;
  /** All requests, including those of the preparation. */
  readonly sent: number;
  /** Animals that the preparation created. */
  readonly createdBefore: number;
  /** Requirements that some response is evidence for. */
  readonly touched: readonly string[];
  /** Why it ended early, or `null`. */
  readonly ended: string | null;
  /** Since the start of its run. */
  readonly durationMs: number;
  /** Present if only a sample of its exchanges was judged. */
  readonly sample?: SampledPart;
}

/** The sample of an instance of k6. */
export interface SampledPart {
  /** The requests of the load, and how many exchanges were judged of each operation. */
  readonly requests: number;
  readonly byOperation: Readonly<Record<Operation, number>>;
  /** Sampled, but not judged. */
  readonly unjudged: number;
  /** The reasons why it is incomplete, one line each. */
  readonly gaps: readonly string[];
}

/** The load of one shard. */
export interface ShardLoad {
  readonly books: LoadBooks;
  readonly measuredMs: number;
  /** `null` if unknown. */
  readonly generator: GeneratorState | null;
  readonly engines: readonly string[];
  readonly notes: readonly string[];
  readonly deviations: readonly LoadDeviation[];
  readonly clock: LoadClock;
  /** The note that the service no longer responded at the end, or `null`. */
  readonly gone: string | null;
  /** Closed loop: the rate limit of the whole load in requests per second, or `null`. */
  readonly heldBackTo: number | null;
}

/** The clocks of a load. */
export interface LoadClock {
  /** When it started by the wall clock, in ms since 1970. */
  readonly startedAtMs: number;
  /** The adjustment of the wall clock until the end of the load, in ms. */
  readonly setByMs: number;
}

/** One step of the series of a shard: not per second. */
export interface ShardStep extends StepCounts {
  readonly second: number;
  /** Encoded; `null` without a response. */
  readonly latencies: string | null;
}
