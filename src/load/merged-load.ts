import type { JsHistogram } from 'hdr-histogram-js';
import type { LoadDeviation, LoadSecond } from '../verdict/load-record.ts';
import type { GeneratorState } from './generator-health.ts';
import { LatencyHistograms } from './latency-histograms.ts';
import { type LoadCounts, type LoadFigures, outcomeSum } from './load-figures.ts';
import { type LoadPlan, seriesSpan } from './load-plan.ts';
import { loadSecond, type StepCounts, stepSecondsOf } from './load-series.ts';
import { DeviationTally } from './load-watch.ts';
import { type Shard, shardName, wholeLoad } from './shards/shard-plan.ts';

interface MergedStep extends StepCounts {
  histogram: JsHistogram;
}

/** A load, added up from the figures of its shards; percentiles are those of the added histograms. */
export class MergedLoad {
  readonly #plan: Pick<LoadPlan, 'durationMs' | 'warmupMs' | 'rampMs'>;
  readonly histograms = new LatencyHistograms(64);
  readonly #steps = new Map<number, MergedStep>();
  readonly #shards: { readonly shard: Shard; readonly figures: Omit<LoadFigures, 'latencies' | 'steps'> }[] =
    [];

  constructor(plan: Pick<LoadPlan, 'durationMs' | 'warmupMs' | 'rampMs'>) {
    this.#plan = plan;
  }

  /** The sum of one. */
  static of(figures: LoadFigures, plan: LoadPlan): MergedLoad {
    const merged = new MergedLoad(plan);
    merged.add(wholeLoad, figures);
    return merged;
  }

  add(shard: Shard, { latencies, steps, ...figures }: LoadFigures): void {
    this.#shards.push({ shard, figures });
    for (const cell of latencies) {
      this.histograms.add(cell);
    }
    for (const { second, latencies: encoded, ...counts } of steps) {
      const step = this.#steps.get(second) ?? emptyStep(this.histograms.forOneSecond());
      if (encoded !== null) {
        step.histogram.add(this.histograms.decoded(encoded));
      }
      this.#steps.set(second, {
        started: step.started + counts.started,
        answered: step.answered + counts.answered,
        failed: step.failed + counts.failed,
        refused: step.refused + counts.refused,
        histogram: step.histogram,
      });
    }
  }

  get counts(): LoadCounts {
    return sumOf(this.#figures);
  }

  get series(): LoadSecond[] {
    const stepSeconds = stepSecondsOf(seriesSpan(this.#plan));
    return [...this.#steps]
      .sort(([left], [right]) => left - right)
      .map(([second, step]) => loadSecond({ second, ...step }, stepSeconds));
  }

  get generator(): GeneratorState | null {
    return worstOf(this.#figures.map(({ generator }) => generator).filter((state) => state !== null));
  }

  get measuredMs(): number {
    return Math.max(0, ...this.#figures.map(({ measuredMs }) => measuredMs));
  }

  get engines(): readonly string[] {
    return [...new Set(this.#figures.flatMap(({ engines }) => engines))];
  }

  get notes(): readonly string[] {
    return [...new Set(this.#figures.flatMap(({ notes }) => notes))];
  }

  /** The rate limit of the whole closed loop in requests per second, or `null`. */
  get heldBackTo(): number | null {
    const limits = this.#figures.map(({ heldBackTo }) => heldBackTo).filter((limit) => limit !== null);
    return limits.length === 0 ? null : Math.min(...limits);
  }

  get deviations(): readonly LoadDeviation[] {
    const tally = new DeviationTally();
    for (const deviation of this.#figures.flatMap(({ deviations }) => deviations)) {
      tally.add(deviation);
    }
    return tally.deviations.map((deviation) => ({ ...deviation, rateThen: this.#rateAt(deviation) }));
  }

  /** That the service no longer responded at the end of a shard, or `null`. */
  get gone(): string | null {
    const first = this.#inOrder.find(({ figures }) => figures.gone !== null);
    return first === undefined ? null : `${shardName(first.shard)}: ${first.figures.gone}`;
  }

  get #inOrder() {
    return this.#shards.toSorted((left, right) => left.shard.index - right.shard.index);
  }

  get #figures() {
    return this.#inOrder.map(({ figures }) => figures);
  }

  /** A shard knows only its own rate. */
  #rateAt({ firstSecond, rateThen }: LoadDeviation): number {
    const before = this.series.filter(({ second }) => second < firstSecond).at(-1);
    return before?.answered ?? rateThen;
  }
}

function emptyStep(histogram: JsHistogram): MergedStep {
  return { started: 0, answered: 0, failed: 0, refused: 0, histogram };
}

function sumOf(all: readonly LoadCounts[]): LoadCounts {
  const sum = (count: (counts: LoadCounts) => number): number =>
    all.reduce((total, counts) => total + count(counts), 0);
  const failures = new Map<string, number>();
  for (const [code, count] of all.flatMap((counts) => Object.entries(counts.failures))) {
    failures.set(code, (failures.get(code) ?? 0) + count);
  }
  return {
    outcomes: {
      listPets: outcomeSum(all.map(({ outcomes }) => outcomes.listPets)),
      createPet: outcomeSum(all.map(({ outcomes }) => outcomes.createPet)),
      getPet: outcomeSum(all.map(({ outcomes }) => outcomes.getPet)),
    },
    failures: Object.fromEntries(failures),
    missedStarts: sum(({ missedStarts }) => missedStarts),
    lateStarts: sum(({ lateStarts }) => lateStarts),
    latestStartMs: Math.max(0, ...all.map(({ latestStartMs }) => latestStartMs)),
    created: sum(({ created }) => created),
    sentAgain: sum(({ sentAgain }) => sentAgain),
  };
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
