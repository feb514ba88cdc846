import type { Report } from '../report/report.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { interruptible, type Shown } from './interruptible.ts';
import { presentReport, type ReportPlace } from './present-report.ts';
import type { RunOutput } from './run-output.ts';
import { toolName } from './tool-version.ts';

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
