import { join, relative } from 'node:path';
import type { Report } from '../report/report.ts';
import { journalPath } from '../runner/journal-path.ts';
import { tellGithub, writeInert } from './github-actions.ts';
import { interruptible, type Shown } from './interruptible.ts';
import type { Program } from './program.ts';
import { toolName } from './tool-version.ts';

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
    const { writeTrafficHar } = await import('../har/write-traffic-har.ts');
    await writeTrafficHar(report, journalPath(reportDir), reportDir);
    await writeArtifacts(report, reportDir);
    const reportPath = join(shortPath(reportDir, program.currentFolder), 'index.html');
    writeInert(
      renderTerminal(report, { columns: output.columns(), color: output.color, reportPath }),
      program,
    );
    await tellGithub(report, program);
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

function shortPath(folder: string, currentFolder: string): string {
  const path = relative(currentFolder, folder);
  return path.startsWith('..') ? folder : path || '.';
}
