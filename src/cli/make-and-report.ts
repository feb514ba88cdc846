import { join, relative } from 'node:path';
import type { Report } from '../report/report.ts';
import { onInterruption } from './interruption.ts';
import type { Program } from './program.ts';
import { toolName } from './tool-version.ts';

const interruptionGraceMs = 10_000;

/** What shows how something stands while it lasts. */
interface Shown {
  note(line: string): void;
  end(): void;
}

/**
 * Makes a run or a load, writes its report and shows it. Returns the exit status. At the first Ctrl-C it ends in order,
 * with a report of what was learnt; at the second one at once.
 *
 * @param make ends early where it is told to by the signal
 */
export async function makeAndReport(
  make: (signal: AbortSignal) => Promise<Report>,
  reportDir: string,
  progress: Shown,
  program: Program,
): Promise<number> {
  const { messages, output } = program;
  const controller = new AbortController();
  const stopListening = interruptible(controller, progress, program);
  try {
    const report = await make(controller.signal);
    progress.end();
    const { exitStatus } = await import('../report/exit-status.ts');
    const { writeArtifacts } = await import('../report/write-artifacts.ts');
    const { renderTerminal } = await import('../report/terminal.ts');
    await writeArtifacts(report, reportDir);
    const reportPath = join(shortPath(reportDir, program.currentFolder), 'index.html');
    output.write(renderTerminal(report, { columns: output.columns(), color: output.color, reportPath }));
    return exitStatus(report);
  } catch (error) {
    const { FolderShared } = await import('../runner/folder-shared.ts');
    if (error instanceof FolderShared) {
      messages.write(`${toolName}: ${error.message}\n`);
      return 3;
    }
    throw error;
  } finally {
    stopListening();
    progress.end();
  }
}

function interruptible(controller: AbortController, progress: Shown, program: Program): () => void {
  const endAtOnce = () => {
    progress.end();
    program.exit(3);
  };
  let overdue: NodeJS.Timeout | undefined;
  const stopListening = onInterruption({
    first: () => {
      progress.note('interrupted: writing the report of what was learnt so far; Ctrl-C again ends at once');
      controller.abort();
      overdue = setTimeout(endAtOnce, interruptionGraceMs);
    },
    again: endAtOnce,
  });
  return () => {
    stopListening();
    clearTimeout(overdue);
  };
}

function shortPath(folder: string, currentFolder: string): string {
  const path = relative(currentFolder, folder);
  return path.startsWith('..') ? folder : path || '.';
}
