import { defaultPlanLimits } from '../../../reference-impl/plans.ts';
import type { RunOptions } from '../../suite/run-options.ts';
import { readClock } from './common-settings.ts';
import { type QuotaSettings, readReferenceQuotaSettings } from './quota-settings.ts';
import type { Settings } from './settings.ts';

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
export function readReferenceSettings(
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
