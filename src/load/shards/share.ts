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
