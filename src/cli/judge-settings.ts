import type { JudgeOptions } from '../recorded/judge-recorded.ts';
import type { RecordedPlan } from '../recorded/recorded-timeline.ts';
import { shellWord } from '../report/shell-word.ts';
import { type OutcomeSettings, readClock, readOutcome } from './common-settings.ts';
import { parseApiKey } from './parse/api-key.ts';
import { parseBaseUrl } from './parse/base-url.ts';
import { parseChoice } from './parse/choice.ts';
import { parsePlanLimits } from './parse/plan-limit.ts';
import { plans } from './parse/plans.ts';
import type { Settings } from './settings.ts';
import { toolName } from './tool-version.ts';
import { UsageError } from './usage-error.ts';
import { refuseWeakKeys } from './weak-keys.ts';

/** Everything that the user decides of judging a recording. */
export interface JudgeSettings extends Omit<JudgeOptions, keyof OutcomeSettings>, OutcomeSettings {
  /** `null` to guess the only one. */
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
}

/**
 * Reads every setting of `judge`.
 *
 * @param file the recording, as it was named
 * @throws {UsageError} for the first one that is wrong.
 */
export function readJudgeSettings(settings: Settings, file: string): JudgeSettings {
  const baseUrl = settings.one('base-url');
  const apiKey = settings.one('api-key');
  refuseWeakKeys(settings, ['api-key']);
  const { minuteMs, dayMs } = readClock(settings);
  return {
    baseUrl: baseUrl === undefined ? null : parseBaseUrl(baseUrl),
    apiKey: apiKey === undefined ? null : parseApiKey(apiKey),
    plan: readPlan(settings, minuteMs, dayMs),
    minuteMs,
    dayMs,
    ...readOutcome(settings),
    command: commandLine(settings, file),
  };
}

function readPlan(settings: Settings, minuteMs: number, dayMs: number): RecordedPlan | null {
  const limits = parsePlanLimits(settings.all('plan-limit'));
  const given = settings.one('plan');
  if (given === undefined) {
    return null;
  }
  const plan = parseChoice(given, plans);
  const figures = limits[plan];
  if (figures === undefined) {
    throw new UsageError(
      `--plan: the interface document has no figures of ${plan}; give them with --plan-limit ${plan}=MINUTE/DAY`,
    );
  }
  return { plan, ...figures, minuteMs, dayMs };
}

const carried = ['base-url', 'plan', 'plan-limit', 'minute', 'day', 'fail-on'];

/** The command line that judges it again, the key left out. */
function commandLine(settings: Settings, file: string): string {
  const options = carried.flatMap((option) =>
    settings.all(option).flatMap(({ text }) => [`--${option}`, text]),
  );
  return ['npx', toolName, 'judge', file, ...options].map(shellWord).join(' ');
}
