import { createHash } from 'node:crypto';
import type { LoadPlan } from '../load-plan.ts';

/** The maximum delay after the common start with which a shard can be merged, in ms. */
export const latestStartMs = 1_000;

/** Everything that decides the requests of a load in shards, known before the first of them. Contains no secret. */
export interface ShardPlan {
  readonly baseUrl: string;
  readonly seed: number;
  /** The number of shards. */
  readonly of: number;
  /** When all of them start, in ms since 1970. */
  readonly startAtMs: number;
  readonly load: Omit<LoadPlan, 'objectives'>;
  /** As the user wrote them. */
  readonly objectives: readonly string[];
  readonly beyondLimit: boolean;
  readonly plan: string | null;
  /** The limits of that plan, or `null`. */
  readonly limit: { readonly perMinute: number; readonly perDay: number } | null;
  readonly minuteMs: number;
  readonly dayMs: number;
  readonly categoryIds: readonly string[];
  /** As the user wrote it, or `null`. */
  readonly nameTemplate: string | null;
  readonly failOn: string;
  readonly catalogue: number;
  /** The digest of the waivers. */
  readonly waivers: string;
}

/** The same for equal plans, and for no others: 64 hexadecimal digits. */
export function planDigest(plan: ShardPlan): string {
  return digestOf(inFixedOrder(plan));
}

export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

const longestValue = 80;

/** The options by which two plans differ, with their values: `rate 500 instead of 1000`. Empty for equal plans. */
export function planDifferences(plan: ShardPlan, other: ShardPlan): string[] {
  const values = new Map(flatMembers(other));
  return flatMembers(plan)
    .filter(([name, value]) => values.get(name) !== value)
    .map(([name, value]) => {
      const wanted = values.get(name) ?? 'none';
      return `${name} ${value.slice(0, longestValue)} instead of ${wanted.slice(0, longestValue)}`;
    });
}

function flatMembers({ load, ...others }: ShardPlan): [string, string][] {
  return Object.entries({ ...others, ...load })
    .map(([name, value]): [string, string] => [name, JSON.stringify(inFixedOrder(value))])
    .sort(([left], [right]) => (left < right ? -1 : 1));
}

function inFixedOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(inFixedOrder);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inFixedOrder(member)]));
}

/** One of the shards of a load: processes that make it together. */
export interface Shard {
  /** 0, 1, … */
  readonly index: number;
  readonly of: number;
}

/** A shard, and when all shards start. */
export interface ShardStart extends Shard {
  /** In ms since 1970. */
  readonly startAtMs: number;
}

/** A load by one process. */
export const wholeLoad: Shard = { index: 0, of: 1 };

/** The part of a shard in a whole number: the parts add up to the whole, and differ by 1 at most. */
export function shareOf(whole: number, { index, of }: Shard): number {
  return Math.floor(whole / of) + (index < whole % of ? 1 : 0);
}

/** The position in the whole load of number 0, 1, … of a shard, because the shards take turns. */
export function inWhole(number: number, { index, of }: Shard): number {
  return number * of + index;
}

/** `shard 3 of 8`. */
export function shardName({ index, of }: Shard): string {
  return `shard ${index + 1} of ${of}`;
}

/** The shard that a process makes, possibly the whole load. */
export function shardOf({ shard }: { readonly shard?: Shard }): Shard {
  return shard ?? wholeLoad;
}
