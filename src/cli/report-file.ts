import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Report } from '../report/report.ts';
import { unreadable } from './named-file.ts';
import { quoted } from './quoted.ts';
import { readRecord } from './read-record.ts';
import { UsageError } from './usage-error.ts';

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

/** What can't be looked at is none: why, is told where it is read. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
