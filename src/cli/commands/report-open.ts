import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Invocation, Program } from '../command.ts';
import { type Launch, openPage } from '../open-page.ts';
import { quoted, UsageError } from '../usage-error.ts';

const newest = join('reports', 'latest');

export async function reportOpenCommand(
  { positional = newest }: Invocation,
  program: Program,
  launch?: Launch,
): Promise<number> {
  const page = join(resolve(program.currentFolder, positional), 'index.html');
  if (!isFile(page)) {
    throw new UsageError(
      resolve(program.currentFolder, positional) === resolve(program.currentFolder, newest)
        ? withoutNewest(program.currentFolder)
        : `there is no index.html in the folder ${quoted(positional)}`,
    );
  }
  program.output.write(`${page}\n`);
  await openPage(page, program, launch);
  return 0;
}

/** Only a run with a verdict is the newest, so there may be others. */
function withoutNewest(currentFolder: string): string {
  const reports = resolve(currentFolder, 'reports');
  const runs = isFolder(reports) ? readdirSync(reports).filter((name) => /^\d{4}-/.test(name)) : [];
  const [last] = runs
    .filter((name) => isFile(join(reports, name, 'index.html')))
    .toSorted()
    .reverse();
  return last === undefined
    ? `there is no report in ${newest}: name the folder of one`
    : `there is no ${newest}, because no run had a verdict: open the last one with report open ${join('reports', last)}`;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
