import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Program } from '../command.ts';
import { linkLatest, makeNamedFolder, makeOwnFolder, removeEarlierRun } from './report-folder.ts';

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
