import { catalogueVersion } from '../../suites/requirements.ts';
import { digestOf, type ShardPlan, type ShardStart } from '../load/shards/shard-plan.ts';
import type { LoadOptions } from '../suite/run-options.ts';

/** The plan of the whole load of a shard. */
export function shardPlan(options: LoadOptions, { of, startAtMs }: ShardStart): ShardPlan {
  const { objectives, ...load } = options.load;
  const { plan, planLimits } = options;
  return {
    baseUrl: options.baseUrl,
    seed: options.seed,
    of,
    startAtMs,
    load,
    objectives: objectives.map(({ rule }) => rule),
    beyondLimit: options.beyondLimit,
    plan,
    limit: plan === null ? null : (planLimits[plan] ?? null),
    minuteMs: options.minuteMs,
    dayMs: options.dayMs,
    categoryIds: options.categoryIds.map(String),
    nameTemplate: options.nameTemplate ?? null,
    failOn: options.failOn,
    catalogue: options.catalogue ?? catalogueVersion,
    waivers: digestOf(options.waivers ?? null),
  };
}
