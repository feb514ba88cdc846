import { statSync } from 'node:fs';
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
  if (statSync(page, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new UsageError(
      positional === newest
        ? `there is no report in ${newest}: name the folder of one`
        : `there is no index.html in the folder ${quoted(positional)}`,
    );
  }
  program.output.write(`${page}\n`);
  await openPage(page, program, launch);
  return 0;
}
