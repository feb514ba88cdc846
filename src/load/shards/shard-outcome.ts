import type { Operation } from '../../exchange/exchange.ts';
import type { RunEvent, RunHeader } from '../../verdict/run-event.ts';
import type { LoadFigures } from '../load-figures.ts';
import type { Shard, ShardPlan } from './shard-plan.ts';

/** The version of outcomes. */
export const outcomeVersion = 1;

/** The outcome of a shard, from which `load merge` makes the report of the whole load. */
export interface ShardOutcome {
  readonly version: typeof outcomeVersion;
  readonly tool: { readonly name: string; readonly version: string };
  readonly shard: Shard;
  readonly plan: ShardPlan;
  /** The tag in the names of the animals of this shard. */
  readonly tag: string;
  /** The header of its run, with the tag of the whole load. */
  readonly run: RunHeader;
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
  /** `null` if it did not begin its load. */
  readonly load: LoadFigures | null;
  /** The evidence: exchanges, findings and the like. */
  readonly events: readonly RunEvent[];
}

/** An outcome, and the name of the file or log that it was read from. */
export interface ReadShard extends ShardOutcome {
  readonly source: string;
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
