import type { RunOptions } from '../../suite/run-options.ts';
import type { Program } from '../command.ts';
import { refuseWeakKeys } from '../keys/weak-keys.ts';
import { parseImplementation } from '../parse/implementation.ts';
import { planLimitsWith } from '../parse/plan-limit.ts';
import { readLocated, requireThat, UsageError } from '../usage-error.ts';
import {
  type OutcomeSettings,
  readCatalogue,
  readClock,
  readNameTemplate,
  readOutcome,
  readSeed,
  readSelection,
  refuseWithReference,
} from './common-settings.ts';
import { readQuotaSettings } from './quota-settings.ts';
import { readPlaces } from './read-places.ts';
import { type ReferenceSettings, readReferenceSettings } from './reference-settings.ts';
import type { Settings } from './settings.ts';

/** The subject of the run: a service, or the bundled reference implementation, which has not been started yet. */
type RunTarget =
  | { readonly kind: 'service'; readonly baseUrl: string; readonly apiKey: string }
  | { readonly kind: 'reference' };

export interface RunSettings
  extends Omit<RunOptions, 'baseUrl' | 'apiKey' | 'command' | keyof OutcomeSettings>,
    OutcomeSettings {
  readonly target: RunTarget;
  readonly dryRun: boolean;
}

/**
 * Reads every setting of a run.
 *
 * @throws {UsageError} for the first one that is wrong or missing.
 */
export function readRunSettings(settings: Settings): RunSettings {
  const dryRun = settings.flag('dry-run');
  const conduct = readConduct(settings);
  if (settings.flag('reference')) {
    refuseWithReference(settings);
    const reference = readReferenceSettings(settings, conduct);
    return { ...conduct, ...reference, target: { kind: 'reference' }, dryRun };
  }
  const stated = {
    ...readClock(settings),
    plan: settings.value('plan'),
    planLimits: planLimitsWith(settings.given('plan-limit')),
    categoryIds: [...new Set(settings.values('category-id'))],
    ...readNameTemplate(settings),
  };
  const target = readService(settings);
  const revokedKey = readRevokedKey(settings, target.apiKey);
  const { apiKey } = target;
  const quota = readQuotaSettings(settings, { ...conduct, ...stated, apiKey, revokedKey, dryRun });
  if (apiKey === '' && !dryRun) {
    throw new UsageError('the API key is missing: pass --api-key KEY or set ANIMAL_STORE_API_KEY');
  }
  refuseWeakKeys(settings);
  return {
    ...conduct,
    ...stated,
    ...quota,
    ...readPlaces(settings, target.baseUrl, conduct.selected),
    target,
    revokedKey,
    dryRun,
  };
}

function readConduct(settings: Settings): Omit<RunSettings, 'target' | 'dryRun' | keyof ReferenceSettings> {
  return {
    selected: readSelection(settings),
    readOnly: settings.flag('read-only'),
    effort: settings.value('effort'),
    maxRequests: settings.value('max-requests'),
    maxTimeMs: settings.value('max-time'),
    consistencyGraceMs: settings.value('consistency-grace'),
    timeoutMs: settings.value('timeout'),
    seed: readSeed(settings),
    ...readAcross(settings),
    ...readMinDecided(settings),
    ...readCatalogue(settings),
    ...readImplementation(settings),
    ...readOutcome(settings),
  };
}

/** Reads the service. A missing key is reported only after all other errors. */
function readService(settings: Settings): Extract<RunTarget, { kind: 'service' }> {
  const given = settings.baseUrl();
  requireThat(given !== undefined, 'the base URL is missing: write run <base-url>, or run --reference');
  return { kind: 'service', baseUrl: given.value, apiKey: settings.value('api-key') ?? '' };
}

function readRevokedKey(settings: Settings, apiKey: string): string | null {
  const given = settings.one('revoked-key');
  if (given === undefined) {
    return null;
  }
  requireThat(
    given.value !== apiKey,
    `${given.label}: this is the key that the run uses; pass one that was revoked`,
  );
  return given.value;
}

function readAcross(settings: Settings): Pick<RunOptions, 'across'> {
  const command = settings.value('across');
  if (command === null) {
    requireThat(!settings.isGiven('across-timeout'), "--across-timeout belongs to --across 'COMMAND'");
    return {};
  }
  requireThat(command.trim() !== '', '--across: the command is empty');
  return { across: { command, timeoutMs: settings.value('across-timeout') } };
}

/** Reads `--implementation`. @throws {UsageError} for one without a digest. */
function readImplementation(settings: Settings): Pick<RunOptions, 'implementation'> {
  const given = settings.one('implementation');
  if (given === undefined) {
    return {};
  }
  readLocated(given, parseImplementation);
  return { implementation: given.value };
}

function readMinDecided(settings: Settings): Pick<RunOptions, 'minDecided'> {
  const minDecided = settings.flag('require-complete') ? 1 : settings.value('min-decided');
  return minDecided === null ? {} : { minDecided };
}

/** The options of a run from its settings; base URL and key of the reference implementation are not known yet. */
export function runOptions(
  run: RunSettings,
  reportDir: string,
  again: Pick<RunOptions, 'command' | 'argv'>,
): RunOptions {
  const { target, dryRun: _, ...options } = run;
  const { baseUrl, apiKey } = target.kind === 'service' ? target : { baseUrl: '', apiKey: '' };
  return { ...options, baseUrl, apiKey, reportDir, ...again };
}

/** The base URL of a run, or `null` if the reference implementation has not been started. */
export function addressOf({ target }: Pick<RunSettings, 'target'>): string | null {
  return target.kind === 'service' ? target.baseUrl : null;
}

/** @throws {UsageError} if the base URL contains a key of the run. */
export async function refuseKeyInTarget({ target, places = [], quotaKeys }: RunSettings): Promise<void> {
  if (target.kind === 'service') {
    const { refuseKeyInAddress } = await import('../keys/key-in-address.ts');
    const keys = [target.apiKey, ...quotaKeys.map(({ key }) => key)];
    refuseKeyInAddress(target.baseUrl, 'base URL', keys);
    for (const { shownAs } of places) {
      refuseKeyInAddress(shownAs, '--place', keys);
    }
  }
}

/**
 * Runs work with the target of a run: with the given options, or with those of the reference implementation, which runs
 * meanwhile.
 */
export async function onTarget<Result>(
  { target }: RunSettings,
  options: RunOptions,
  { crash }: Program,
  work: (options: RunOptions) => Promise<Result>,
): Promise<Result> {
  const quotaKeys = options.quotaKeys.map(({ key }) => key);
  const headers = (options.transport?.headers ?? []).map(({ value }) => value);
  for (const key of [options.apiKey, options.revokedKey ?? '', ...quotaKeys, ...headers]) {
    crash.secrets.add(key);
  }
  if (target.kind === 'service') {
    return work(options);
  }
  const { startReferenceTarget } = await import('../reference/reference-target.ts');
  const reference = await startReferenceTarget(options);
  try {
    return await work(reference.options);
  } finally {
    await reference.close();
  }
}
