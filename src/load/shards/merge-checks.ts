import { latestStartMs, planDifferences, planDigest } from './shard-plan.ts';
import type { ShardTally } from './shard-tally.ts';
import { type Shard, shardName } from './share.ts';

/** The maximum number of shards that a reason names. */
const mostNamed = 20;
/** The maximum number of reasons. */
const mostReasons = 20;

/** Why outcomes belong to different loads, one line each; empty if they belong to one. */
export function refusals(tallies: readonly ShardTally[]): string[] {
  const [first] = tallies;
  if (first === undefined) {
    return [];
  }
  const reasons = [...tallies.flatMap((tally) => strangeness(tally, first)), ...doubled(tallies)];
  const all = reasons.length > 0 ? reasons : tallies.flatMap((tally) => brokenBooks(tally));
  const more = all.length - mostReasons;
  return more > 0 ? [...all.slice(0, mostReasons), `${more} more of these outcomes can't be merged`] : all;
}

/** Why the outcomes of one load are incomplete, one line each; empty if they are complete. */
export function gaps(tallies: readonly ShardTally[]): string[] {
  return [
    ...missing(tallies),
    ...startedApart(tallies),
    ...setClocks(tallies),
    ...tallies.flatMap(({ result }) => result?.sample?.gaps ?? []).slice(0, mostNamed),
  ];
}

/** Whether an outcome belongs to the same load as the first one. */
function strangeness({ header, source, shard }: ShardTally, first: ShardTally): string[] {
  const { tool, plan } = header;
  const place = `${shardName(shard)} (${source})`;
  const { version } = first.header.tool;
  if (tool.version !== version) {
    return [`${place} has version ${tool.version}, but ${first.source} has version ${version}`];
  }
  const differences = planDifferences(plan, first.header.plan);
  if (planDigest(plan) !== planDigest(first.header.plan)) {
    return [`${place} belongs to another load than ${first.source}: ${differences.slice(0, 3).join(', ')}`];
  }
  return shard.of === plan.of && shard.index < plan.of
    ? []
    : [`${place} belongs to a load in ${plan.of} shards`];
}

function doubled(tallies: readonly ShardTally[]): string[] {
  const sources = new Map<number, string>();
  return tallies.flatMap(({ shard, source }) => {
    const known = sources.get(shard.index);
    sources.set(shard.index, source);
    return known === undefined
      ? []
      : [`${shardName(shard)} occurs twice: in ${known}${known === source ? '' : ` and in ${source}`}`];
  });
}

function brokenBooks(tally: ShardTally): string[] {
  if (!tally.isComplete) {
    return [`the outcome of ${shardName(tally.shard)} is incomplete (${tally.source})`];
  }
  const [problem] = tally.bookProblems();
  return problem === undefined
    ? []
    : [`the counts of ${shardName(tally.shard)} (${tally.source}) do not add up: ${problem}`];
}

function missing(tallies: readonly ShardTally[]): string[] {
  const of = tallies[0]?.header.plan.of ?? 0;
  const known = new Set(tallies.map(({ shard }) => shard.index));
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

/** Instances of k6 have no common start: something starts one after the other. */
const latestInstanceMs = 5_000;

/** By the clock of each shard; differences between these clocks are not measured. */
function startedApart(tallies: readonly ShardTally[]): string[] {
  const isSampled = tallies.some(({ result }) => result?.sample !== undefined);
  const latestMs = isSampled ? latestInstanceMs : latestStartMs;
  const starts = startsOf(tallies).toSorted((left, right) => left.atMs - right.atMs);
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined || last.atMs - first.atMs <= latestMs) {
    return [];
  }
  const apart = Math.round((last.atMs - first.atMs) / 100) / 10;
  return [`${shardName(last.shard)} started ${apart} s after ${shardName(first.shard)}`];
}

function startsOf(tallies: readonly ShardTally[]): { readonly shard: Shard; readonly atMs: number }[] {
  return tallies.flatMap(({ shard, result }) =>
    result === null || result.load === null ? [] : [{ shard, atMs: result.load.clock.startedAtMs }],
  );
}

function setClocks(tallies: readonly ShardTally[]): string[] {
  return tallies
    .filter(({ result }) => Math.abs(result?.load?.clock.setByMs ?? 0) > latestStartMs)
    .slice(0, mostNamed)
    .map(
      ({ shard, result }) =>
        `the clock of ${shardName(shard)} was set by ${Math.round((result?.load?.clock.setByMs ?? 0) / 100) / 10} s during the load`,
    );
}
