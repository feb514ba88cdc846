import { shardTag, tagOfLoad } from '../../src/animals/tag.ts';
import { seededNumber } from '../../src/exchange/seeded-numbers.ts';
import { LatencyHistograms } from '../../src/load/latency-histograms.ts';
import { emptyOutcome, type LoadFigures, LoadSeries } from '../../src/load/load-figures.ts';
import { seriesSpan } from '../../src/load/load-plan.ts';
import { startTimes } from '../../src/load/open-loop.ts';
import { DamagedLog, type LogSource } from '../../src/load/shards/record-reader.ts';
import type { ShardOutcome } from '../../src/load/shards/shard-outcome.ts';
import { inWhole, planDigest, type Shard, type ShardPlan } from '../../src/load/shards/shard-plan.ts';
import { loadSelection } from '../../src/load-run/load-witness.ts';
import { checkedShards, mergeShards } from '../../src/load-run/merge-shards.ts';
import type { Report } from '../../src/report/report.ts';
import { exchange, exchanged } from '../report/made-up-run.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const startAtMs = Date.parse('2030-01-01T12:00:00Z');
const tool = { name: 'animal-store-conformance', version: '0.1.0' };

/** The plan of an open loop. */
export function madePlan(of: number, load: Partial<ShardPlan['load']> = {}): ShardPlan {
  return {
    baseUrl: 'http://localhost:8080/v1',
    seed: 7,
    of,
    startAtMs,
    load: {
      rate: 200,
      connections: Math.max(400, of),
      durationMs: 5_000,
      warmupMs: 1_000,
      rampMs: 0,
      mix: { list: 1, get: 0, create: 0 },
      timeoutMs: 1_000,
      maxCreations: 10_000,
      ...load,
    },
    objectives: ['p99<250ms', 'rate>=199/s'],
    beyondLimit: true,
    plan: null,
    limit: null,
    minuteMs: 60_000,
    dayMs: 86_400_000,
    categoryIds: [],
    nameTemplate: null,
    failOn: 'must',
    catalogue: 1,
    waivers: 'none',
  };
}

/** The latency of an iteration of the whole load in ms, the same in each shard. */
export function latencyOf(iteration: number): number {
  return 1 + 20 * seededNumber(1, iteration) ** 4;
}

/** The outcome of a shard that completed its share, with latencies of `latencyOf` ms. */
export async function madeOutcome(plan: ShardPlan, shard: Shard): Promise<ShardOutcome> {
  const { rampMs, warmupMs, durationMs, rate } = plan.load;
  const histograms = new LatencyHistograms();
  const series = new LoadSeries(histograms, seriesSpan(plan.load));
  const startOf = startTimes(rate ?? 1, rampMs, shard);
  const fromMs = rampMs + warmupMs;
  let sent = 0;
  let requests = 0;
  for (let atMs = startOf(0); atMs < fromMs + durationMs; atMs = startOf(sent)) {
    const latencyMs = latencyOf(inWhole(sent, shard));
    series.advance((atMs - fromMs) / 1000);
    series.started();
    series.answered(200, latencyMs);
    if (atMs >= fromMs) {
      histograms.record('listPets', 200, latencyMs);
      requests += 1;
    }
    sent += 1;
  }
  series.advance(durationMs / 1000);
  const tag = tagOfLoad(planDigest(plan));
  return {
    version: 1,
    tool,
    shard,
    plan,
    tag: shardTag(tag, shard.index),
    run: {
      tool,
      baseUrl: plan.baseUrl,
      startedAt: new Date(startAtMs - 2_000).toISOString(),
      seed: plan.seed,
      effort: 'normal',
      tag,
      command: 'npx animal-store-conformance load http://localhost:8080/v1',
      failOn: 'must',
      kind: 'load',
      catalogue: 1,
      selected: loadSelection,
    },
    load: { ...loadOf(plan, requests), latencies: histograms.encodedCells, steps: series.steps },
    sent: sent + 1,
    createdBefore: 0,
    touched: ['responses/documented-status'],
    ended: null,
    durationMs: 8_000,
    events: [exchanged(exchange(sent, 'load'), ['responses/documented-status'])],
  };
}

function loadOf(plan: ShardPlan, requests: number): Omit<LoadFigures, 'latencies' | 'steps'> {
  return {
    outcomes: {
      listPets: { ...emptyOutcome(), requests, answered: requests },
      createPet: emptyOutcome(),
      getPet: emptyOutcome(),
    },
    failures: {},
    missedStarts: 0,
    lateStarts: 0,
    latestStartMs: 0.4,
    created: 0,
    sentAgain: 0,
    measuredMs: plan.load.durationMs,
    generator: {
      record: { eventLoopDelayP99Ms: 1, eventLoopDelayMaxMs: 2, cpuShare: 0.3 },
      busyShare: 0.5,
    },
    engines: ['undici'],
    notes: [],
    deviations: [],
    clock: { startedAtMs: plan.startAtMs, setByMs: 0 },
    ended: null,
    gone: null,
    heldBackTo: null,
  };
}

export function shardsOf(of: number): Shard[] {
  return Array.from({ length: of }, (_, index) => ({ index, of }));
}

/** Sources of lines, each with a name: `shard 1`, … */
export async function* sourcesOf(files: Iterable<readonly string[]>): AsyncGenerator<LogSource> {
  let number = 0;
  for (const lines of files) {
    number += 1;
    yield { name: `file ${number}`, bytes: bytesOf(lines) };
  }
}

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Buffer> {
  // In pieces that end anywhere.
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  for (let start = 0; start < bytes.length; start += 997) {
    yield bytes.subarray(start, start + 997);
  }
}

/** The report of the whole load of these files. @throws {Error} if they are not of one load. */
export async function merged(files: readonly (readonly string[])[]): Promise<Report> {
  const checked = await checkedShards(sourcesOf(files));
  if (checked.kind !== 'one load') {
    throw new Error(checked.kind === 'none' ? 'there is none' : checked.reasons.join('\n'));
  }
  return mergeShards(checked, temporaryFolder());
}

/** The reason for which these files are not merged. */
export async function refusedFor(files: readonly (readonly string[])[]): Promise<readonly string[]> {
  try {
    const checked = await checkedShards(sourcesOf(files));
    return checked.kind === 'refused' ? checked.reasons : [];
  } catch (error) {
    if (error instanceof DamagedLog) {
      return [error.message];
    }
    throw error;
  }
}
