import type { LoadShardRecord } from '../../verdict/load-record.ts';
import { loadRecordOf } from '../load-record-of.ts';
import { mergedLoad } from '../merged-load.ts';
import type { ShardOutcome } from './shard-outcome.ts';
import { shareOf } from './shard-plan.ts';

/** The row of a shard in the report of the whole load; `null` without a load. */
export function rowOf({ plan, shard, tag, load }: ShardOutcome): LoadShardRecord | null {
  if (load === null) {
    return null;
  }
  // Whether the connections sufficed is decided for the whole load.
  const whole = { ...plan.load, objectives: [] };
  const figures = { ...load, steps: [], notes: [], deviations: [] };
  const record = loadRecordOf(mergedLoad(whole, [{ shard, figures }]), {
    plan: whole,
    sent: 0,
    createdBefore: 0,
  });
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
