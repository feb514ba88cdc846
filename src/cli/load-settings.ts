import { randomInt } from 'node:crypto';
import type { LoadPlan } from '../load/load-plan.ts';
import { defaultMix, type Mix, readOnlyMix } from '../load/mix.ts';
import type { LoadOptions } from '../runner/load-options.ts';
import { parseApiKey } from './parse/api-key.ts';
import { parseBaseUrl } from './parse/base-url.ts';
import { parseChoice } from './parse/choice.ts';
import { parseDuration } from './parse/duration.ts';
import { parseMix } from './parse/mix.ts';
import { readObjective } from './parse/objective.ts';
import { parsePlanLimits, plans } from './parse/plan-limit.ts';
import { parseQuotaKey } from './parse/quota-key.ts';
import { parseRate } from './parse/rate.ts';
import { largestSeed, parseCategoryId, parseWholeNumber } from './parse/whole-number.ts';
import type { Settings } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** Everything that the user decides of a load. */
export interface LoadSettings extends Omit<LoadOptions, 'reportDir' | 'command'> {
  /** As given, or `null` for a folder of its own. */
  readonly reportDir: string | null;
}

const mostConnections = 10_000;
const closedLoopConnections = 50;
/** An open loop gets by with few connections unless the service stands still: for a while, then, it needs many. */
const openLoopConnections = { least: 100, most: 2_000, seconds: 2 };

/**
 * Reads every setting of a load.
 *
 * @throws {UsageError} for the first one that is wrong or missing.
 */
export function readLoadSettings(settings: Settings): LoadSettings {
  const given = settings.baseUrl();
  if (given === undefined) {
    throw new UsageError('the base URL is missing: write load <base-url>');
  }
  const baseUrl = parseBaseUrl(given);
  const planLimits = parsePlanLimits(settings.all('plan-limit'));
  const { apiKey, plan, ownKey } = readKey(settings);
  const { minuteMs, dayMs } = readClock(settings);
  const seed = settings.one('seed');
  const failOn = settings.one('fail-on');
  const options: LoadSettings = {
    baseUrl,
    apiKey,
    plan,
    ownKey,
    planLimits,
    minuteMs,
    dayMs,
    categoryIds: [...new Set(settings.all('category-id').map(parseCategoryId))],
    load: readLoad(settings),
    beyondLimit: settings.flag('beyond-limit'),
    seed: seed === undefined ? randomInt(largestSeed + 1) : parseWholeNumber(seed, 0, largestSeed),
    failOn: failOn === undefined ? 'must' : parseChoice(failOn, ['must', 'should']),
    reportDir: settings.one('report-dir')?.text ?? null,
  };
  refuseBeyondPlan(options, settings);
  return options;
}

/** A key that stands on the command line with its plan is used by nobody else; those of `run` are not for a load. */
function readKey(settings: Settings): Pick<LoadOptions, 'apiKey' | 'plan' | 'ownKey'> {
  const own = settings.onCommandLine('quota-key') ? settings.all('quota-key') : [];
  const apiKey = settings.one('api-key');
  const plan = settings.one('plan');
  const [first] = own;
  if (first !== undefined) {
    if (own.length > 1) {
      throw new UsageError('--quota-key is given more than once: a load uses one key');
    }
    if (settings.onCommandLine('api-key') || settings.onCommandLine('plan')) {
      throw new UsageError('--quota-key is the key of the load and its plan: leave --api-key and --plan out');
    }
    const { plan: planOfKey, key } = parseQuotaKey(first);
    return { apiKey: key, plan: planOfKey, ownKey: true };
  }
  if (apiKey === undefined) {
    throw new UsageError('the API key is missing: give --api-key KEY or set ANIMAL_STORE_API_KEY');
  }
  return {
    apiKey: parseApiKey(apiKey),
    plan: plan === undefined ? null : parseChoice(plan, plans),
    ownKey: false,
  };
}

function readLoad(settings: Settings): LoadPlan {
  const given = settings.one('rate');
  const rate = given === undefined ? null : parseRate(given);
  return {
    rate,
    connections: readConnections(settings, rate),
    durationMs: readDuration(settings, 'duration', 30_000, 'above zero'),
    warmupMs: readDuration(settings, 'warmup', 0, 'zero allowed'),
    rampMs: readDuration(settings, 'ramp', 0, 'zero allowed'),
    mix: readMix(settings),
    timeoutMs: readDuration(settings, 'timeout', 10_000, 'above zero'),
    objectives: settings.all('objective').map(readObjective),
  };
}

function readConnections(settings: Settings, rate: number | null): number {
  const given = settings.one('connections');
  if (given !== undefined) {
    return parseWholeNumber(given, 1, mostConnections);
  }
  const { least, most, seconds } = openLoopConnections;
  return rate === null ? closedLoopConnections : Math.min(most, Math.max(least, Math.ceil(rate * seconds)));
}

function readMix(settings: Settings): Mix {
  const given = settings.one('mix');
  const mix = given === undefined ? defaultMix : parseMix(given);
  if (!settings.flag('read-only')) {
    return mix;
  }
  if (given !== undefined && mix.list + mix.get === 0) {
    throw new UsageError('--read-only leaves nothing of --mix to do: give list or get a weight');
  }
  return readOnlyMix(mix);
}

function readClock(settings: Settings): { readonly minuteMs: number; readonly dayMs: number } {
  const minuteMs = readDuration(settings, 'minute', 60_000, 'above zero');
  const dayMs = readDuration(settings, 'day', 86_400_000, 'above zero');
  if (dayMs < minuteMs) {
    const label = settings.one('day')?.label ?? settings.one('minute')?.label;
    throw new UsageError(
      `${label}: the target's day would be shorter than its minute; give --minute and --day`,
    );
  }
  return { minuteMs, dayMs };
}

/** Where the plan is known, what goes beyond it needs no request to be told. */
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
      `${label}: ${load.rate} requests a second are ${Math.round(perMinute)} a minute, and the plan ${plan} has ${limit.perMinute}: lower it, or go beyond it with --beyond-limit`,
    );
  }
}

function readDuration(
  settings: Settings,
  option: string,
  otherwise: number,
  zero: 'zero allowed' | 'above zero',
): number {
  const given = settings.one(option);
  return given === undefined ? otherwise : parseDuration(given, zero);
}
