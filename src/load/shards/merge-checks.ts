import type { ReadShard } from './shard-outcome.ts';
import { latestStartMs, planDifferences, shardName } from './shard-plan.ts';

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

/** Why a shard belongs to another load than the first one that was read, or `null`. */
export function strangeness({ tool, plan, shard, source }: ReadShard, first: ReadShard): string | null {
  const differences = planDifferences(plan, first.plan);
  if (tool.version !== first.tool.version) {
    differences.unshift(`version ${tool.version} instead of ${first.tool.version}`);
  }
  const named = differences.slice(0, 3).join(', ');
  return named === ''
    ? null
    : `${shardName(shard)} (${source}) belongs to another load than ${first.source}: ${named}`;
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
  const named = lost.slice(0, mostNamed).map((index) => index + 1);
  const more = lost.length > mostNamed ? ` and ${lost.length - mostNamed} more` : '';
  return lost.length === 0 ? [] : [`missing shards: ${named.join(', ')}${more} (of ${of})`];
}

/** The maximum difference between the starts of k6 instances, which have no common start, in ms. */
const latestInstanceMs = 5_000;

/** By the clock of each shard; differences between these clocks are not measured. */
function startedApart(shards: readonly ReadShard[]): string[] {
  const isSampled = shards.some(({ sample }) => sample !== undefined);
  const latestMs = isSampled ? latestInstanceMs : latestStartMs;
  const starts = shards
    .flatMap(({ shard, load }) => (load === null ? [] : [{ shard, atMs: load.clock.startedAtMs }]))
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
    .map(({ shard, load }) => ({ shard, setByMs: load?.clock.setByMs ?? 0 }))
    .filter(({ setByMs }) => Math.abs(setByMs) > latestStartMs)
    .slice(0, mostNamed)
    .map(({ shard, setByMs }) => {
      const setBySeconds = Math.round(setByMs / 100) / 10;
      return `the clock of ${shardName(shard)} was set by ${setBySeconds} s during the load`;
    });
}
