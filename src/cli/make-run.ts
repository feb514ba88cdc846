import type { RunOptions } from '../suite/run-options.ts';
import { type Program, toolName } from './command.ts';
import { runDeclaration } from './commands/service-commands.ts';
import { showProgress } from './progress/progress.ts';
import { repeatCommand, repeatedArguments } from './repeat-command.ts';
import { inReportFolder } from './report-files/in-report-folder.ts';
import { makeAndReport, type OutputMode } from './report-files/present-report.ts';
import type { Screen } from './screen.ts';
import {
  addressOf,
  onTarget,
  type RunSettings,
  refuseKeyInTarget,
  runOptions,
} from './settings/run-settings.ts';
import type { Settings } from './settings/settings.ts';
import { UsageError } from './usage-error.ts';

const nextStep = `
Verify your own service:
  ANIMAL_STORE_API_KEY=KEY npx ${toolName} run BASE_URL
`;

/**
 * Makes a run, writes its report and shows it, or prints the plan of a dry run. Returns the exit status.
 *
 * @param run every setting of the run, as read from `settings`
 * @throws {UsageError} for options that exclude each other, and a folder that can't be written.
 */
export async function makeRun(run: RunSettings, settings: Settings, program: Program): Promise<number> {
  const mode = settings.value('output');
  if (run.dryRun && mode === 'json') {
    throw new UsageError('--output json prints events, and --dry-run has none: omit one of them');
  }
  await refuseKeyInTarget(run);
  const isReference = run.target.kind === 'reference';
  const argv = repeatedArguments(addressOf(run), settings, runDeclaration.options);
  const again = { argv, command: repeatCommand('run', argv, run.seed) };
  if (run.dryRun) {
    const { printPlan } = await import('./dry-run.ts');
    printPlan(runOptions(run, '', again), isReference, program.output);
    return 0;
  }
  const status = await inReportFolder(run.reportDir, run.seed, program, (folder) =>
    onTarget(run, runOptions(run, folder, again), program, (options) =>
      verifyAndReport(options, { mode, printWaivers: settings.flag('print-waivers') }, program),
    ),
  );
  if (isReference && status === 0 && mode === 'normal') {
    program.output.write(nextStep);
  }
  return status;
}

interface Presented {
  readonly mode: OutputMode;
  readonly printWaivers: boolean;
}

async function verifyAndReport(
  options: RunOptions,
  presentation: Presented,
  program: Program,
): Promise<number> {
  const { verify } = await import('../verify/verify.ts');
  const { lastRedactor } = await import('./keys/last-redactor.ts');
  const redactor = lastRedactor(options);
  const show = (screen: Screen, redraw: boolean) => showProgress(screen, redraw, options.selected);
  return makeAndReport(
    (see, signal) => verify(options, see, signal),
    options,
    { ...presentation, redactor, show },
    program,
  );
}
