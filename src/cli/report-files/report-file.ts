import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { firstEvent, readJournal } from '../../journal/journal.ts';
import { compiledSchema } from '../../json/published-schema.ts';
import { isTooDeep } from '../../json/text-structure.ts';
import { foldRun } from '../../report/fold/fold.ts';
import type { Report } from '../../report/report.ts';
import { lightEvent } from '../../report/report-exchange.ts';
import { requireThat, UsageError } from '../usage-error.ts';
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
 * @param label the name of the file, with which an error begins
 * @throws {UsageError} if it can't be read, or is another file.
 */
export async function readReportFile(path: string, label: string): Promise<Report> {
  try {
    const value =
      statSync(path).isFile() && (await firstEvent(path)) !== null
        ? await foldedJournal(path, label)
        : parsed(reportText(path, label));
    requireThat(isReport(value), `${label} is neither a report.json nor a journal.ndjson of this program`);
    return value;
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      const isInFolder = /^(?:report\.json|journal\.ndjson)$/.test(basename(path)) && isFolder(dirname(path));
      throw new UsageError(
        isInFolder && error.code === 'ENOENT'
          ? `${label} has no ${basename(path)}`
          : `${label} ${unreadable(error)}`,
      );
    }
    throw error;
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
