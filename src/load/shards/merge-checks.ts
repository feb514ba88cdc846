import type { ShardSummary } from './shard-outcome.ts';
import { latestStartMs, planDifferences, planDigest, shardName } from './shard-plan.ts';
import type { ReadShard } from './shard-row.ts';

/** The maximum number of shards that a reason names. */
const mostNamed = 20;
/** The maximum number of reasons. */
const mostReasons = 20;

/**
 * Why outcomes can't be merged, one line each; empty if they are those of one load.
 *
 * @param unread the reasons why others were not read
 */
export function refusals(shards: readonly ReadShard[], unread: readonly string[]): string[] {
  const reasons = [...unread, ...doubled(shards)];
  const more = reasons.length - mostReasons;
  return more > 0
    ? [...reasons.slice(0, mostReasons), `${more} more of these outcomes can't be merged`]
    : reasons;
}

/** Why the outcomes of one load are incomplete, one line each; empty if they are complete. */
export function gaps(shards: readonly ReadShard[]): string[] {
  return [
    ...missing(shards),
    ...startedApart(shards),
    ...setClocks(shards),
    ...shards.flatMap(({ sample }) => sample?.gaps ?? []).slice(0, mostNamed),
  ];
}

/** Why an outcome belongs to another load than the first one that was read, or `null`. */
export function strangeness(
  { tool, plan, shard }: ShardSummary,
  source: string,
  first: { readonly outcome: ShardSummary; readonly source: string },
): string | null {
  const place = `${shardName(shard)} (${source})`;
  const { version } = first.outcome.tool;
  if (tool.version !== version) {
    return `${place} has version ${tool.version}, but ${first.source} has version ${version}`;
  }
  if (planDigest(plan) === planDigest(first.outcome.plan)) {
    return null;
  }
  const differences = planDifferences(plan, first.outcome.plan);
  return `${place} belongs to another load than ${first.source}: ${differences.slice(0, 3).join(', ')}`;
}

function doubled(shards: readonly ReadShard[]): string[] {
  const sources = new Map<number, string>();
  return shards.flatMap(({ shard, source }) => {
    const known = sources.get(shard.index);
    sources.set(shard.index, source);
    return known === undefined
      ? []
      : [`${shardName(shard)} occurs twice: in ${known}${known === source ? '' : ` and in ${source}`}`];
  });
}

function missing(shards: readonly ReadShard[]): string[] {
  const of = shards[0]?.plan.of ?? 0;
  const known = new Set(shards.map(({ shard }) => shard.index));
  const lost = Array.from({ length: of }, (_, index) => index).filter((index) => !known.has(index));
  return lost.length === 0 ? [] : [`${numbered(lost, of)} missing`];
}

/** `shards 3 and 5 of 8 are` */
function numbered(indices: readonly number[], of: number): string {
  const numbers = indices.slice(0, mostNamed).map((index) => index + 1);
  const more = indices.length - numbers.length;
  const last = more > 0 ? `${more} more` : numbers.pop();
  const list = numbers.length === 0 ? `${last}` : `${numbers.join(', ')} and ${last}`;
  return indices.length === 1 ? `shard ${list} of ${of} is` : `shards ${list} of ${of} are`;
}

/** The maximum difference between the starts of k6 instances, which have no common start, in ms. */
const latestInstanceMs = 5_000;

/** By the clock of each shard; differences between these clocks are not measured. */
function startedApart(shards: readonly ReadShard[]): string[] {
  const isSampled = shards.some(({ sample }) => sample !== undefined);
  const latestMs = isSampled ? latestInstanceMs : latestStartMs;
  const starts = shards
    .flatMap(({ shard, clock }) => (clock === null ? [] : [{ shard, atMs: clock.startedAtMs }]))
    .sort((left, right) => left.atMs - right.atMs);
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined || last.atMs - first.atMs <= latestMs) {
    return [];
  }
  const apart = Math.round((last.atMs - first.atMs) / 100) / 10;
  return [`${shardName(last.shard)} started ${apart} s after ${shardName(first.shard)}`];
}

function setClocks(shards: readonly ReadShard[]): string[] {
  return shards
    .map(({ shard, clock }) => ({ shard, setByMs: clock?.setByMs ?? 0 }))
    .filter(({ setByMs }) => Math.abs(setByMs) > latestStartMs)
    .slice(0, mostNamed)
    .map(({ shard, setByMs }) => {
      const setBySeconds = Math.round(setByMs / 100) / 10;
      return `the clock of ${shardName(shard)} was set by ${setBySeconds} s during the load`;
    });
}
