import { join, relative } from 'node:path';
import type { Report } from '../report/report.ts';
import { journalPath } from '../runner/journal-path.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { tellGithub, writeInert } from './github-actions.ts';
import type { Program } from './program.ts';
import { artifactNames } from './report-folder.ts';

/** Where a report goes and how it is shown. */
export interface ReportPlace {
  /** An absolute path. */
  readonly folder: string;
  /** Whether the terminal shows waivers for what failed. */
  readonly printWaivers?: boolean;
}

/**
 * Writes all files of a report into its folder, beside the journal that it was made from, masks the secrets in them,
 * and shows it. Returns the exit status.
 *
 * @param brief whether only the verdict is shown, and where the report lies
 */
export async function presentReport(
  made: Report,
  { folder, printWaivers = false }: ReportPlace,
  redactor: Redactor,
  program: Program,
  brief = false,
): Promise<number> {
  const { output } = program;
  const { exitStatus } = await import('../report/verdict-sentence.ts');
  const { renderBriefly, renderTerminal } = await import('../report/terminal.ts');
  const { writeReport } = await import('./write-report.ts');
  const reportPath = join(shortPath(folder, program.currentFolder), 'index.html');
  const render = brief ? renderBriefly : renderTerminal;
  const written = { report: made, journal: journalPath(folder), folder };
  const report = await writeReport(written, artifactNames, redactor);
  const text = render(report, { columns: output.columns(), color: output.color, reportPath, printWaivers });
  writeInert(redactor.redactionOfAll(text).text, program);
  await tellGithub(report, program, !brief);
  if (!brief && report.verdict === 'non-conformant' && !program.environment['ANIMAL_STORE_API_KEY']) {
    program.messages.write('To paste the lines above, set ANIMAL_STORE_API_KEY to the API key first.\n');
  }
  return exitStatus(report);
}

function shortPath(folder: string, currentFolder: string): string {
  const path = relative(currentFolder, folder);
  return path.startsWith('..') ? folder : path || '.';
}
