import { instanceOutcome } from '../load/k6/instance-outcome.ts';
import type { K6Summary } from '../load/k6/k6-load.ts';
import type { K6Instance } from '../load/k6/sample-reader.ts';
import type { ShardOutcome } from '../load/shards/shard-outcome.ts';
import { runHeader } from '../run/run-header.ts';
import type { RunHeader } from '../verdict/run-event.ts';
import { loadSelection } from './load-witness.ts';
import type { SampleJudge } from './sample-judge.ts';

/** The outcome of an instance of k6, in the form of any shard of the load. @throws {DamagedLog} */
export function sampledOutcome(
  instance: K6Instance<SampleJudge>,
  summary: K6Summary,
  startAtMs: number,
): Promise<ShardOutcome> {
  return instanceOutcome({ ...instance, summary }, instance.sink.finish(), headerOf(instance), startAtMs);
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
