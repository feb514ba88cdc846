import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { firstEvent, readJournal } from '../../journal/journal.ts';
import { compiledSchema } from '../../json/published-schema.ts';
import { isTooDeep } from '../../json/text-structure.ts';
import { foldRun } from '../../report/fold/fold.ts';
import type { Report } from '../../report/report.ts';
import { lightEvent } from '../../report/report-exchange.ts';
import { quoted, requireThat, UsageError } from '../usage-error.ts';
import { readUpTo, unreadable } from './named-file.ts';

/** The file that is meant by a path: in a folder its report.json, or the journal of a run that was killed. */
export function reportFileOf(path: string): string {
  if (!isFolder(path)) {
    return path;
  }
  const report = join(path, 'report.json');
  const journal = join(path, 'journal.ndjson');
  return existsSync(report) || !existsSync(journal) ? report : journal;
}

/**
 * Reads a report.json or a journal.
 *
 * @param file its absolute path
 * @param shown the path as it was given
 * @param whereMissing what to do where there is none, as the end of the sentence
 * @throws {UsageError} where it can't be read or is neither.
 */
export async function readReportFile(file: string, shown: string, whereMissing?: string): Promise<Report> {
  try {
    return await readRecord(file, quoted(shown));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) {
      throw error;
    }
    const inFolder = basename(file) === 'report.json' && basename(shown) !== 'report.json';
    const problem =
      inFolder && isFolder(dirname(file))
        ? `there is no report.json in the folder ${quoted(shown)}`
        : `${quoted(shown)} ${unreadable(error)}`;
    const isMissing = error.code === 'ENOENT' && whereMissing !== undefined;
    throw new UsageError(isMissing ? `${problem}; ${whereMissing}` : problem);
  }
}

/** Other files are none; reading them reports the error. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Far more than a report has; the limit rejects endless input. */
const mostReportBytes = 256 * 1024 * 1024;

/**
 * Reads a report.json or the journal of a run, whose last line may be incomplete after the run was killed. The output
 * of another program, as in `<(git show main:report.json)`, can be read only once and must be a report.json.
 *
 * @param path where it is
 * @param label the name of the file in errors
 * @throws {UsageError} for any other file. @throws {Error} if it can't be read.
 */
export async function readRecord(path: string, label: string): Promise<Report> {
  const value =
    statSync(path).isFile() && (await firstEvent(path)) !== null
      ? await foldedJournal(path, label)
      : parsed(reportText(path, label));
  if (!isReport(value)) {
    refuseOtherVersion(value, label);
    throw new UsageError(`${label} is neither a report.json nor a journal.ndjson of this program`);
  }
  return value;
}

/** @throws {UsageError} for a report of another version of the schema, which another version of the suite reads. */
function refuseOtherVersion(value: unknown, label: string): void {
  if (typeof value !== 'object' || value === null || !('schemaVersion' in value) || !('tool' in value)) {
    return;
  }
  const { schemaVersion } = value;
  if (typeof schemaVersion === 'number' && schemaVersion !== 1) {
    throw new UsageError(
      `${label} has version ${schemaVersion} of the report schema; this version of the suite reads version 1`,
    );
  }
}

function reportText(path: string, label: string): string {
  const bytes = readUpTo(path, mostReportBytes);
  requireThat(bytes !== null, `${label} is larger than 256 MiB: not a report.json`);
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

async function foldedJournal(path: string, label: string): Promise<unknown> {
  try {
    const { checkedJournal } = await import('../../recorded/checked-journal.ts');
    const { damage } = await checkedJournal(path);
    if (damage !== null) {
      throw new UsageError(`${label} is damaged: line ${damage.line}: ${damage.problem}`);
    }
    return foldRun((await readJournal(path, lightEvent)).events);
  } catch (error) {
    if (error instanceof UsageError || (error instanceof Error && 'code' in error)) {
      throw error;
    }
    throw new UsageError(`${label} is damaged: its events are not those of one run`);
  }
}

function parsed(text: string): unknown {
  try {
    return isTooDeep(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isReport(value: unknown): value is Report {
  return compiledSchema('report.schema.json')(value);
}
