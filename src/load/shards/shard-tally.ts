import { type Operation, operations } from '../../exchange/exchange.ts';
import type { LoadShardRecord } from '../../verdict/load-record.ts';
import { LatencyHistograms, summaryOf } from '../latency-histograms.ts';
import { outcomeSum } from '../load-books.ts';
import { invalidity, type LoadConduct } from '../load-record-of.ts';
import { StartSchedule } from '../open-loop.ts';
import type { CellRecord, OutcomeHeader, ShardLoad, ShardResult, ShardStep } from './shard-outcome.ts';
import { type Shard, shareOf } from './share.ts';

/** The outcome of one shard as far as it was read. */
export class ShardTally {
  readonly header: OutcomeHeader;
  /** The name of its source. */
  readonly source: string;
  result: ShardResult | null = null;
  isComplete = false;
  readonly #answered: Record<Operation, number> = { listPets: 0, createPet: 0, getPet: 0 };
  readonly #errors: Record<Operation, number> = { listPets: 0, createPet: 0, getPet: 0 };
  readonly #steps = { started: 0, answered: 0 };
  #latencies: LatencyHistograms | null = null;
  #row: LoadShardRecord | null = null;

  constructor(header: OutcomeHeader, source: string) {
    this.header = header;
    this.source = source;
  }

  get shard(): Shard {
    return this.header.shard;
  }

  /** @throws {Error} if it is not a histogram of a load */
  async addCell(record: CellRecord): Promise<void> {
    this.#latencies ??= await LatencyHistograms.create();
    const { operation, status } = record;
    const count = this.#latencies.add(record);
    if (count !== record.count) {
      throw new Error('its count is not that of its values');
    }
    this.#answered[operation] += count;
    this.#errors[operation] += status >= 400 && status !== 429 ? count : 0;
  }

  addStep({ started, answered }: ShardStep): void {
    this.#steps.started += started;
    this.#steps.answered += answered;
  }

  /** Ends the outcome and reduces its latencies to percentiles. */
  complete(): void {
    this.isComplete = true;
    const load = this.result?.load;
    if (load !== null && load !== undefined) {
      this.#row = this.#rowOf(load);
    }
    this.#latencies = null;
  }

  /** Its row of the report; `null` without a load. */
  get row(): LoadShardRecord | null {
    return this.#row;
  }

  /** Why its books do not add up; empty if they do. */
  bookProblems(): string[] {
    const { result } = this;
    if (result === null || result.load === null) {
      return [];
    }
    const { books } = result.load;
    const all = outcomeSum(Object.values(books.outcomes));
    const failures = Object.values(books.failures).reduce((sum, count) => sum + count, 0);
    const claims: readonly (readonly [boolean, string])[] = [
      ...operations.flatMap((operation) => this.#claimsOf(operation, result.load)),
      [failures === all.failed, `${all.failed} requests failed, but ${failures} have a reason`],
      [all.timedOut === (books.failures['timeout'] ?? 0), 'the numbers of time-outs differ'],
      [all.missed <= books.missedStarts, 'more starts were missed in parts than in all'],
      [result.sent >= all.requests, `it sent ${result.sent} requests in all, but measured ${all.requests}`],
      [
        result.sent >= this.#steps.started,
        `it sent ${result.sent} requests, and ${this.#steps.started} by its seconds`,
      ],
      [
        result.sent >= this.#steps.answered,
        `it sent ${result.sent} requests, and got ${this.#steps.answered} responses`,
      ],
      [result.load.measuredMs <= this.header.plan.load.durationMs + 1, 'it measured longer than planned'],
      this.#startsClaim(result.load, all.requests),
    ];
    return claims.filter(([holds]) => !holds).map(([, problem]) => problem);
  }

  #claimsOf(operation: Operation, load: ShardLoad | null): (readonly [boolean, string])[] {
    const counts = load?.books.outcomes[operation];
    if (counts === undefined) {
      return [];
    }
    const { requests, answered, failed, errors } = counts;
    return [
      [
        requests === answered + failed,
        `${operation}: ${requests} requests, ${answered} responses, ${failed} failed`,
      ],
      [
        answered === this.#answered[operation],
        `${operation}: ${answered} responses, ${this.#answered[operation]} latencies`,
      ],
      [
        errors === this.#errors[operation],
        `${operation}: ${errors} errors, ${this.#errors[operation]} by status`,
      ],
    ];
  }

  /** A complete open loop handled every start of its share: each was made or missed. */
  #startsClaim({ books, measuredMs }: ShardLoad, requests: number): readonly [boolean, string] {
    const { plan, shard } = this.header;
    const { rate, rampMs, warmupMs, durationMs } = plan.load;
    // k6 does not say when it took a start.
    if (
      rate === null ||
      this.result?.ended !== null ||
      this.result.sample !== undefined ||
      measuredMs < durationMs
    ) {
      return [true, ''];
    }
    const schedule = new StartSchedule(rate, rampMs, shard);
    const planned =
      startsBefore(schedule, rampMs + warmupMs + durationMs) - startsBefore(schedule, rampMs + warmupMs);
    const taken = requests + books.missedStarts;
    // A start at either edge may round to the other side.
    return [Math.abs(taken - planned) <= 2, `it took ${taken} starts, but its share is ${planned}`];
  }

  #rowOf({ books, measuredMs, generator, clock }: ShardLoad): LoadShardRecord {
    const { shard, plan, tag } = this.header;
    const all = outcomeSum(Object.values(books.outcomes));
    const latency = this.#latencies === null ? null : summaryOf(this.#latencies.all);
    const figure = (value: number | undefined): number | null =>
      latency === null || latency.count === 0 ? null : (value ?? null);
    return {
      shard: shard.index + 1,
      tag,
      startedAt: new Date(clock.startedAtMs).toISOString(),
      connections: shareOf(plan.load.connections, shard),
      requests: all.requests,
      answered: all.answered,
      failed: all.failed,
      missedStarts: books.missedStarts,
      lateStarts: books.lateStarts,
      achievedRate: measuredMs === 0 ? 0 : Math.round((all.answered * 1e6) / measuredMs) / 1000,
      p50Ms: figure(latency?.percentilesMs['50']),
      p99Ms: figure(latency?.percentilesMs['99']),
      maxMs: figure(latency?.maxMs),
      generator: generator?.record ?? null,
      invalid: invalidity(this.#conduct()),
    };
  }

  #conduct(): LoadConduct {
    const load = this.result?.load;
    if (load === null || load === undefined) {
      throw new Error('a shard without a load has no conduct');
    }
    const { rate, connections } = this.header.plan.load;
    const { books, generator, heldBackTo } = load;
    return {
      mode: rate === null ? 'closed' : 'open',
      // Whether the connections sufficed is decided for the whole load.
      offeredRate: rate ?? heldBackTo,
      connections,
      intendedStarts: outcomeSum(Object.values(books.outcomes)).requests + books.missedStarts,
      lateStarts: books.lateStarts,
      missedStarts: books.missedStarts,
      generator,
    };
  }
}

/** The number of starts before a time, in ms since the beginning. */
function startsBefore(schedule: StartSchedule, beforeMs: number): number {
  let low = 0;
  let high = 1;
  while (schedule.startOf(high) < beforeMs) {
    high *= 2;
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (schedule.startOf(middle) < beforeMs) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
