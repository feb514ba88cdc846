import type { LoadShardRecord } from '../../verdict/load-record.ts';
import type { LoadClock } from '../load-figures.ts';
import { loadRecordOf } from '../load-record-of.ts';
import { MergedLoad } from '../merged-load.ts';
import type { ShardOutcome, ShardSummary } from './shard-outcome.ts';
import { shareOf } from './shard-plan.ts';

/** One shard of a load, after its figures and events were added to the whole. */
export interface ReadShard extends ShardSummary {
  /** The name of its source. */
  readonly source: string;
  /** `null` without a load. */
  readonly clock: LoadClock | null;
  /** Its row of the report; `null` without a load. */
  readonly row: LoadShardRecord | null;
}

/** The row of a shard in the report of the whole load; `null` without a load. */
export function rowOf({ plan, shard, tag, load }: ShardOutcome): LoadShardRecord | null {
  if (load === null) {
    return null;
  }
  // Whether the connections sufficed is decided for the whole load.
  const whole = { ...plan.load, objectives: [] };
  const figures = { ...load, steps: [], notes: [], deviations: [] };
  const record = loadRecordOf(MergedLoad.of(figures, whole), { plan: whole, sent: 0, createdBefore: 0 });
  const { requests, answered, missedStarts, lateStarts, achievedRate, generator, invalid } = record;
  const { count, percentilesMs, maxMs } = record.latency;
  const figure = (value: number | undefined): number | null => (count === 0 ? null : (value ?? null));
  return {
    shard: shard.index + 1,
    tag,
    startedAt: new Date(load.clock.startedAtMs).toISOString(),
    connections: shareOf(plan.load.connections, shard),
    requests,
    answered,
    failed: requests - answered,
    missedStarts,
    lateStarts,
    achievedRate,
    p50Ms: figure(percentilesMs['50']),
    p99Ms: figure(percentilesMs['99']),
    maxMs: figure(maxMs),
    generator,
    invalid,
  };
}
