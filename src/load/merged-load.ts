import { max, min, rollups, sum } from 'd3-array';
import type { LoadDeviation, LoadSecond } from '../verdict/load-record.ts';
import type { GeneratorState } from './generator-health.ts';
import { LatencyHistograms } from './latency-histograms.ts';
import {
  type LoadCounts,
  type LoadFigures,
  type LoadStep,
  loadSecond,
  outcomeSum,
  stepSecondsOf,
  totals,
} from './load-figures.ts';
import { type LoadPlan, seriesSpan } from './load-plan.ts';
import { DeviationTally } from './load-watch.ts';
import { type Shard, shardName } from './shards/shard-plan.ts';

/** A load, added up from the figures of its shards; percentiles are those of the added histograms. */
export interface MergedLoad
  extends Pick<LoadFigures, 'measuredMs' | 'generator' | 'engines' | 'notes' | 'deviations'> {
  readonly counts: LoadCounts;
  readonly histograms: LatencyHistograms;
  readonly series: readonly LoadSecond[];
  /** The rate limit of the whole closed loop in requests per second, or `null`. */
  readonly heldBackTo: number | null;
  /** That the service no longer responded at the end of a shard, or `null`. */
  readonly gone: string | null;
}

/** Adds up the figures of all shards, or of a load by one process: the sum of one. */
export function mergedLoad(
  plan: Pick<LoadPlan, 'durationMs' | 'warmupMs' | 'rampMs'>,
  shards: readonly { readonly shard: Shard; readonly figures: LoadFigures }[],
): MergedLoad {
  const inOrder = shards.toSorted((left, right) => left.shard.index - right.shard.index);
  const all = inOrder.map(({ figures }) => figures);
  const histograms = new LatencyHistograms(64);
  for (const cell of all.flatMap(({ latencies }) => latencies)) {
    histograms.add(cell);
  }
  const stepSeconds = stepSecondsOf(seriesSpan(plan));
  const steps = all.flatMap((figures) => figures.steps);
  const series = rollups(
    steps,
    (same) => stepSum(same, histograms),
    ({ second }) => second,
  )
    .map(([second, step]) => loadSecond({ second, ...step }, stepSeconds))
    .sort((left, right) => left.second - right.second);
  const gone = inOrder.find(({ figures }) => figures.gone !== null);
  return {
    counts: countSum(all),
    histograms,
    series,
    measuredMs: max(all, ({ measuredMs }) => measuredMs) ?? 0,
    generator: worstOf(all.map(({ generator }) => generator).filter((state) => state !== null)),
    engines: [...new Set(all.flatMap(({ engines }) => engines))],
    notes: [...new Set(all.flatMap(({ notes }) => notes))],
    heldBackTo: min(all, ({ heldBackTo }) => heldBackTo) ?? null,
    deviations: deviationSum(all, series),
    gone: gone === undefined ? null : `${shardName(gone.shard)}: ${gone.figures.gone}`,
  };
}

function stepSum(steps: readonly LoadStep[], histograms: LatencyHistograms) {
  const histogram = histograms.forOneSecond();
  for (const { latencies } of steps) {
    if (latencies !== null) {
      histogram.add(histograms.decoded(latencies));
    }
  }
  return { ...totals(['started', 'answered', 'failed', 'refused'], steps), histogram };
}

function countSum(all: readonly LoadCounts[]): LoadCounts {
  const failures = rollups(
    all.flatMap((counts) => Object.entries(counts.failures)),
    (same) => sum(same, ([, count]) => count),
    ([code]) => code,
  );
  return {
    ...totals(['missedStarts', 'lateStarts', 'created', 'sentAgain'], all),
    outcomes: {
      listPets: outcomeSum(all.map(({ outcomes }) => outcomes.listPets)),
      createPet: outcomeSum(all.map(({ outcomes }) => outcomes.createPet)),
      getPet: outcomeSum(all.map(({ outcomes }) => outcomes.getPet)),
    },
    failures: Object.fromEntries(failures),
    latestStartMs: max(all, ({ latestStartMs }) => latestStartMs) ?? 0,
  };
}

function deviationSum(all: readonly LoadFigures[], series: readonly LoadSecond[]): LoadDeviation[] {
  const tally = new DeviationTally();
  for (const deviation of all.flatMap(({ deviations }) => deviations)) {
    tally.add(deviation);
  }
  // A shard knows only its own rate.
  const rateBefore = (first: number) => series.filter(({ second }) => second < first).at(-1)?.answered;
  return tally.deviations.map((deviation) => ({
    ...deviation,
    rateThen: rateBefore(deviation.firstSecond) ?? deviation.rateThen,
  }));
}

function worstOf(generators: readonly GeneratorState[]): GeneratorState | null {
  if (generators.length === 0) {
    return null;
  }
  const worst = (figure: (state: GeneratorState) => number): number => Math.max(0, ...generators.map(figure));
  return {
    record: {
      eventLoopDelayP99Ms: worst(({ record }) => record.eventLoopDelayP99Ms),
      eventLoopDelayMaxMs: worst(({ record }) => record.eventLoopDelayMaxMs),
      cpuShare: worst(({ record }) => record.cpuShare),
    },
    busyShare: worst(({ busyShare }) => busyShare),
  };
}
