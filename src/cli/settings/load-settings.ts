import { defaultMix, type LoadPlan, type Mix, readOnlyMix, sharesOf } from '../../load/load-plan.ts';
import { type Objective, parseObjective } from '../../load/objective.ts';
import { numberText } from '../../report/words.ts';
import type { LoadOptions } from '../../suite/run-options.ts';
import { planLimitsWith, requireKey } from '../options/service-values.ts';
import { type Located, quoted, requireThat, UsageError } from '../usage-error.ts';
import {
  knownOfReference,
  type OutcomeSettings,
  readCatalogue,
  readClock,
  readOutcome,
  readSeed,
  refuseWithReference,
  requiredBaseUrl,
} from './common-settings.ts';
import type { Settings } from './settings.ts';

export interface LoadSettings extends Omit<LoadOptions, 'command' | keyof OutcomeSettings>, OutcomeSettings {
  /** Whether to load the reference implementation, with its base URL and key. */
  readonly reference: boolean;
}

/** The reference implementation has a key of its own. */
const keyOfReference = { apiKey: '', plan: null, ownKey: false };
const closedLoopConnections = 50;
/** An open loop needs few connections unless the service hangs; then it needs many for a while. */
const openLoopConnections = { least: 100, most: 2_000, seconds: 2 };

/**
 * Reads every setting of a load.
 *
 * @throws {UsageError} for the first one that is wrong or missing.
 */
export function readLoadSettings(settings: Settings): LoadSettings {
  const reference = settings.flag('reference');
  if (reference) {
    refuseWithReference(settings, [...knownOfReference, 'quota-key']);
  }
  const baseUrl = reference ? '' : requiredBaseUrl(settings, 'load');
  const planLimits = planLimitsWith(settings.given('plan-limit'));
  const { apiKey, plan, ownKey } = reference ? keyOfReference : readKey(settings);
  const options: LoadSettings = {
    reference,
    baseUrl,
    apiKey,
    plan,
    ownKey,
    planLimits,
    ...readClock(settings),
    categoryIds: [...new Set(settings.values('category-id'))],
    nameTemplate: settings.one('name-template')?.value,
    load: readLoad(settings),
    beyondLimit: settings.flag('beyond-limit'),
    seed: readSeed(settings),
    ...readOutcome(settings),
    ...readCatalogue(settings),
  };
  refuseBeyondPlan(options, settings);
  return options;
}

/** A key that is passed with its plan is used by no other client; the quota keys of `run` do not apply to a load. */
function readKey(settings: Settings): Pick<LoadOptions, 'apiKey' | 'plan' | 'ownKey'> {
  const own = settings.isGivenDirectly('quota-key') ? settings.given('quota-key') : [];
  const [first] = own;
  if (first !== undefined) {
    if (own.length > 1) {
      throw new UsageError('--quota-key is given more than once: a load uses one key');
    }
    if (settings.isGivenDirectly('api-key') || settings.isGivenDirectly('plan')) {
      throw new UsageError('--quota-key is the key of the load and its plan: omit --api-key and --plan');
    }
    const { plan: planOfKey, key } = requireKey(first);
    return { apiKey: key, plan: planOfKey, ownKey: true };
  }
  const apiKey = settings.value('api-key');
  requireThat(apiKey !== null, 'the API key is missing: pass --api-key KEY or set ANIMAL_STORE_API_KEY');
  return { apiKey, plan: settings.value('plan'), ownKey: false };
}

function readLoad(settings: Settings): LoadPlan {
  const rate = settings.value('rate');
  const mix = readMix(settings);
  return {
    rate,
    connections: readConnections(settings, rate),
    durationMs: settings.value('duration'),
    warmupMs: settings.value('warmup'),
    rampMs: settings.value('ramp'),
    mix,
    timeoutMs: settings.value('timeout'),
    maxCreations: settings.value('max-creations'),
    objectives: settings.given('objective').map((objective) => readObjective(objective, mix)),
  };
}

/**
 * The objectives of a load: `p99<250ms`, `errors<0.1%`, `rate>=500/s`, `get.p99.9<1s`.
 *
 * @throws {UsageError} for anything else, and for an operation that is not in the mix of the load.
 */
function readObjective({ value, label }: Located<string>, mix: Mix): Objective {
  const objective = parseObjective(value);
  requireThat(
    objective !== null,
    `${label}: ${quoted(value)} is not an objective: write p99<250ms (p50 to p99.999), mean<=20ms, errors<0.1% or rate>=500/s, with the prefix list., get. or create. for one operation`,
  );
  const { operation } = objective;
  if (operation !== null && (sharesOf(mix).get(operation) ?? 0) === 0) {
    throw new UsageError(
      `${label}: ${quoted(value)} is about ${operation}, which has no weight in the load: pass one with --mix`,
    );
  }
  return objective;
}

function readConnections(settings: Settings, rate: number | null): number {
  const given = settings.value('connections');
  if (given !== null) {
    return given;
  }
  const { least, most, seconds } = openLoopConnections;
  return rate === null ? closedLoopConnections : Math.min(most, Math.max(least, Math.ceil(rate * seconds)));
}

function readMix(settings: Settings): Mix {
  const given = settings.value('mix');
  const mix = given ?? defaultMix;
  if (!settings.flag('read-only')) {
    return mix;
  }
  if (given !== null && mix.list + mix.get === 0) {
    throw new UsageError('--read-only leaves no operation of --mix: pass a weight for list or get');
  }
  return readOnlyMix(mix);
}

/** Refuses a load beyond a known plan before any request. */
function refuseBeyondPlan(options: LoadSettings, settings: Settings): void {
  const { plan, planLimits, minuteMs, load, beyondLimit } = options;
  const limit = plan === null ? undefined : planLimits[plan];
  const label = settings.one('rate')?.label;
  if (load.rate === null || limit === undefined || label === undefined || beyondLimit) {
    return;
  }
  const perMinute = (load.rate * minuteMs) / 1000;
  if (perMinute > limit.perMinute * (1 + 1e-9)) {
    throw new UsageError(
      `${label}: ${numberText(load.rate, 2)} requests/s are ${numberText(perMinute)} a minute, and the plan ${plan} has ${numberText(limit.perMinute)}: lower it, or go beyond it with --beyond-limit`,
    );
  }
}
