import { type Dirent, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { SkippedReport } from '../../history/history.ts';
import { type HistoryRun, historyRunOf, reference, targetName } from '../../history/history-run.ts';
import { baseUrl } from '../options/service-values.ts';
import { type Located, quoted, readLocated, requireThat, UsageError } from '../usage-error.ts';
import { pageOf } from './compared-reports.ts';
import { unreadable } from './named-file.ts';
import { readReportFile } from './report-file.ts';

/** Reports lie no deeper, as where the folder is a whole disk. */
const deepest = 8;
const largestReportBytes = 100 * 1024 * 1024;

export interface FoundReports {
  readonly runs: readonly HistoryRun[];
  readonly skipped: readonly SkippedReport[];
}

/**
 * Reads every report.json in a folder and below it. Skips unreadable files, with the reason.
 *
 * @param folder absolute path
 * @param outputFolder that links to the pages of the reports start from
 * @throws {UsageError} if the folder can't be read.
 */
export async function readHistoryReports(
  folder: string,
  shown: string,
  outputFolder: string,
): Promise<FoundReports> {
  const { files, skipped } = reportFiles(folder, shown);
  const runs: HistoryRun[] = [];
  for (const file of files) {
    const name = relative(folder, file).replaceAll('\\', '/');
    const read = await readOne(file, name, outputFolder);
    if (typeof read === 'string') {
      skipped.push({ file: name, reason: read });
    } else {
      runs.push(read);
    }
  }
  return { runs, skipped };
}

/** The files named report.json, without following symbolic links: `latest` leads to a report that is found anyway. */
function reportFiles(folder: string, shown: string): { files: string[]; skipped: SkippedReport[] } {
  const files: string[] = [];
  const skipped: SkippedReport[] = [];
  const search = (path: string, depth: number): void => {
    let entries: Dirent[] = [];
    try {
      entries = readdirSync(path, { withFileTypes: true });
    } catch (error) {
      requireThat(path !== folder, `the folder ${quoted(shown)} ${unreadable(error)}`);
      skipped.push({ file: relative(folder, path), reason: unreadable(error) });
    }
    for (const entry of entries) {
      if (entry.isFile() && entry.name === 'report.json') {
        files.push(join(path, entry.name));
      } else if (entry.isDirectory() && depth < deepest && !/^(?:node_modules$|\.)/.test(entry.name)) {
        search(join(path, entry.name), depth + 1);
      }
    }
  };
  search(folder, 0);
  return { files: files.sort(), skipped };
}

/** A run, or the reason why the file is skipped. */
async function readOne(file: string, name: string, outputFolder: string): Promise<HistoryRun | string> {
  try {
    requireThat(statSync(file).size <= largestReportBytes, 'is larger than 100 MiB');
    const report = await readReportFile(file, '');
    return historyRunOf(report, dirname(name), pageOf(file, outputFolder));
  } catch (error) {
    return error instanceof UsageError ? error.message.trim() : unreadable(error);
  }
}

/** The name of a target as histories group by it: of a base URL, or of `reference`. @throws {UsageError} for other text. */
export function historyTarget(given: Located<string>): string {
  return given.value === 'reference' ? reference : targetName(readLocated(given, baseUrl.parse));
}
