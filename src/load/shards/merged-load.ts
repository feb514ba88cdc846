import type { JsHistogram } from 'hdr-histogram-js';
import type { LoadDeviation, LoadSecond, LoadShardRecord } from '../../verdict/load-record.ts';
import type { GeneratorState } from '../generator-health.ts';
import { LatencyHistograms } from '../latency-histograms.ts';
import { type LoadBooks, outcomeSum } from '../load-books.ts';
import { seriesSpan } from '../load-plan.ts';
import { type LoadFigures, loadRecordOf } from '../load-record-of.ts';
import { loadSecond, type StepCounts, stepSecondsOf } from '../load-series.ts';
import { DeviationTally } from '../load-watch.ts';
import type { ShardLoad, ShardOutcome, ShardSummary } from './shard-outcome.ts';
import { type Shard, type ShardPlan, shardName, shareOf } from './shard-plan.ts';

interface MergedStep extends StepCounts {
  histogram: JsHistogram;
}

/** A shard that began its load. */
type AddedLoad = Pick<ShardOutcome, 'shard' | 'latencies' | 'steps'> & { readonly load: ShardLoad };

/** The results of a load, added up from its shards; percentiles are those of the added histograms. */
export class MergedLoad {
  readonly #plan: ShardPlan['load'];
  readonly #histograms = new LatencyHistograms(64);
  readonly #steps = new Map<number, MergedStep>();
  readonly #loads: { readonly shard: Shard; readonly load: ShardLoad }[] = [];

  constructor({ load }: Pick<ShardPlan, 'load'>) {
    this.#plan = load;
  }

  add({ shard, load, latencies, steps }: AddedLoad): void {
    this.#loads.push({ shard, load });
    for (const cell of latencies) {
      this.#histograms.add(cell);
    }
    for (const { second, latencies: encoded, ...counts } of steps) {
      const step = this.#steps.get(second) ?? emptyStep(this.#histograms.forOneSecond());
      if (encoded !== null) {
        step.histogram.add(this.#histograms.decoded(encoded));
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

  get figures(): LoadFigures {
    const loads = this.#inOrder;
    return {
      books: sumOfBooks(loads.map(({ load }) => load.books)),
      histograms: this.#histograms,
      series: this.#series,
      generator: worstOf(loads.map(({ load }) => load.generator).filter((state) => state !== null)),
      measuredMs: Math.max(0, ...loads.map(({ load }) => load.measuredMs)),
      engines: [...new Set(loads.flatMap(({ load }) => load.engines))],
      notes: [...new Set(loads.flatMap(({ load }) => load.notes))],
    };
  }

  /** The rate limit of the whole closed loop in requests per second, or `null`. */
  get heldBackTo(): number | null {
    const limits = this.#loads.map(({ load }) => load.heldBackTo).filter((limit) => limit !== null);
    return limits.length === 0 ? null : Math.min(...limits);
  }

  get deviations(): readonly LoadDeviation[] {
    const tally = new DeviationTally();
    for (const deviation of this.#inOrder.flatMap(({ load }) => load.deviations)) {
      tally.add(deviation);
    }
    return tally.deviations.map((deviation) => ({ ...deviation, rateThen: this.#rateAt(deviation) }));
  }

  /** Why the load of a shard ended early, or `null`. */
  get gone(): string | null {
    const gone = this.#inOrder.find(({ load }) => load.gone !== null);
    return gone === undefined ? null : `${shardName(gone.shard)}: ${gone.load.gone}`;
  }

  get #inOrder() {
    return this.#loads.toSorted((left, right) => left.shard.index - right.shard.index);
  }

  get #series(): LoadSecond[] {
    const stepSeconds = stepSecondsOf(seriesSpan(this.#plan));
    return [...this.#steps]
      .sort(([left], [right]) => left - right)
      .map(([second, step]) => loadSecond({ second, ...step }, stepSeconds));
  }

  /** A shard knows only its own rate. */
  #rateAt({ firstSecond, rateThen }: LoadDeviation): number {
    const before = this.#series.filter(({ second }) => second < firstSecond).at(-1);
    return before?.answered ?? rateThen;
  }
}

function emptyStep(histogram: JsHistogram): MergedStep {
  return { started: 0, answered: 0, failed: 0, refused: 0, histogram };
}

function sumOfBooks(all: readonly LoadBooks[]): LoadBooks {
  const sum = (count: (books: LoadBooks) => number): number =>
    all.reduce((total, books) => total + count(books), 0);
  const failures = new Map<string, number>();
  for (const [code, count] of all.flatMap((books) => Object.entries(books.failures))) {
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

/** One shard of a load, after its latencies and events were added to the whole. */
export interface ReadShard extends ShardSummary {
  /** The name of its source. */
  readonly source: string;
  /** Its row of the report; `null` without a load. */
  readonly row: LoadShardRecord | null;
}

/** The row of a shard in the report of the whole load; `null` without a load. */
export function rowOf({ plan, shard, tag, load, latencies }: ShardOutcome): LoadShardRecord | null {
  if (load === null) {
    return null;
  }
  const own = new MergedLoad(plan);
  own.add({ shard, load, latencies, steps: [] });
  // Whether the connections sufficed is decided for the whole load.
  const record = loadRecordOf(own.figures, {
    plan: { ...plan.load, objectives: [] },
    heldBackTo: load.heldBackTo,
    notes: [],
    deviations: [],
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
