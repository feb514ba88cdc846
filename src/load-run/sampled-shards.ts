import { instanceOutcome } from '../load/k6/instance-outcome.ts';
import type { K6Instance, SampleReader } from '../load/k6/sample-reader.ts';
import type { OutcomeRecord } from '../load/shards/shard-outcome.ts';
import { runHeader } from '../run/run-header.ts';
import type { RunHeader } from '../verdict/run-event.ts';
import { loadSelection } from './load-witness.ts';
import type { SampleJudge } from './sample-judge.ts';

/** The records of one instance of k6, as a shard of the load. */
export interface SampledOutcome {
  readonly source: string;
  readonly records: readonly OutcomeRecord[];
}

/**
 * The outcomes of all instances of k6 that were read.
 *
 * @throws {RefusedSample}
 */
export async function* sampledOutcomes(reader: SampleReader<SampleJudge>): AsyncGenerator<SampledOutcome> {
  const { instances } = reader;
  const startAtMs = Math.min(...instances.map(({ header }) => header.startedAtMs));
  for (const instance of instances) {
    const run = headerOf(instance);
    const records = await instanceOutcome(instance, instance.sink.finish(), run, startAtMs);
    yield { source: instance.source, records };
  }
}

function headerOf({ header }: K6Instance<SampleJudge>): RunHeader {
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
