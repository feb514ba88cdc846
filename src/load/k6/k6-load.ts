import type { Operation } from '../../exchange/exchange.ts';
import type { ShardPlan } from '../shards/shard-plan.ts';

/** The version of the lines that the script of k6 logs. */
export const sampleVersion = 1;

/** The exchanges that an instance of k6 logs: this share of all, and at most so many per second. */
export interface SampleBounds {
  /** 0 to 1. */
  readonly share: number;
  readonly perSecond: number;
}

/** The first record of an instance. */
export interface K6Header {
  readonly type: 'header';
  readonly version: typeof sampleVersion;
  readonly tool: { readonly name: string; readonly version: string };
  /** The command line that wrote the script. */
  readonly command: string;
  /** `of` is 1 and `startAtMs` is 0: the number of instances and their start are those of the run. */
  readonly plan: ShardPlan;
  readonly sample: SampleBounds;
  /** The execution segment: `1/3:2/3`. */
  readonly segment: string;
  /** The tag in the names of its animals, which also identifies the instance. */
  readonly tag: string;
  /** By its wall clock, in ms since 1970. */
  readonly startedAtMs: number;
}

/** An exchange in the sample, or one of the preparation. Times are in ms since 1970. */
export interface K6Exchange {
  readonly type: 'exchange';
  /** The time since the start of the load in ms; `null` in the preparation. */
  readonly sinceMs: number | null;
  readonly sentAtMs: number;
  readonly finishedAtMs: number;
  readonly method: string;
  /** Path and query below the base URL. */
  readonly target: string;
  /** The header fields that were sent, without the key. */
  readonly sent: Readonly<Record<string, readonly string[]>>;
  readonly sentBody: string | null;
  /** 0 without a response. */
  readonly status: number;
  readonly protocol: string;
  /** k6 joins a repeated field by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** `null` if it was too long to be logged. */
  readonly body: string | null;
  readonly failure: K6Failure | null;
  readonly error: string;
}

/** The last record of an instance: the end-of-test summary of k6. */
export interface K6Summary {
  readonly type: 'summary';
  /** Why there was no load, or `null`. */
  readonly problem: string | null;
  /** Requests of the preparation. */
  readonly preflight: number;
  readonly createdBefore: number;
  /** The end of the preparation and of the load, in ms since 1970. */
  readonly readyAtMs: number;
  readonly endedAtMs: number;
  /** All requests. */
  readonly sent: number;
  /** Iterations that k6 could not start. */
  readonly dropped: number;
  /** The metrics of the script by name, each with its values. */
  readonly metrics: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export type K6Record = K6Header | K6Exchange | K6Summary;

/** The statuses with a trend of their own; others count as the last one of their class. */
export const k6Statuses = [
  200, 201, 299, 399, 400, 401, 403, 404, 409, 422, 429, 499, 500, 502, 503, 504, 599,
] as const;

export const k6Failures = ['timeout', 'unresolved', 'refused', 'reset', 'tls', 'other'] as const;
export type K6Failure = (typeof k6Failures)[number];

export const k6Operations: readonly Operation[] = ['listPets', 'getPet', 'createPet'];
