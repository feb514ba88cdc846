import { statSync } from 'node:fs';
import { isJournal, readJournalLightly } from '../journal/journal.ts';
import { isTooDeep } from '../json/nesting.ts';
import { foldLightly } from '../report/fold.ts';
import type { Report } from '../report/report.ts';
import { lightEvent } from '../report/report-exchange.ts';
import { readUpTo } from './named-file.ts';
import { UsageError } from './usage-error.ts';
import { wholeReport } from './whole-report.ts';

/** Far more than a report has; the limit rejects endless input. */
const mostReportBytes = 256 * 1024 * 1024;

/**
 * Reads a report.json or a run's journal, which may break off in its last line: the run was killed. What another program
 * writes, as in `<(git show main:report.json)`, can be read once only, and has to be a report.json.
 *
 * @param path where it is
 * @param label the file's name as errors say it
 * @throws {UsageError} for any other file. @throws {Error} where it can't be read.
 */
export async function readRecord(path: string, label: string): Promise<Report> {
  const value =
    statSync(path).isFile() && (await isJournal(path))
      ? await foldedJournal(path, label)
      : parsed(reportText(path, label));
  const report = wholeReport(value);
  if (report === null) {
    refuseOtherVersion(value, label);
    throw new UsageError(`${label} is neither a report.json nor a journal.ndjson of this program`);
  }
  return report;
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
  if (bytes === null) {
    throw new UsageError(`${label} is larger than 256 MiB: not a report.json`);
  }
  return bytes.toString('utf8');
}

async function foldedJournal(path: string, label: string): Promise<unknown> {
  try {
    const { events, corruptLines } = await readJournalLightly(path, lightEvent);
    const [corrupt] = corruptLines;
    if (corrupt !== undefined) {
      throw new UsageError(`${label} is damaged: line ${corrupt.line} is no event of a run`);
    }
    return foldLightly(events);
  } catch (error) {
    if (error instanceof UsageError || (error instanceof Error && 'code' in error)) {
      throw error;
    }
    throw new UsageError(`${label} is damaged: its events are not those of one run`);
  }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
