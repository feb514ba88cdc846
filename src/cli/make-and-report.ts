import type { Report } from '../report/report.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { interruptible, type Shown } from './interruptible.ts';
import { presentReport, type ReportPlace } from './present-report.ts';
import type { Telling } from './telling.ts';
import { toolName } from './tool-version.ts';

/**
 * Makes a run or a load, writes its report and shows it. Returns the exit status. At the first Ctrl-C it ends in order,
 * with a report of what was learnt; at the second one at once.
 *
 * @param make ends early where it is told to by the signal
 * @param redactor knows what must not stand in what is written or shown
 */
export async function makeAndReport(
  make: (signal: AbortSignal) => Promise<Report>,
  place: ReportPlace,
  progress: Shown,
  redactor: Redactor,
  telling: Telling,
): Promise<number> {
  const { program } = telling;
  const controller = new AbortController();
  const stopListening = interruptible(controller, progress, program);
  try {
    const report = await make(controller.signal);
    progress.end();
    const status = await presentReport(report, place, redactor, program, telling.kind === 'quiet');
    telling.end(report, place.folder, status);
    return status;
  } catch (error) {
    const { FolderShared } = await import('../runner/folder-shared.ts');
    if (error instanceof FolderShared) {
      program.messages.write(`${toolName}: ${error.message}\n`);
      telling.end(null, place.folder, 3);
      return 3;
    }
    throw error;
  } finally {
    stopListening();
    progress.end();
  }
}
