import { defaultPlanLimits } from '../../../reference-impl/plans.ts';
import type { RunOptions } from '../../suite/run-options.ts';
import { refuseKeyInAddress } from '../keys/key-in-address.ts';
import { planLimitsWith } from '../options/service-values.ts';
import { requireThat, UsageError } from '../usage-error.ts';
import {
  type OutcomeSettings,
  readCatalogue,
  readClock,
  readOutcome,
  readSeed,
  readSelection,
  refuseWithReference,
  requiredBaseUrl,
} from './common-settings.ts';
import {
  type QuotaSettings,
  readPlaces,
  readQuotaSettings,
  readReferenceQuotaSettings,
} from './quota-settings.ts';
import type { Settings } from './settings.ts';

export interface RunSettings extends Omit<RunOptions, 'command' | keyof OutcomeSettings>, OutcomeSettings {
  /** Whether to verify the bundled reference implementation; base URL and key are empty until it is started. */
  readonly reference: boolean;
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
    const ofReference = readReferenceSettings(settings, conduct);
    return { ...conduct, ...ofReference, reference: true, baseUrl: '', apiKey: '', dryRun };
  }
  const stated = {
    ...readClock(settings),
    plan: settings.value('plan'),
    planLimits: planLimitsWith(settings.given('plan-limit')),
    categoryIds: [...new Set(settings.values('category-id'))],
    nameTemplate: settings.one('name-template')?.value,
  };
  const baseUrl = requiredBaseUrl(settings, 'run');
  // A missing key is reported only after all other errors.
  const apiKey = settings.value('api-key') ?? '';
  const revokedKey = readRevokedKey(settings, apiKey);
  const quota = readQuotaSettings(settings, { ...conduct, ...stated, apiKey, revokedKey, dryRun });
  if (apiKey === '' && !dryRun) {
    throw new UsageError('the API key is missing: pass --api-key KEY or set ANIMAL_STORE_API_KEY');
  }
  return {
    ...conduct,
    ...stated,
    ...quota,
    ...readPlaces(settings, baseUrl, conduct.selected),
    reference: false,
    baseUrl,
    apiKey,
    revokedKey,
    dryRun,
  };
}

type Target = 'reference' | 'baseUrl' | 'apiKey' | 'dryRun';

function readConduct(settings: Settings): Omit<RunSettings, Target | keyof ReferenceSettings> {
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
    minDecided: settings.flag('require-complete') ? 1 : (settings.value('min-decided') ?? undefined),
    ...readCatalogue(settings),
    implementation: settings.one('implementation') && settings.texts('implementation')[0]?.value,
    ...readOutcome(settings),
  };
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

/** The options of a run from its settings. */
export function runOptions(
  { reference: _, dryRun: __, ...options }: RunSettings,
  reportDir: string,
  again: Pick<RunOptions, 'command' | 'argv'>,
): RunOptions {
  return { ...options, reportDir, ...again };
}

/** @throws {UsageError} if the base URL or a place contains a key of the run. */
export function refuseKeyInTarget({ reference, baseUrl, apiKey, places = [], quotaKeys }: RunSettings): void {
  const keys = [apiKey, ...quotaKeys.map(({ key }) => key)];
  if (!reference) {
    refuseKeyInAddress(baseUrl, 'base URL', keys);
  }
  for (const { shownAs } of places) {
    refuseKeyInAddress(shownAs, '--place', keys);
  }
}

/** The settings of the bundled reference implementation, and of the run against it. */
export type ReferenceSettings = QuotaSettings &
  Pick<RunOptions, 'plan' | 'planLimits' | 'revokedKey' | 'categoryIds' | 'minuteMs' | 'dayMs'>;

/** Enterprise limits are custom: 180 requests are sent within seconds, so the daily limit is decided too. */
const quickLimits = { ...defaultPlanLimits, enterprise: { perMinute: 60, perDay: 180 } };
const quickMinuteMs = 2_000;

/**
 * How a run starts the reference implementation. Unless `--quota-key` names plans, the run measures the limits of Free
 * and Enterprise, with minutes of 2 s. A smoke run does not: it is for a first look.
 *
 * @throws {UsageError} for durations and plans that are wrong.
 */
function readReferenceSettings(
  settings: Settings,
  { selected, effort }: Pick<RunOptions, 'selected' | 'effort'>,
): ReferenceSettings {
  const measures = effort !== 'smoke' && selected.some((id) => id.startsWith('quota/'));
  const isQuick = measures && !settings.isGivenDirectly('quota-key');
  const quota = readReferenceQuotaSettings(settings, selected, isQuick ? ['free', 'enterprise'] : []);
  return {
    ...(isQuick ? readClock(settings, quickMinuteMs) : readClock(settings)),
    // The key of the run needs an allowance for every check, which the quick Enterprise limits do not grant.
    plan: isQuick ? 'business' : 'enterprise',
    planLimits: isQuick ? quickLimits : defaultPlanLimits,
    revokedKey: null,
    categoryIds: [],
    ...quota,
    // At 60 requests per minute, the daily limit of Free would take half a minute more.
    ...(isQuick && !settings.isGiven('day-quota')
      ? { dayQuota: true, dayQuotaPlans: ['enterprise'] as const }
      : {}),
  };
}
