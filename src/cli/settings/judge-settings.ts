import type { JudgeOptions } from '../../recorded/judge-recorded.ts';
import type { RecordedPlan } from '../../recorded/recorded-timeline.ts';
import { judgeDeclaration } from '../commands/report-commands.ts';
import { planLimitsWith } from '../options/service-values.ts';
import { commandLine, repeatedWords } from '../repeat-command.ts';
import { requireThat } from '../usage-error.ts';
import { type OutcomeSettings, readClock, readOutcome } from './common-settings.ts';
import type { Settings } from './settings.ts';

export interface JudgeSettings extends Omit<JudgeOptions, keyof OutcomeSettings>, OutcomeSettings {
  /** `null` to guess the only one. */
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
}

/**
 * Reads every setting of `judge`.
 *
 * @param file the recording, as it was named
 * @throws {UsageError} for the first invalid one.
 */
export function readJudgeSettings(settings: Settings, file: string): JudgeSettings {
  const { minuteMs, dayMs } = readClock(settings);
  return {
    baseUrl: settings.value('base-url'),
    apiKey: settings.value('api-key'),
    plan: readPlan(settings, minuteMs, dayMs),
    minuteMs,
    dayMs,
    ...readOutcome(settings),
    command: repeatedLine(settings, file),
  };
}

function readPlan(settings: Settings, minuteMs: number, dayMs: number): RecordedPlan | null {
  const limits = planLimitsWith(settings.given('plan-limit'));
  const plan = settings.value('plan');
  if (plan === null) {
    return null;
  }
  const figures = limits[plan];
  requireThat(
    figures !== undefined,
    `--plan: the interface document has no limits of ${plan}; pass them with --plan-limit ${plan}=MINUTE/DAY`,
  );
  return { plan, ...figures, minuteMs, dayMs };
}

function repeatedLine(settings: Settings, file: string): string {
  const { checks, wholeRun } = repeatedWords(settings, judgeDeclaration.options);
  const baseUrl = settings.value('base-url');
  const ofBaseUrl = baseUrl === null ? [] : ['--base-url', baseUrl];
  return commandLine(['judge', file, ...ofBaseUrl, ...checks, ...wholeRun]);
}
