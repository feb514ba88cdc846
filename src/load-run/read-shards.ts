import { SampleReader } from '../load/k6/sample-reader.ts';
import type { LoadPlan } from '../load/load-plan.ts';
import { parseObjective } from '../load/objective.ts';
import { MergedEvidence } from '../load/shards/merged-evidence.ts';
import { MergedLoad } from '../load/shards/merged-load.ts';
import {
  DamagedOutcome,
  OutcomeReader,
  type OutcomeSource,
  type ReadRecord,
} from '../load/shards/read-outcomes.ts';
import type { OutcomeRecord } from '../load/shards/shard-outcome.ts';
import { planDigest } from '../load/shards/shard-plan.ts';
import { ShardTally } from '../load/shards/shard-tally.ts';
import { shardName } from '../load/shards/share.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { SampleJudge } from './sample-judge.ts';
import { sampledOutcomes } from './sampled-shards.ts';

/** The maximum number of events of one shard, and of their characters; a correct shard has far fewer. */
const mostEvents = 5_000;

/** The shards of a load as far as they were read. */
export interface ReadShards {
  readonly tallies: readonly ShardTally[];
  readonly plan: LoadPlan;
  readonly merged: MergedLoad;
  readonly evidence: MergedEvidence;
}

interface Reading {
  readonly tally: ShardTally;
  /** Whether its plan is that of the first one; only then its results are added. */
  readonly isOfLoad: boolean;
  readonly events: RunEvent[];
}

/**
 * Reads outcomes one after the other and adds them up, so that a thousand shards need hardly more memory than one.
 * Resolves with `null` if the sources have no outcome.
 *
 * @param apiKey masked in samples of k6
 * @throws {DamagedOutcome}
 * @throws {RefusedSample}
 */
export async function readShards(
  sources: AsyncIterable<OutcomeSource>,
  apiKey = '',
): Promise<ReadShards | null> {
  const samples = new SampleReader((header) => new SampleJudge(header, apiKey));
  const reader = new OutcomeReader((text, source, place) => samples.take(text, source, place));
  const readings = new Map<string, Reading>();
  let whole: (Omit<ReadShards, 'tallies'> & { readonly digest: string }) | null = null;
  for await (const batch of batches(sources, reader, samples)) {
    for await (const { source, outcome, record } of batch) {
      if (record.type === 'shard') {
        const tally = new ShardTally(record, source);
        const digest = planDigest(record.plan);
        whole ??= { ...(await emptyWhole(tally)), digest };
        const isOfLoad =
          digest === whole.digest && tally.shard.index < tally.shard.of && tally.shard.of === record.plan.of;
        readings.set(outcome, { tally, isOfLoad, events: [] });
      } else {
        await addRecord(record, readings.get(outcome), whole, source);
      }
    }
  }
  const tallies = [...readings.values()].map(({ tally }) => tally);
  return whole === null ? null : { ...whole, tallies };
}

/** The records of each source, and at the end those of all instances of k6, whose lines may be in any source. */
async function* batches(
  sources: AsyncIterable<OutcomeSource>,
  reader: OutcomeReader,
  samples: SampleReader<SampleJudge>,
): AsyncGenerator<AsyncIterable<ReadRecord>> {
  for await (const source of sources) {
    yield reader.records(source);
  }
  yield recordsOf(samples);
}

async function* recordsOf(samples: SampleReader<SampleJudge>): AsyncGenerator<ReadRecord> {
  for await (const { source, records } of sampledOutcomes(samples)) {
    for (const record of records) {
      yield { source, outcome: `k6 ${records[0]?.type === 'shard' ? records[0].tag : ''}`, record };
    }
  }
}

async function emptyWhole({ header, source }: ShardTally): Promise<Omit<ReadShards, 'tallies'>> {
  const { plan, run } = header;
  const objectives = plan.objectives.map((text) => {
    const objective = parseObjective(text);
    if (objective === null) {
      throw new DamagedOutcome(`${source}: the plan has an invalid objective`);
    }
    return objective;
  });
  if (run.baseUrl !== plan.baseUrl || run.seed !== plan.seed || run.failOn !== plan.failOn) {
    throw new DamagedOutcome(`${source}: the run does not match the plan`);
  }
  const startedAtMs = startOfRun(header.run.startedAt, source);
  return {
    plan: { ...plan.load, objectives },
    merged: await MergedLoad.create(plan),
    evidence: new MergedEvidence(plan.seed + 1, Math.min(startedAtMs, plan.startAtMs)),
  };
}

function startOfRun(startedAt: string, source: string): number {
  const startedAtMs = Date.parse(startedAt);
  if (!Number.isFinite(startedAtMs)) {
    throw new DamagedOutcome(`${source}: the run has no start time`);
  }
  return startedAtMs;
}

async function addRecord(
  record: Exclude<OutcomeRecord, { type: 'shard' }>,
  reading: Reading | undefined,
  whole: Omit<ReadShards, 'tallies'> | null,
  source: string,
): Promise<void> {
  const tally = reading?.tally;
  if (reading === undefined || tally === undefined || whole === null || tally.isComplete) {
    throw new DamagedOutcome(`${source}: an outcome does not begin with the record of its shard`);
  }
  if (!reading.isOfLoad) {
    tally.isComplete ||= record.type === 'end';
    return;
  }
  if ((tally.result === null) !== (record.type === 'result')) {
    throw new DamagedOutcome(`${source}: the records of ${shardName(tally.shard)} are not in order`);
  }
  try {
    await add(record, reading, whole);
  } catch (error) {
    if (error instanceof DamagedOutcome || !(error instanceof Error)) {
      throw error;
    }
    throw new DamagedOutcome(`${source}: the latencies of ${shardName(tally.shard)}: ${error.message}`);
  }
}

async function add(
  record: Exclude<OutcomeRecord, { type: 'shard' }>,
  { tally, events }: Reading,
  { merged, evidence }: Omit<ReadShards, 'tallies'>,
): Promise<void> {
  const { shard, source, header } = tally;
  switch (record.type) {
    case 'result':
      tally.result = record;
      if (record.load !== null) {
        merged.add(shard, record.load);
      }
      break;
    case 'latencies':
      await tally.addCell(record);
      merged.addCell(record);
      break;
    case 'steps':
      for (const step of record.steps) {
        tally.addStep(step);
        merged.addStep(step);
      }
      break;
    case 'event':
      events.push(record.event);
      if (events.length > mostEvents) {
        throw new DamagedOutcome(`${source}: ${shardName(shard)} has too many events`);
      }
      break;
    case 'end':
      tally.complete();
      evidence.add(shard, startOfRun(header.run.startedAt, source), events.splice(0));
  }
}
