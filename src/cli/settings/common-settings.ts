import { randomInt } from 'node:crypto';
import { catalogueVersion, requirements } from '../../../suites/requirements.ts';
import type { RunOptions } from '../../suite/run-options.ts';
import { networkOptions } from '../options/service-options.ts';
import { isOption, table } from '../options/table.ts';
import { largestSeed } from '../options/values.ts';
import { requireThat, UsageError } from '../usage-error.ts';
import { selectRequirements } from './requirement-selection.ts';
import type { Settings } from './settings.ts';

/** The common outcome settings of all commands that judge a service. */
export interface OutcomeSettings {
  readonly failOn: RunOptions['failOn'];
  /** As given, or `null` for a new folder. */
  readonly reportDir: string | null;
}

/** The conditions for exit status 1, and the report folder. @throws {UsageError} for the first invalid one. */
export function readOutcome(settings: Settings): OutcomeSettings {
  return { failOn: settings.value('fail-on'), reportDir: settings.value('report-dir') };
}

/**
 * How long the service's minute and day last, in ms.
 *
 * @param usualMinuteMs how long the minute lasts unless an option says otherwise
 * @throws {UsageError} where one is no duration, or the day is shorter than the minute.
 */
export function readClock(
  settings: Settings,
  usualMinuteMs: number = table.minute.default,
): { readonly minuteMs: number; readonly dayMs: number } {
  const minute = settings.one('minute');
  const day = settings.one('day');
  const minuteMs = minute?.value ?? usualMinuteMs;
  const dayMs = settings.value('day');
  if (dayMs < minuteMs) {
    throw new UsageError(
      `${(day ?? minute)?.label}: the day would be shorter than the minute; pass --minute and --day`,
    );
  }
  return { minuteMs, dayMs };
}

/** The given seed, or a random one. @throws {UsageError} for an invalid one. */
export function readSeed(settings: Settings): number {
  return settings.value('seed') ?? randomInt(largestSeed + 1);
}

/**
 * The given version of the catalogue; absent for the newest.
 *
 * @throws {UsageError} for one that this version of the suite does not have.
 */
export function readCatalogue(settings: Settings): Pick<RunOptions, 'catalogue'> {
  const given = settings.one('catalogue');
  if (given === undefined) {
    return {};
  }
  if (given.value > catalogueVersion) {
    throw new UsageError(
      `${given.label}: this suite has version ${catalogueVersion} of the catalogue at most; take a newer suite for ${given.value}`,
    );
  }
  return { catalogue: given.value };
}

/** The selected requirement ids. @throws {UsageError} for a glob that matches none. */
export function readSelection(settings: Settings): string[] {
  const catalogue = requirements.map(({ id }) => id);
  return selectRequirements(catalogue, settings.given('only'), settings.given('skip'));
}

/** The base URL of a command that can start the reference implementation instead. @throws {UsageError} without one. */
export function requiredBaseUrl(settings: Settings, command: 'run' | 'load'): string {
  const given = settings.baseUrl();
  requireThat(
    given !== undefined,
    `the base URL is missing: write ${command} <base-url>, or ${command} --reference`,
  );
  return given.value;
}

/** The base URL of a service, or `null` for the reference implementation, which has not been started. */
export function addressOf(target: { readonly reference: boolean; readonly baseUrl: string }): string | null {
  return target.reference ? null : target.baseUrl;
}

/** Options that the bundled reference implementation sets itself. */
export const knownOfReference: readonly string[] = [
  ...['api-key', 'revoked-key', 'plan', 'plan-limit', 'category-id', 'name-template'],
  'place',
  ...Object.keys(networkOptions),
];

/** @throws {UsageError} for `--reference` together with a service or one of these options. */
export function refuseWithReference(settings: Settings, options = knownOfReference): void {
  const conflict = options.filter(isOption).find((option) => settings.isGivenDirectly(option));
  if (conflict !== undefined || settings.namesService) {
    const named = settings.namesService ? 'the base URL' : `--${conflict}`;
    throw new UsageError(`--reference starts its own service: omit ${named}`);
  }
}

/**
 * The waivers of the file that `--waivers` names.
 *
 * @param folder the base of a relative path
 * @throws {UsageError} for an invalid file.
 */
export async function readWaiverSettings(
  settings: Settings,
  folder: string,
): Promise<Pick<RunOptions, 'waivers'>> {
  const given = settings.one('waivers');
  if (given === undefined) {
    return {};
  }
  // Loaded on demand, because the YAML parser takes a while to load.
  const { readWaivers } = await import('../configuration/read-waivers.ts');
  return { waivers: readWaivers(given, folder) };
}
