import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Launch, openPage } from '../open-page.ts';
import type { Invocation } from '../option-table.ts';
import type { Program } from '../program.ts';
import { quoted } from '../quoted.ts';
import { UsageError } from '../usage-error.ts';

const page = 'index.html';

/**
 * `report open`: opens the HTML report in a folder, or the newest one below `reports/`.
 *
 * @throws {UsageError} if there is no report.
 */
export async function reportOpenCommand(
  { positional }: Invocation,
  program: Program,
  launch?: Launch,
): Promise<number> {
  const { currentFolder } = program;
  const path =
    positional === undefined
      ? newestPage(join(currentFolder, 'reports'))
      : join(resolve(currentFolder, positional), page);
  if (path === null) {
    throw new UsageError('no report below reports/; pass the folder of a report');
  }
  if (writtenAt(path) === null) {
    throw new UsageError(`no ${page} in the folder ${quoted(positional ?? '')}`);
  }
  await openPage(path, program, launch);
  return 0;
}

function newestPage(parent: string): string | null {
  let newest: { readonly path: string; readonly atMs: number } | null = null;
  for (const name of namesIn(parent)) {
    const path = join(parent, name, page);
    const atMs = name === 'latest' ? null : writtenAt(path);
    if (atMs !== null && (newest === null || atMs >= newest.atMs)) {
      newest = { path, atMs };
    }
  }
  return newest?.path ?? null;
}

/** Sorted, so that the later of two folders with the same time is last. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** The modification time, or `null` if there is no such file. */
function writtenAt(path: string): number | null {
  try {
    const found = statSync(path);
    return found.isFile() ? found.mtimeMs : null;
  } catch {
    return null;
  }
}
