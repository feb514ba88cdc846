import { existsSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { quoted } from './quoted.ts';
import { UsageError } from './usage-error.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'a part of the path is no folder',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'no folder can be made there',
  ELOOP: 'its links lead in a circle',
  EISDIR: 'there is a folder of that name',
  ERR_FS_EISDIR: 'there is a folder of that name',
};

/** Everything that a run may write into its folder. */
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
  'badge.svg',
  'badge.json',
  'journal.ndjson',
  'timeline.ndjson',
  'internal-error.txt',
  'self-check.json',
];

/** The folder of the runs that a self-check made. */
const runsOfSelfCheck = 'self-check-runs';

/**
 * Makes a folder for reports and proves that files can be written there.
 *
 * @returns its absolute path
 * @throws {UsageError} where it can't be made or written.
 */
export function makeNamedFolder(given: string, currentFolder: string): string {
  const folder = resolve(currentFolder, given);
  return provenWritable(given, () => {
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
  return provenWritable('reports', () => {
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
    // Another run may have made it in between.
    if (!isFolder(path)) {
      throw error;
    }
  }
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

function provenWritable(shown: string, make: () => string): string {
  try {
    const folder = make();
    const probe = join(folder, `.writable-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    return folder;
  } catch (error) {
    throw new UsageError(
      `can't write reports to the folder ${quoted(shown)}: ${folderProblem(error)}; name another with --report-dir`,
    );
  }
}

/**
 * Takes away what an earlier run left in a folder, so that nothing of it can be taken for this run's. Other
 * files stay.
 *
 * @throws {UsageError} where that can't be done.
 */
export function removeEarlierRun(folder: string): void {
  for (const name of [...artifactNames, runsOfSelfCheck]) {
    try {
      rmSync(join(folder, name), { force: true, recursive: name === runsOfSelfCheck });
    } catch (error) {
      throw new UsageError(
        `can't replace ${quoted(name)} in the folder for reports: ${folderProblem(error)}; name another folder with --report-dir`,
      );
    }
  }
}

/** Whether a file is one that a run writes into this folder, and so would be replaced there. */
export function isWrittenByRuns(file: string, folder: string): boolean {
  return dirname(file) === folder && artifactNames.includes(basename(file));
}

/** Leads `reports/latest` to a run's own folder. Best effort: not every file system has links. */
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

/** Why a file can't be written, in plain words. */
export function folderProblem(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? code;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
