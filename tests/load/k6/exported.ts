import { k6Script } from '../../../src/cli/load-export/k6.ts';
import type { SampleBounds } from '../../../src/load/k6/k6-load.ts';
import type { LoadPlan, Mix } from '../../../src/load/load-plan.ts';
import { parseObjective } from '../../../src/load/objective.ts';
import type { ShardPlan } from '../../../src/load/shards/shard-plan.ts';

export const seed = 11;
const mix: Mix = { list: 70, get: 20, create: 10 };

interface Settings extends Partial<Omit<LoadPlan, 'objectives'>> {
  readonly baseUrl?: string;
  readonly objectives?: readonly string[];
  readonly beyondLimit?: boolean;
  readonly sample?: SampleBounds;
  readonly command?: string;
}

/** The script of a load whose whole sample is logged, unless stated otherwise. */
export function exportedScript(settings: Settings = {}): string {
  const {
    baseUrl = 'http://localhost:8080/v1',
    objectives = [],
    beyondLimit = true,
    command = 'npx animal-store-conformance load export k6 http://localhost:8080/v1',
  } = settings;
  const { sample = { share: 1, perSecond: 100_000 }, ...more } = settings;
  const load = {
    rate: more.rate === undefined ? 100 : more.rate,
    connections: more.connections ?? 100,
    durationMs: more.durationMs ?? 5_000,
    warmupMs: more.warmupMs ?? 0,
    rampMs: more.rampMs ?? 0,
    mix: more.mix ?? mix,
    timeoutMs: more.timeoutMs ?? 1_000,
    maxCreations: more.maxCreations ?? 10_000,
  };
  const plan: ShardPlan = {
    baseUrl,
    seed,
    of: 1,
    startAtMs: 0,
    load,
    objectives,
    beyondLimit,
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
  const parsed = objectives.map(parseObjective).filter((objective) => objective !== null);
  return k6Script({ plan, load: { ...load, objectives: parsed }, seed, sample, instances: 1, command });
}
