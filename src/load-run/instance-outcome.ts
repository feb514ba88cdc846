import { type K6Header, type K6Summary, k6Failures, k6Operations, k6Statuses } from '../load/k6/k6-load.ts';
import { valuesOf } from '../load/k6/trend.ts';
import { LatencyHistograms } from '../load/latency-histograms.ts';
import { emptyOutcome, type LoadCounts, type LoadFigures, outcomeSum } from '../load/load-figures.ts';
import { sharesOf } from '../load/load-plan.ts';
import { parseObjective } from '../load/objective.ts';
import { DamagedLog } from '../load/shards/record-reader.ts';
import { outcomeVersion, type SampledPart, type ShardOutcome } from '../load/shards/shard-outcome.ts';
import { shardName } from '../load/shards/shard-plan.ts';
import type { RunEvent, RunHeader } from '../verdict/run-event.ts';
import type { SampleJudge } from './sample-judge.ts';
import type { K6Instance } from './sample-reader.ts';

type JudgedSample = ReturnType<SampleJudge['finish']>;

/** One instance after its last line. */
interface ReadInstance extends K6Instance {
  readonly summary: K6Summary;
}

/** An instance may end up to this much before the planned end, in ms. */
const earlyMs = 1_000;

/**
 * The outcome of an instance in the form of any shard of a load.
 *
 * @param startAtMs the start of the whole load
 * @throws {DamagedLog} for a summary that contradicts itself
 */
export function instanceOutcome(instance: ReadInstance, run: RunHeader, startAtMs: number): ShardOutcome {
  const { header, shard, summary, judge } = instance;
  const judged = judge.finish();
  const { tool, tag } = header;
  const { endedAtMs, readyAtMs, sent, createdBefore, problem } = summary;
  const load = problem === null ? loadOf(instance, summary, judged) : null;
  return {
    version: outcomeVersion,
    tool,
    shard,
    plan: { ...header.plan, of: shard.of, startAtMs },
    tag,
    run,
    load,
    sent,
    createdBefore,
    touched: judged.touched,
    ended: load === null ? null : whyIncomplete(header, endedAtMs - readyAtMs, load),
    durationMs: Math.max(0, endedAtMs - header.startedAtMs),
    sample: sampleOf(instance, summary, judged),
    events: problem === null ? judged.events : [problemEvent(problem)],
  };
}

function problemEvent(text: string): RunEvent {
  const remedy = 'correct this, then run all instances of k6 again';
  return { type: 'preflight', step: { name: 'k6', outcome: 'problem', text, remedy } };
}

function whyIncomplete({ plan }: K6Header, lastedMs: number, { outcomes }: LoadFigures): string | null {
  const { rampMs, warmupMs, durationMs } = plan.load;
  const plannedMs = rampMs + warmupMs + durationMs;
  if (lastedMs < plannedMs - earlyMs) {
    return `k6 ended after ${seconds(Math.max(0, lastedMs))} of ${seconds(plannedMs)} s of the load`;
  }
  return outcomeSum(Object.values(outcomes)).requests === 0
    ? 'the summary of k6 has no request of the load'
    : null;
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

function loadOf(instance: ReadInstance, summary: K6Summary, judged: JudgedSample): LoadFigures {
  const { header } = instance;
  const { rampMs, warmupMs, durationMs } = header.plan.load;
  const measuredMs = Math.min(
    durationMs,
    Math.max(0, summary.endedAtMs - summary.readyAtMs - rampMs - warmupMs),
  );
  const counts = countsOf(header, summary);
  const { answered, failed } = outcomeSum(Object.values(counts.outcomes));
  const rateThen = measuredMs === 0 ? 0 : (answered * 1000) / measuredMs;
  return {
    ...counts,
    latencies: histogramsOf(summary, instance).encodedCells,
    steps: [],
    measuredMs,
    generator: null,
    engines: ['k6'],
    notes: notesOf(header, summary, judged),
    deviations: judged.deviations.map((deviation) => ({ ...deviation, rateThen })),
    clock: { startedAtMs: summary.readyAtMs, setByMs: 0 },
    ended: null,
    gone: answered === 0 && failed > 0 ? `the service responded to none of ${failed} requests` : null,
    heldBackTo: null,
  };
}

function notesOf({ plan }: K6Header, { dropped }: K6Summary, { unjudged }: JudgedSample): string[] {
  const hasRate = plan.objectives.some((text) => parseObjective(text)?.measure.kind === 'rate');
  return [
    'Not judged in a sample from k6: the order and repetition of header fields, truncated bodies, whether Remaining counts down from one response to the next, and whether a 429 was too early.',
    'Latencies are those of k6: from the actual start of a request, each rounded up to the next percentile of its instance.',
    ...(hasRate ? ['k6 itself has no threshold for an objective of the rate; it is judged here.'] : []),
    ...(dropped > 0
      ? ['Missed starts are the dropped iterations of k6, also those of ramp and warm-up.']
      : []),
    ...(unjudged > 0
      ? [
          'Some sampled exchanges were not judged: a repeated header field, a body that k6 may have changed, or a line out of order.',
        ]
      : []),
  ];
}

function countsOf({ plan }: K6Header, { metrics, dropped }: K6Summary): LoadCounts {
  const count = (name: string): number => metrics[name]?.['count'] ?? 0;
  const failures = new Map<string, number>();
  const outcomes = { listPets: emptyOutcome(), createPet: emptyOutcome(), getPet: emptyOutcome() };
  for (const operation of k6Operations) {
    const outcome = outcomes[operation];
    for (const status of k6Statuses) {
      const answered = count(`${operation}_${status}`);
      outcome.answered += answered;
      outcome.errors += status >= 400 && status !== 429 ? answered : 0;
    }
    for (const code of k6Failures) {
      const failed = count(`${operation}_failed_${code}`);
      outcome.failed += failed;
      outcome.timedOut += code === 'timeout' ? failed : 0;
      if (failed > 0) {
        failures.set(code, (failures.get(code) ?? 0) + failed);
      }
    }
    outcome.requests = outcome.answered + outcome.failed;
    // k6 does not say which iterations it dropped.
    outcome.missed = Math.floor(dropped * (sharesOf(plan.load.mix).get(operation) ?? 0));
  }
  return {
    outcomes,
    failures: Object.fromEntries(failures),
    missedStarts: dropped,
    lateStarts: 0,
    latestStartMs: 0,
    created: count('created'),
    sentAgain: 0,
  };
}

function histogramsOf({ metrics }: K6Summary, { shard, source }: ReadInstance): LatencyHistograms {
  const histograms = new LatencyHistograms();
  for (const operation of k6Operations) {
    for (const status of k6Statuses) {
      const stats = metrics[`${operation}_${status}`];
      try {
        for (const { ms, count } of stats === undefined ? [] : valuesOf(stats)) {
          histograms.record(operation, status, ms, count);
        }
      } catch (error) {
        const why = error instanceof Error ? error.message : 'its latencies are none';
        throw new DamagedLog(`the summary of ${shardName(shard)} (${source}): ${why}`);
      }
    }
  }
  return histograms;
}

function sampleOf(
  { header, shard, sampled, preflight }: ReadInstance,
  { metrics, preflight: asked, problem }: K6Summary,
  { judged, unjudged }: JudgedSample,
): SampledPart {
  const count = (name: string): number => metrics[name]?.['count'] ?? 0;
  const missing = Math.max(0, count('sampled') - sampled) + Math.max(0, asked - preflight);
  // An iteration may be interrupted between its line and its count.
  const most = count('sampled') + header.plan.load.connections;
  if (sampled > most || preflight > asked) {
    throw new DamagedLog(`lines of ${shardName(shard)} occur twice`);
  }
  const name = shardName(shard);
  return {
    requests: count('started'),
    byOperation: judged,
    unjudged,
    gaps:
      problem === null && missing > 0
        ? [`${missing} of the exchanges that ${name} logged ${missing === 1 ? 'is' : 'are'} missing`]
        : [],
  };
}
