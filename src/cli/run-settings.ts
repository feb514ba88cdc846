import { randomInt } from 'node:crypto';
import { requirements } from '../../suites/requirements.ts';
import type { HtmlAssets } from '../report/html/page-assets.ts';
import type { RunOptions } from '../runner/run-options.ts';
import { parseApiKey } from './parse/api-key.ts';
import { parseBaseUrl } from './parse/base-url.ts';
import { parseChoice } from './parse/choice.ts';
import { parseDuration } from './parse/duration.ts';
import { parseHtmlAssets } from './parse/html-assets.ts';
import { parseMinute } from './parse/minute.ts';
import { documentedLimits, parsePlanLimits, plans } from './parse/plan-limit.ts';
import { selectRequirements } from './parse/requirement-selection.ts';
import { largestCount, largestSeed, parseCategoryId, parseWholeNumber } from './parse/whole-number.ts';
import { type QuotaSettings, readQuotaSettings, readReferenceQuotaSettings } from './quota-settings.ts';
import type { Settings } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** What is verified: a service, or the bundled reference implementation, which is still to be started. */
type RunTarget =
  | { readonly kind: 'service'; readonly baseUrl: string; readonly apiKey: string }
  | { readonly kind: 'reference' };

/** Everything that the user decides of a run. */
export interface RunSettings extends Omit<RunOptions, 'baseUrl' | 'apiKey' | 'reportDir' | 'command'> {
  readonly target: RunTarget;
  /** As given, or `null` for a folder of its own. */
  readonly reportDir: string | null;
  readonly htmlAssets: HtmlAssets;
  readonly dryRun: boolean;
}

/** Options that the reference implementation answers for itself. */
const knownOfReference = ['base-url', 'api-key', 'revoked-key', 'plan', 'plan-limit', 'category-id'];

/**
 * Reads every setting of a run.
 *
 * @param given what stands on the command line, `base-url` included
 * @throws {UsageError} for the first one that is wrong or missing.
 */
export function readRunSettings(settings: Settings, given: ReadonlySet<string>): RunSettings {
  const dryRun = settings.flag('dry-run');
  const conduct = readConduct(settings);
  if (settings.flag('reference')) {
    refuseKnownOfReference(given);
    const nothing = { plan: null, planLimits: documentedLimits, revokedKey: null, categoryIds: [] };
    const quota = readReferenceQuotaSettings(settings, conduct.selected);
    return { ...conduct, ...nothing, ...quota, target: { kind: 'reference' }, dryRun };
  }
  const plan = settings.one('plan');
  const stated = {
    plan: plan === undefined ? null : parseChoice(plan, plans),
    planLimits: parsePlanLimits(settings.all('plan-limit')),
    categoryIds: [...new Set(settings.all('category-id').map(parseCategoryId))],
  };
  const target = readService(settings);
  const revokedKey = readRevokedKey(settings, target.apiKey);
  const { apiKey } = target;
  const quota = readQuotaSettings(settings, { ...conduct, ...stated, apiKey, revokedKey, dryRun });
  if (apiKey === '' && !dryRun) {
    throw new UsageError('the API key is missing: give --api-key KEY or set ANIMAL_STORE_API_KEY');
  }
  return { ...conduct, ...stated, ...quota, target, revokedKey, dryRun };
}

/** How a run goes about it, whatever the target. */
function readConduct(
  settings: Settings,
): Omit<
  RunSettings,
  'target' | 'plan' | 'planLimits' | 'revokedKey' | 'categoryIds' | 'dryRun' | keyof QuotaSettings
> {
  const { minuteMs, dayMs } = readClock(settings);
  const effort = settings.one('effort');
  const failOn = settings.one('fail-on');
  return {
    selected: readSelection(settings),
    readOnly: settings.flag('read-only'),
    effort: effort === undefined ? 'normal' : parseChoice(effort, ['smoke', 'normal', 'thorough']),
    maxRequests: readCount(settings, 'max-requests'),
    maxTimeMs: readDuration(settings, 'max-time', null),
    consistencyGraceMs: readDuration(settings, 'consistency-grace', 2_000, 'zero allowed'),
    timeoutMs: readDuration(settings, 'timeout', 10_000),
    minuteMs,
    dayMs,
    seed: readSeed(settings),
    failOn: failOn === undefined ? 'must' : parseChoice(failOn, ['must', 'should']),
    requireComplete: settings.flag('require-complete'),
    reportDir: settings.one('report-dir')?.text ?? null,
    htmlAssets: parseHtmlAssets(settings.one('html-assets')),
  };
}

function refuseKnownOfReference(given: ReadonlySet<string>): void {
  const conflict = knownOfReference.find((option) => given.has(option));
  if (conflict !== undefined) {
    const named = conflict === 'base-url' ? 'the base URL' : `--${conflict}`;
    throw new UsageError(`--reference starts a service of its own: leave ${named} out`);
  }
}

/** Without a key where none is given: whether one is needed is looked at when nothing else is wrong. */
function readService(settings: Settings): Extract<RunTarget, { kind: 'service' }> {
  const given = settings.baseUrl();
  if (given === undefined) {
    throw new UsageError('the base URL is missing: write run <base-url>, or run --reference');
  }
  const baseUrl = parseBaseUrl(given);
  const apiKey = settings.one('api-key');
  return { kind: 'service', baseUrl, apiKey: apiKey === undefined ? '' : parseApiKey(apiKey) };
}

function readRevokedKey(settings: Settings, apiKey: string): string | null {
  const given = settings.one('revoked-key');
  if (given === undefined) {
    return null;
  }
  const key = parseApiKey(given);
  if (key === apiKey) {
    throw new UsageError(`${given.label}: this is the key that the run uses; give one that was revoked`);
  }
  return key;
}

function readClock(settings: Settings): { readonly minuteMs: number; readonly dayMs: number } {
  const minute = settings.one('minute');
  const minuteMs = minute === undefined ? 60_000 : parseMinute(minute);
  const dayMs = readDuration(settings, 'day', 86_400_000);
  if (dayMs < minuteMs) {
    const label = settings.one('day')?.label ?? settings.one('minute')?.label;
    throw new UsageError(
      `${label}: the target's day would be shorter than its minute; give --minute and --day`,
    );
  }
  return { minuteMs, dayMs };
}

function readSelection(settings: Settings): string[] {
  const catalogue = requirements.map(({ id }) => id);
  return selectRequirements(catalogue, settings.all('only'), settings.all('skip'));
}

function readSeed(settings: Settings): number {
  const given = settings.one('seed');
  return given === undefined ? randomInt(largestSeed + 1) : parseWholeNumber(given, 0, largestSeed);
}

function readCount(settings: Settings, option: string): number | null {
  const given = settings.one(option);
  return given === undefined ? null : parseWholeNumber(given, 1, largestCount);
}

function readDuration<Default extends number | null>(
  settings: Settings,
  option: string,
  otherwise: Default,
  zero: 'zero allowed' | 'above zero' = 'above zero',
): number | Default {
  const given = settings.one(option);
  return given === undefined ? otherwise : parseDuration(given, zero);
}
