import { randomInt } from 'node:crypto';
import { catalogueVersion, requirements } from '../../suites/requirements.ts';
import type { HtmlAssets } from '../report/html/page-assets.ts';
import type { RunOptions } from '../runner/run-options.ts';
import { parseChoice } from './parse/choice.ts';
import { parseDuration } from './parse/duration.ts';
import { parseMinute } from './parse/minute.ts';
import { selectRequirements } from './parse/requirement-selection.ts';
import { largestCount, largestSeed, parseWholeNumber } from './parse/whole-number.ts';
import type { Settings } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** What every command that judges a service lets the user decide of its outcome. */
export interface OutcomeSettings {
  readonly failOn: RunOptions['failOn'];
  /** As given, or `null` for a folder of its own. */
  readonly reportDir: string | null;
  readonly htmlAssets: HtmlAssets;
}

/** What makes the exit status 1, and where the reports go. @throws {UsageError} for the first one that is wrong. */
export function readOutcome(settings: Settings): OutcomeSettings {
  const failOn = settings.one('fail-on');
  const htmlAssets = settings.one('html-assets');
  return {
    failOn: failOn === undefined ? 'must' : parseChoice(failOn, ['must', 'should']),
    reportDir: settings.one('report-dir')?.text ?? null,
    htmlAssets: htmlAssets === undefined ? 'inline' : parseChoice(htmlAssets, ['inline', 'external']),
  };
}

/**
 * How long the service's minute and day last, in ms.
 *
 * @param usualMinuteMs how long the minute lasts unless an option says otherwise
 * @throws {UsageError} where one is no duration, or the day is shorter than the minute.
 */
export function readClock(
  settings: Settings,
  usualMinuteMs = 60_000,
): { readonly minuteMs: number; readonly dayMs: number } {
  const minute = settings.one('minute');
  const minuteMs = minute === undefined ? usualMinuteMs : parseMinute(minute);
  const dayMs = readDuration(settings, 'day', 86_400_000);
  if (dayMs < minuteMs) {
    const label = settings.one('day')?.label ?? settings.one('minute')?.label;
    throw new UsageError(`${label}: the day would be shorter than the minute; give --minute and --day`);
  }
  return { minuteMs, dayMs };
}

/** A duration in ms. @throws {UsageError} where it is none. */
export function readDuration<Default extends number | null>(
  settings: Settings,
  option: string,
  otherwise: Default,
  zero: 'zero allowed' | 'above zero' = 'above zero',
): number | Default {
  const given = settings.one(option);
  return given === undefined ? otherwise : parseDuration(given, zero);
}

/** The seed that was given, or a fresh one. @throws {UsageError} where it is no whole number. */
export function readSeed(settings: Settings): number {
  const given = settings.one('seed');
  return given === undefined ? randomInt(largestSeed + 1) : parseWholeNumber(given, 0, largestSeed);
}

/** How many examples a property gets. @throws {UsageError} for any other word. */
export function readEffort(settings: Settings): RunOptions['effort'] {
  const given = settings.one('effort');
  return given === undefined ? 'normal' : parseChoice(given, ['smoke', 'normal', 'thorough']);
}

/**
 * The version of the catalogue to keep to; nothing where none was given: then it is the newest.
 *
 * @throws {UsageError} for one that this version of the suite does not have.
 */
export function readCatalogue(settings: Settings): Pick<RunOptions, 'catalogue'> {
  const given = settings.one('catalogue');
  if (given === undefined) {
    return {};
  }
  const catalogue = parseWholeNumber(given, 1, largestCount);
  if (catalogue > catalogueVersion) {
    throw new UsageError(
      `${given.label}: this suite has version ${catalogueVersion} of the catalogue at most; take a newer suite for ${catalogue}`,
    );
  }
  return { catalogue };
}

/** The ids that are to be decided. @throws {UsageError} for a glob that no id matches. */
export function readSelection(settings: Settings): string[] {
  const catalogue = requirements.map(({ id }) => id);
  return selectRequirements(catalogue, settings.all('only'), settings.all('skip'));
}
