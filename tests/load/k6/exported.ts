import { k6Script } from '../../../src/cli/load-export/k6.ts';
import type { SampleBounds } from '../../../src/load/k6/k6-load.ts';
import type { LoadPlan, Mix } from '../../../src/load/load-plan.ts';
import { parseObjective } from '../../../src/load/objective.ts';
import { madePlan } from '../../load-run/made-shards.ts';

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
    sample = { share: 1, perSecond: 100_000 },
    command = 'npx animal-store-conformance load export k6 http://localhost:8080/v1',
    ...more
  } = settings;
  const load = {
    rate: 100,
    connections: 100,
    durationMs: 5_000,
    warmupMs: 0,
    rampMs: 0,
    mix,
    timeoutMs: 1_000,
    maxCreations: 10_000,
    ...more,
  };
  const plan = { ...madePlan(1), baseUrl, seed, startAtMs: 0, load, objectives, beyondLimit };
  const parsed = objectives.map(parseObjective).filter((objective) => objective !== null);
  return k6Script({ plan, load: { ...load, objectives: parsed }, seed, sample, instances: 1, command });
}
