import { basename, dirname, resolve } from 'node:path';
import { journalPath } from '../../journal/journal.ts';
import type { Invocation, Program } from '../command.ts';
import { environmentRedactor } from '../keys/environment-redactor.ts';
import { readReportFile, reportFileOf } from '../report-files/report-file.ts';
import { artifactNames, makeNamedFolder } from '../report-files/report-folder.ts';
import { Settings } from '../settings/settings.ts';
import { quoted } from '../usage-error.ts';

export async function reportRenderCommand(invocation: Invocation, program: Program): Promise<number> {
  const path = invocation.positionals[0] ?? '';
  const file = reportFileOf(resolve(program.currentFolder, path));
  const report = await readReportFile(file, quoted(path));
  const settings = new Settings(invocation, {}, null);
  const htmlAssets = settings.value('html-assets');
  const names = artifactNames.filter((name) => !name.endsWith('.ndjson') && name !== 'internal-error.txt');
  const directory = settings.value('report-dir') ?? dirname(file);
  // The report itself is a file of this program, even if its folder has no marker.
  const replaced = names.filter((name) => resolve(program.currentFolder, directory, name) !== file);
  const folder = makeNamedFolder(directory, program.currentFolder, replaced);
  program.crash.folder = folder;
  const { writeReport } = await import('../report-files/write-report.ts');
  const written = { report, journal: journalOf(file), folder, htmlAssets };
  await writeReport(written, names, environmentRedactor(program.environment));
  program.output.write(`Reports written to ${folder}\n`);
  return 0;
}

function journalOf(file: string): string {
  return basename(file) === 'report.json' ? journalPath(dirname(file)) : file;
}
