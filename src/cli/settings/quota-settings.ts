import { randomBytes } from 'node:crypto';
import type { Plan, QuotaKey, RunOptions } from '../../suite/run-options.ts';
import type { Place } from '../../target/transport.ts';
import { type GivenPlace, requireKey, writePlace } from '../options/service-values.ts';
import { type Located, requireThat, UsageError } from '../usage-error.ts';
import type { Settings } from './settings.ts';

export type QuotaSettings = Pick<
  RunOptions,
  'quotaKeys' | 'dayQuota' | 'dayQuotaPlans' | 'overshoot' | 'probeBan'
>;

export interface QuotaSurroundings extends Pick<RunOptions, 'selected' | 'planLimits' | 'revokedKey'> {
  readonly apiKey: string;
  /** Whether nothing is sent, so that plans need no keys. */
  readonly dryRun: boolean;
}

/**
 * Reads which keys may be exhausted, and the extent of the measurement.
 *
 * @throws {UsageError} for a key that is malformed, given twice or has another part in the run, for a plan without
 * figures, and for options or a selection that need a key where none is given.
 */
export function readQuotaSettings(settings: Settings, run: QuotaSurroundings): QuotaSettings {
  const givens = settings.given('quota-key');
  const quotaKeys = givens.map((given) => (run.dryRun ? given.value : requireKey(given)));
  for (const [index, { plan, key }] of quotaKeys.entries()) {
    const label = givens[index]?.label ?? '--quota-key';
    const others = [run.apiKey, run.revokedKey, ...quotaKeys.slice(0, index).map((other) => other.key)];
    requireThat(
      key === '' || !others.includes(key),
      `${label}: the run uses this key elsewhere too, and would exhaust it: pass a separate key`,
    );
    requireThat(
      run.planLimits[plan] !== undefined,
      `${label}: the limits of ${plan} are not documented: pass them with --plan-limit ${plan}=MINUTE/DAY`,
    );
  }
  refuseWithoutKey(settings, quotaKeys, run.selected, '--quota-key PLAN=KEY');
  return { quotaKeys, ...readExtent(settings) };
}

/**
 * Reads the same for the reference implementation, which issues a key for each named plan.
 *
 * @param usualPlans the plans to measure if the options name none
 * @throws {UsageError} for a key, and as above.
 */
export function readReferenceQuotaSettings(
  settings: Settings,
  selected: readonly string[],
  usualPlans: readonly Plan[],
): QuotaSettings {
  const plans = settings.isGivenDirectly('quota-key')
    ? settings.given('quota-key').map(referencePlan)
    : usualPlans;
  const quotaKeys = plans.map((plan) => ({ plan, key: randomBytes(21).toString('base64url') }));
  refuseWithoutKey(settings, quotaKeys, selected, '--quota-key free');
  return { quotaKeys, ...readExtent(settings) };
}

function referencePlan({ value }: Located<QuotaKey>): Plan {
  requireThat(
    value.key === '',
    '--reference starts a service that knows no other keys: write the plan alone, --quota-key free',
  );
  return value.plan;
}

function readExtent(settings: Settings): Omit<QuotaSettings, 'quotaKeys'> {
  return {
    dayQuota: settings.flag('day-quota'),
    overshoot: settings.value('overshoot'),
    probeBan: settings.flag('probe-ban'),
  };
}

function refuseWithoutKey(
  settings: Settings,
  quotaKeys: readonly QuotaKey[],
  selected: readonly string[],
  remedy: string,
): void {
  if (quotaKeys.length > 0) {
    return;
  }
  requireThat(
    !selected.every((id) => id.startsWith('quota/')),
    `--only: the plan limits need a dedicated key that the run may exhaust: pass ${remedy}`,
  );
  const idle = (['day-quota', 'probe-ban'] as const).find((option) => settings.flag(option));
  const needing = idle ?? (['overshoot', 'place'] as const).find((option) => settings.isGiven(option));
  requireThat(
    needing === undefined,
    `--${needing} needs a dedicated key that the run may exhaust: pass ${remedy}`,
  );
}

const most = 100;

/**
 * The places of a run besides its base URL; none if it measures no plan limits.
 *
 * @throws {UsageError} for one that is repeated, has another path than the base URL, or is http where that is https.
 */
export function readPlaces(
  settings: Settings,
  baseUrl: string,
  selected: readonly string[],
): Pick<RunOptions, 'places'> {
  const givens = settings.given('place');
  if (givens.length > most) {
    throw new UsageError(`--place: at most ${most} places are possible`);
  }
  const places = givens.map((given) => placeOf(given, new URL(baseUrl)));
  const names = places.map(({ shownAs }) => shownAs);
  const repeated = names.find((name, index) => name === baseUrl || names.indexOf(name) < index);
  requireThat(
    repeated === undefined,
    `--place: ${repeated} is passed twice, or is that of the base URL; pass each address once`,
  );
  const measures = selected.some((id) => id.startsWith('quota/'));
  return places.length === 0 || !measures ? {} : { places };
}

function placeOf({ value: place, label }: Located<GivenPlace>, base: URL): Place {
  const shownAs = writePlace(place);
  if (place.kind === 'address') {
    return { shownAs, baseUrl: base.href.replace(/\/$/, ''), address: place.address };
  }
  const { protocol, pathname } = new URL(place.baseUrl);
  requireThat(
    pathname === base.pathname,
    `${label}: ${shownAs} has another path than the base URL: write ${base.pathname}`,
  );
  if (protocol === 'http:' && base.protocol === 'https:') {
    throw new UsageError(`${label}: keys would be sent unencrypted: write https, as in the base URL`);
  }
  return { shownAs, baseUrl: place.baseUrl, address: null };
}
