import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { journalPath } from '../../journal/journal.ts';
import type { JudgeOptions } from '../../recorded/judge-recorded.ts';
import type { RecordedPlan } from '../../recorded/recorded-timeline.ts';
import { NotRecorded, type RecordedTraffic } from '../../recorded/recorded-traffic.ts';
import type { Invocation, Program } from '../command.ts';
import { environmentRedactor } from '../keys/environment-redactor.ts';
import { planLimitsWith } from '../options/service-values.ts';
import { commandLine, repeatedWords } from '../repeat-command.ts';
import { readUpTo, unreadable } from '../report-files/named-file.ts';
import { presentReport } from '../report-files/present-report.ts';
import { inReportFolder, isWrittenByRuns } from '../report-files/report-folder.ts';
import { type OutcomeSettings, readClock, readOutcome } from '../settings/common-settings.ts';
import { Settings } from '../settings/settings.ts';
import { quoted, requireThat, UsageError } from '../usage-error.ts';
import { judgeDeclaration } from './report-commands.ts';

/** The maximum size of a HAR, which needs several times as much memory. */
const largestHarMiB = 256;

export async function judgeCommand(invocation: Invocation, program: Program): Promise<number> {
  const { environment, currentFolder } = program;
  const path = journalOrFile(invocation.positionals[0] ?? '', currentFolder);
  const settings = readJudgeSettings(new Settings(invocation, environment, null), path);
  const file = resolve(currentFolder, path);
  const traffic = await readTraffic(file, quoted(path), settings);
  const { reportDir: named } = settings;
  if (named !== null && isWrittenByRuns(file, resolve(currentFolder, named))) {
    throw new UsageError(
      `${quoted(path)} is in the folder for reports, where it would be replaced; name another with --report-dir`,
    );
  }
  return inReportFolder(named, 'judged', program, async (reportDir) => {
    const { judgeRecorded } = await import('../../recorded/judge-recorded.ts');
    const report = await judgeRecorded(traffic, { ...settings, reportDir });
    const { apiKey } = settings;
    const stated = apiKey === null ? [] : [{ value: apiKey, shownAs: '$ANIMAL_STORE_API_KEY' }];
    const redactor = environmentRedactor(environment, [...traffic.secrets, ...stated]);
    return presentReport(report, { folder: reportDir }, redactor, program);
  });
}

/** In the folder of a run, its journal. */
function journalOrFile(path: string, currentFolder: string): string {
  const isFolder = statSync(resolve(currentFolder, path), { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? journalPath(path) : path;
}

/** The text of a file in UTF-8, or in UTF-16 as some programs of Windows write it. */
function textOf(bytes: Buffer): string {
  const [first = 0, second = 0] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}

async function readTraffic(
  file: string,
  label: string,
  { baseUrl, apiKey }: JudgeSettings,
): Promise<RecordedTraffic> {
  try {
    const { readRecordedJournal } = await import('../../recorded/checked-journal.ts');
    // What another program writes can be read only once.
    const journal = statSync(file).isFile() ? await readRecordedJournal(file, label) : null;
    if (journal !== null) {
      requireThat(
        baseUrl === null || baseUrl === journal.baseUrl,
        `--base-url: ${label} is the journal of a run against ${quoted(journal.baseUrl)}: omit it`,
      );
      return journal;
    }
    const bytes = readUpTo(file, largestHarMiB * 1024 * 1024);
    requireThat(
      bytes !== null,
      `${label} is larger than ${largestHarMiB} MiB: export a part of the recording, or less of its bodies`,
    );
    const { readHar } = await import('../../recorded/read-har.ts');
    return readHar(textOf(bytes), label, baseUrl, apiKey);
  } catch (error) {
    if (error instanceof NotRecorded) {
      throw new UsageError(error.message);
    }
    if (error instanceof Error && 'code' in error) {
      throw new UsageError(`${label} ${unreadable(error)}`);
    }
    throw error;
  }
}

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
