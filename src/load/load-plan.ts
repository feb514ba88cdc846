import type { Operation } from '../exchange/exchange.ts';
import type { SeriesSpan } from './load-figures.ts';
import type { Objective } from './objective.ts';
import { type Shard, shareOf } from './shards/shard-plan.ts';

export interface LoadPlan {
  /** Requests per second of an open loop, or `null` for a closed loop. */
  readonly rate: number | null;
  readonly connections: number;
  /** The measured time, the time at full rate before it, and the time of increasing rate before that, in ms. */
  readonly durationMs: number;
  readonly warmupMs: number;
  readonly rampMs: number;
  readonly mix: Mix;
  /** The time limit for one response, in ms. */
  readonly timeoutMs: number;
  /** The maximum number of created animals, including those of the preparation. */
  readonly maxCreations: number;
  readonly objectives: readonly Objective[];
}

/** The limits of a load by the allowance of its key, and the maximum number of created animals. */
export interface LoadBounds {
  /** The maximum rate of a closed loop in requests per second. */
  readonly perSecond: number | null;
  /** The maximum number of requests. */
  readonly total: number | null;
  /** The number of consecutive refusals after which it ends. */
  readonly refusedInARow: number | null;
  /** The number of creations left. */
  readonly creations: number;
}

/** The approximate number of requests of an open loop; `null` for a closed loop, where it depends on the responses. */
export function plannedRequests({ rate, durationMs, warmupMs, rampMs }: LoadPlan): number | null {
  return rate === null ? null : Math.ceil((rate * (durationMs + warmupMs + rampMs / 2)) / 1000);
}

/** The seconds of a load: negative before the measured time. */
export function seriesSpan({
  durationMs,
  warmupMs,
  rampMs,
}: Pick<LoadPlan, 'durationMs' | 'warmupMs' | 'rampMs'>): SeriesSpan {
  const before = Math.ceil((rampMs + warmupMs) / 1000);
  return { firstSecond: before === 0 ? 0 : -before, lengthSeconds: before + Math.ceil(durationMs / 1000) };
}

/** The progress of a load, every second. */
export interface LoadTick {
  readonly phase:
    | 'waiting for the start'
    | 'ramp'
    | 'warm-up'
    | 'measuring'
    | 'waiting for the last responses';
  readonly leftMs: number;
  /** In the last second. */
  readonly startedPerSecond: number;
  readonly answeredPerSecond: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly maxMs: number | null;
  /** Since the start of the measured time. */
  readonly requests: number;
  readonly errors: number;
  readonly missedStarts: number;
  /** Requests refused with 429 in the last second. */
  readonly refusedPerSecond: number;
}

/** The number of animals that the preparation of a load creates, for requests by id. */
export const createdAhead = 10;

/** The number of these animals that the preparation of a shard creates: at least one. */
export function createdAheadBy(shard: Shard): number {
  return Math.max(1, shareOf(createdAhead, shard));
}

/**
 * The estimated number of animals that an open loop creates, including those of its preparation; `null` for a closed
 * loop.
 *
 * @param of the number of shards
 */
export function plannedCreations(plan: LoadPlan, of: number): number | null {
  const requests = plannedRequests(plan);
  return requests === null
    ? null
    : Math.max(createdAhead, of) + Math.ceil(requests * (sharesOf(plan.mix).get('createPet') ?? 0));
}

/** The names of the operations in options. */
export const operationWords = { list: 'listPets', get: 'getPet', create: 'createPet' } as const;

export type OperationWord = keyof typeof operationWords;

/** The weight of each operation in a load: whole numbers, not all of them 0. */
export type Mix = Readonly<Record<OperationWord, number>>;

export const defaultMix: Mix = { list: 70, get: 20, create: 10 };

/** The operations of a mix with their shares of 1. */
export function sharesOf(mix: Mix): ReadonlyMap<Operation, number> {
  const words = Object.keys(operationWords) as OperationWord[];
  const whole = words.reduce((sum, word) => sum + mix[word], 0);
  return new Map(words.map((word) => [operationWords[word], mix[word] / whole]));
}

/** Without creations in a read-only load. */
export function readOnlyMix(mix: Mix): Mix {
  return { ...mix, create: 0 };
}
