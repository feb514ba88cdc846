import { relative } from 'node:path';
import type { LoadOptions } from '../../runner/load-options.ts';
import { readConfigFile } from '../config-file.ts';
import { fileOptions } from '../file-options.ts';
import { onInterruption } from '../interruption.ts';
import { loadCommandLine } from '../load-command-line.ts';
import { type LoadProgress, showLoadProgress } from '../load-progress.ts';
import { type LoadSettings, readLoadSettings } from '../load-settings.ts';
import type { Invocation } from '../option-table.ts';
import type { Program } from '../program.ts';
import { linkLatest, makeNamedFolder, makeOwnFolder, removeEarlierRun } from '../report-folder.ts';
import { Settings } from '../settings.ts';
import { canRedraw } from '../terminal.ts';
import { toolName } from '../tool-version.ts';

const interruptionGraceMs = 10_000;

/**
 * `load`: sustained load, every response still verified. Returns the exit status.
 *
 * @throws {UsageError} for whatever is wrong with what was given, before anything is sent.
 */
export async function loadCommand(invocation: Invocation, program: Program): Promise<number> {
  const { environment, currentFolder } = program;
  const file = readConfigFile(invocation.options.get('config')?.[0], currentFolder, fileOptions);
  const settings = new Settings(invocation, environment, file);
  const load = readLoadSettings(settings);
  const command = loadCommandLine(load, settings);
  const reportDir =
    load.reportDir === null
      ? makeOwnFolder(currentFolder, new Date(), load.seed)
      : makeNamedFolder(load.reportDir, currentFolder);
  removeEarlierRun(reportDir);
  program.crash.folder = reportDir;
  const status = await loadTarget(load, { ...load, reportDir, command }, program);
  if (load.reportDir === null) {
    linkLatest(reportDir);
  }
  return status;
}

async function loadTarget(
  { reference, minuteMs, dayMs }: LoadSettings,
  options: LoadOptions,
  program: Program,
): Promise<number> {
  if (!reference) {
    program.crash.secrets.add(options.apiKey);
    return loadAndReport(options, program);
  }
  const { startReferenceProcess } = await import('../started-reference.ts');
  const { baseUrl, apiKey, close } = await startReferenceProcess({ minuteMs, dayMs });
  program.crash.secrets.add(apiKey);
  try {
    return await loadAndReport({ ...options, baseUrl, apiKey }, program);
  } finally {
    close();
  }
}

async function loadAndReport(options: LoadOptions, program: Program): Promise<number> {
  const { messages, output } = program;
  const { runLoad } = await import('../../runner/run-load.ts');
  const controller = new AbortController();
  const progress = showLoadProgress(messages, canRedraw(messages, program.environment));
  const stopListening = interruptible(controller, progress, program);
  try {
    const report = await runLoad(options, progress, controller.signal);
    progress.end();
    const { exitStatus } = await import('../../report/exit-status.ts');
    const { writeArtifacts } = await import('../../report/write-artifacts.ts');
    const { renderTerminal } = await import('../../report/terminal.ts');
    await writeArtifacts(report, options.reportDir);
    const folder = relative(program.currentFolder, options.reportDir);
    const reportPath = `${folder.startsWith('..') ? options.reportDir : folder || '.'}/index.html`;
    output.write(renderTerminal(report, { columns: output.columns(), color: output.color, reportPath }));
    return exitStatus(report);
  } catch (error) {
    const { FolderShared } = await import('../../runner/folder-shared.ts');
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

function interruptible(controller: AbortController, progress: LoadProgress, program: Program): () => void {
  const endAtOnce = (): never => {
    progress.end();
    return program.exit(3);
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
