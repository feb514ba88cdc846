import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf, FileRefused, fileProblem } from '../../files/file-problem.ts';
import { replaceFile } from '../../files/written-file.ts';
import type { Shard } from '../../load/shards/shard-plan.ts';
import type { Program } from '../command.ts';
import { quoted, UsageError } from '../usage-error.ts';

export const artifactNames: readonly string[] = [
  'index.html',
  'page.css',
  'page.js',
  'report.json',
  'junit.xml',
  'summary.md',
  'traffic.har',
  'ctrf.json',
  'gl-code-quality-report.json',
  'badge.json',
  'metrics.prom',
  'predicate.json',
  'attestation.json',
  'journal.ndjson',
  'timeline.ndjson',
  'internal-error.txt',
  'self-check.json',
];

/** The name of the file that marks a folder whose reports the next run may replace. */
export const markerName = 'animal-store-conformance.marker';
const markerText =
  'animal-store-conformance writes its reports into this folder, and its next run here replaces them.\n';

const runsOfSelfCheck = 'self-check-runs';

/**
 * Makes a folder for reports and tests that files can be written there.
 *
 * @param replaced the names of the files that will be replaced there
 * @returns its absolute path
 * @throws {UsageError} where it can't be made or written, or holds files of these names that are not this program's.
 */
export function makeNamedFolder(
  given: string,
  currentFolder: string,
  replaced: readonly string[] = [...artifactNames, runsOfSelfCheck],
): string {
  const folder = resolve(currentFolder, given);
  return provenWritable(given, replaced, () => {
    makeFolders(folder);
    return folder;
  });
}

/**
 * Makes a run's own folder, `reports/<UTC time>-<seed>` below the current one; a number is added where another
 * run has it. That of recorded traffic has no seed.
 *
 * @returns its absolute path
 * @throws {UsageError} where it can't be made or written.
 */
export function makeOwnFolder(currentFolder: string, now: Date, seed: number | 'judged'): string {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const parent = resolve(currentFolder, 'reports');
  return provenWritable('reports', [], () => {
    makeFolders(parent);
    return madeNew(join(parent, `${time}Z-${seed}`), 1);
  });
}

/** `mkdirSync` with `recursive` never returns where the parent is there and takes no folders, as `/proc` is. */
function makeFolders(path: string): void {
  if (isFolder(path)) {
    return;
  }
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) {
    makeFolders(parent);
  }
  try {
    mkdirSync(path);
  } catch (error) {
    // Another run may have made it meanwhile.
    if (!isFolder(path)) {
      throw error;
    }
  }
}

/** Makes a folder for the outcomes of shards. Returns its absolute path. @throws {UsageError} if that is impossible. */
export function makeOutcomeFolder(given: string, currentFolder: string): string {
  const folder = resolve(currentFolder, given);
  try {
    makeFolders(folder);
    return folder;
  } catch (error) {
    throw new UsageError(
      `can't write to the folder ${quoted(given)}: ${fileProblem(error)}; name another with --out`,
    );
  }
}

/** The file name of the outcome of a shard. */
export function outcomeName({ index, of }: Shard): string {
  return `shard-${index + 1}-of-${of}.ndjson`;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function madeNew(path: string, attempt: number): string {
  const folder = attempt === 1 ? path : `${path}-${attempt}`;
  try {
    mkdirSync(folder);
    return folder;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && attempt < 100) {
      return madeNew(path, attempt + 1);
    }
    throw error;
  }
}

function provenWritable(shown: string, replaced: readonly string[], make: () => string): string {
  try {
    const folder = make();
    refuseForeignFiles(folder, replaced, shown);
    replaceFile(join(folder, markerName), markerText);
    return folder;
  } catch (error) {
    if (error instanceof UsageError) {
      throw error;
    }
    throw new UsageError(
      `can't write reports to the folder ${quoted(shown)}: ${fileProblem(error instanceof FileRefused ? error.cause : error)}; name another with --report-dir`,
    );
  }
}

/**
 * A folder without the marker has no files of this program, so a file with the name of a report belongs to the user.
 */
function refuseForeignFiles(folder: string, replaced: readonly string[], shown: string): void {
  const isThere = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  const foreign = isThere(markerName) ? undefined : replaced.find(isThere);
  if (foreign !== undefined) {
    throw new UsageError(
      `the folder ${quoted(shown)} holds ${quoted(foreign)}, which this program would replace and did not write (there is no ${markerName}); name another with --report-dir`,
    );
  }
}

/**
 * Removes the files of an earlier run from a folder, so that they can't be mistaken for those of this run. Other files
 * stay.
 *
 * @throws {UsageError} where that can't be done.
 */
export function removeEarlierRun(folder: string): void {
  for (const name of [...artifactNames, runsOfSelfCheck]) {
    try {
      rmSync(join(folder, name), { force: true, recursive: name === runsOfSelfCheck });
    } catch (error) {
      throw new UsageError(
        `can't replace ${quoted(name)} in the folder for reports: ${fileProblem(error)}; name another folder with --report-dir`,
      );
    }
  }
}

/** Whether a file is one that a run writes into this folder, and so would be replaced there. */
export function isWrittenByRuns(file: string, folder: string): boolean {
  return dirname(file) === folder && artifactNames.includes(basename(file));
}

/** Links `reports/latest` to the folder of a run. Best effort: some file systems have no links. */
export function linkLatest(folder: string): void {
  const link = join(dirname(folder), 'latest');
  const replacement = `${link}-${process.pid}`;
  try {
    symlinkSync(basename(folder), replacement, 'dir');
    renameSync(replacement, link);
  } catch {
    rmSync(replacement, { force: true });
  }
}

/**
 * Runs work that writes reports, in the given folder, otherwise in a new one, to which `reports/latest` links
 * afterwards if there is a verdict. Removes the files of an earlier run first. Returns the exit status.
 *
 * @param named as given, or `null`
 * @param own what the name of a folder of its own ends in
 * @throws {UsageError} where the folder can't be made or written.
 */
export async function inReportFolder(
  named: string | null,
  own: number | 'judged',
  program: Program,
  work: (folder: string) => Promise<number>,
): Promise<number> {
  const { currentFolder, crash, messages } = program;
  const folder =
    named === null ? makeOwnFolder(currentFolder, new Date(), own) : makeNamedFolder(named, currentFolder);
  removeEarlierRun(folder);
  crash.folder = folder;
  const status = await work(folder);
  if (named === null && status === 3) {
    messages.write(
      existsSync(join(dirname(folder), 'latest'))
        ? 'reports/latest is unchanged, because this run has no verdict.\n'
        : 'There is no reports/latest yet, because this run has no verdict.\n',
    );
  } else if (named === null) {
    linkLatest(folder);
  }
  return status;
}
