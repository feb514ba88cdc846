import { join, relative } from 'node:path';
import type { Report } from '../report/report.ts';
import { journalPath } from '../runner/journal-path.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { Program } from './command.ts';
import { tellGithub, writeInert } from './github-actions.ts';
import { interruptible, type Shown } from './interruption.ts';
import { artifactNames } from './report-folder.ts';
import type { RunOutput } from './run-output.ts';
import { toolName } from './tool-version.ts';

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

/**
 * Makes a run or a load, writes its report and prints it. Returns the exit status. The first Ctrl-C ends it with a report
 * of what was learnt, the second one immediately.
 *
 * @param make ends early at the signal
 * @param redactor masks the secrets in what is written or printed
 */
export async function makeAndReport(
  make: (signal: AbortSignal) => Promise<Report>,
  place: ReportPlace,
  progress: Shown,
  redactor: Redactor,
  shown: RunOutput,
): Promise<number> {
  const { program } = shown;
  const controller = new AbortController();
  const stopListening = interruptible(controller, progress, program);
  try {
    const report = await make(controller.signal);
    progress.end();
    const status = await presentReport(report, place, redactor, program, shown.mode === 'quiet');
    shown.end(report, place.folder, status);
    return status;
  } catch (error) {
    const { FolderShared } = await import('../runner/folder-shared.ts');
    if (error instanceof FolderShared) {
      program.messages.write(`${toolName}: ${error.message}\n`);
      shown.end(null, place.folder, 3);
      return 3;
    }
    throw error;
  } finally {
    stopListening();
    progress.end();
  }
}
