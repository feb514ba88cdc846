import { strangeness } from '../load/shards/merge-checks.ts';
import { type LogSource, outcomeIn, RecordReader } from '../load/shards/record-reader.ts';
import type { ReadShard } from '../load/shards/shard-outcome.ts';
import { shardName } from '../load/shards/shard-plan.ts';
import { runHeader } from '../run/run-header.ts';
import type { RunHeader } from '../verdict/run-event.ts';
import { instanceOutcome } from './instance-outcome.ts';
import { loadSelection } from './load-witness.ts';
import { type K6Instance, SampleReader } from './sample-reader.ts';

/**
 * Reads the outcomes of the shards of one load. `unread` has a line for each that is incomplete or of another load.
 *
 * @param apiKey masked in samples of k6
 * @throws {DamagedLog}
 */
export async function readShards(
  sources: AsyncIterable<LogSource>,
  apiKey = '',
): Promise<{ readonly shards: readonly ReadShard[]; readonly unread: readonly string[] }> {
  const shards: ReadShard[] = [];
  const unread: string[] = [];
  for await (const one of outcomesOf(sources, apiKey, unread)) {
    const strange = strangeness(one, shards[0] ?? one);
    if (strange === null) {
      shards.push(one);
    } else {
      unread.push(strange);
    }
  }
  return { shards, unread };
}

/** The outcomes of all shards, and at the end those of all instances of k6, whose records are many. */
async function* outcomesOf(
  sources: AsyncIterable<LogSource>,
  apiKey: string,
  unread: string[],
): AsyncGenerator<ReadShard> {
  const reader = new RecordReader();
  const samples = new SampleReader(apiKey);
  for await (const source of sources) {
    for await (const record of reader.records(source)) {
      const outcome = outcomeIn(record);
      if (outcome === null) {
        samples.take(record);
      } else {
        yield { source: source.name, ...outcome };
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
      yield { source, ...instanceOutcome({ ...instance, summary }, headerOf(instance), startAtMs) };
    }
  }
  unread.push(...incomplete.map(({ from, source }) => `the outcome of ${from} is incomplete (${source})`));
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
