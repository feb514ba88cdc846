import type { LoadPlan } from '../load/load-plan.ts';
import { MergedLoad } from '../load/merged-load.ts';
import { parseObjective } from '../load/objective.ts';
import { strangeness } from '../load/shards/merge-checks.ts';
import { MergedEvidence } from '../load/shards/merged-evidence.ts';
import { outcomeIn } from '../load/shards/record-lines.ts';
import { type LogSource, RecordReader } from '../load/shards/record-reader.ts';
import type { ShardOutcome } from '../load/shards/shard-outcome.ts';
import { shardName } from '../load/shards/shard-plan.ts';
import { type ReadShard, rowOf } from '../load/shards/shard-row.ts';
import { runHeader } from '../run/run-header.ts';
import type { RunHeader } from '../verdict/run-event.ts';
import { instanceOutcome } from './instance-outcome.ts';
import { loadSelection } from './load-witness.ts';
import { type K6Instance, SampleReader } from './sample-reader.ts';

/** The shards of a load, added up. */
export interface ReadShards {
  readonly shards: ReadShard[];
  readonly plan: LoadPlan;
  readonly merged: MergedLoad;
  readonly evidence: MergedEvidence;
}

interface ReadOutcome {
  readonly source: string;
  readonly outcome: ShardOutcome;
}

/**
 * Reads outcomes one after the other and adds them up, so that a thousand shards need hardly more memory than one.
 * Resolves with `null` for `read` if the logs have no complete outcome; `unread` has a line for each other one.
 *
 * @param apiKey masked in samples of k6
 * @throws {DamagedLog}
 */
export async function readShards(
  sources: AsyncIterable<LogSource>,
  apiKey = '',
): Promise<{ readonly read: ReadShards | null; readonly unread: readonly string[] }> {
  const unread: string[] = [];
  let first: ReadOutcome | null = null;
  let read: ReadShards | null = null;
  for await (const one of outcomesOf(sources, apiKey, unread)) {
    first ??= one;
    const strange = strangeness(one.outcome, one.source, first);
    if (strange === null) {
      read ??= emptyLoad(one.outcome);
      add(one, read);
    } else {
      unread.push(strange);
    }
  }
  return { read, unread };
}

/** The outcomes of all shards, and at the end those of all instances of k6, whose records are many. */
async function* outcomesOf(
  sources: AsyncIterable<LogSource>,
  apiKey: string,
  unread: string[],
): AsyncGenerator<ReadOutcome> {
  const reader = new RecordReader();
  const samples = new SampleReader(apiKey);
  for await (const source of sources) {
    for await (const record of reader.records(source)) {
      const outcome = outcomeIn(record);
      if (outcome === null) {
        samples.take(record);
      } else {
        yield { source: source.name, outcome };
      }
    }
  }
  const { instances } = samples;
  const startAtMs = Math.min(...instances.map(({ header }) => header.startedAtMs));
  const incomplete = [...reader.incomplete];
  for (const instance of instances) {
    const { summary, shard, source } = instance;
    if (summary === null) {
      incomplete.push({ from: shardName(shard), source });
    } else {
      yield { source, outcome: instanceOutcome({ ...instance, summary }, headerOf(instance), startAtMs) };
    }
  }
  unread.push(...incomplete.map(({ from, source }) => `the outcome of ${from} is incomplete (${source})`));
}

function emptyLoad({ plan, run }: ShardOutcome): ReadShards {
  const objectives = plan.objectives.map(parseObjective).filter((objective) => objective !== null);
  return {
    shards: [],
    plan: { ...plan.load, objectives },
    merged: new MergedLoad(plan.load),
    evidence: new MergedEvidence(plan.seed + 1, Math.min(Date.parse(run.startedAt), plan.startAtMs)),
  };
}

function add({ source, outcome }: ReadOutcome, { shards, merged, evidence }: ReadShards): void {
  const { load, events, ...summary } = outcome;
  const { shard, run } = summary;
  if (load !== null) {
    merged.add(shard, load);
  }
  evidence.add(shard, Date.parse(run.startedAt), events);
  shards.push({ ...summary, source, clock: load?.clock ?? null, row: rowOf(outcome) });
}

function headerOf({ header }: K6Instance): RunHeader {
  const { plan, command, tag, startedAtMs, tool } = header;
  const failOn = plan.failOn === 'should' ? 'should' : 'must';
  const startedAt = new Date(startedAtMs).toISOString();
  const { baseUrl, seed, catalogue } = plan;
  const made = runHeader(
    { baseUrl, seed, command, failOn, catalogue },
    { tag, startedAt, selected: loadSelection },
  );
  return { ...made, tool, kind: 'load' };
}
