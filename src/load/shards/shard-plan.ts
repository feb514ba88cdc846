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

/** The options by which two plans differ, with their values: `rate 500 instead of 1000`. Empty for equal plans. */
export function planDifferences(plan: ShardPlan, other: ShardPlan): string[] {
  const values = new Map(flatMembers(other));
  return flatMembers(plan)
    .filter(([name, value]) => values.get(name) !== value)
    .map(([name, value]) => `${name} ${value} instead of ${values.get(name) ?? 'none'}`);
}

const longestValue = 80;

function flatMembers({ load, ...others }: ShardPlan): [string, string][] {
  return Object.entries({ ...others, ...load })
    .map(([name, value]): [string, string] => [
      name,
      JSON.stringify(inFixedOrder(value)).slice(0, longestValue),
    ])
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
