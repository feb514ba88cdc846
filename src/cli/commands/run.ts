import type { RunOptions } from '../../suite/run-options.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import { givenSettings } from '../configuration/config-target.ts';
import { showProgress } from '../progress/run-progress.ts';
import { onTarget, startReference } from '../reference/on-target.ts';
import { repeatCommand, repeatedArguments } from '../repeat-command.ts';
import { makeAndReport } from '../report-files/present-report.ts';
import { inReportFolder } from '../report-files/report-folder.ts';
import type { Screen } from '../screen.ts';
import { addressOf, readWaiverSettings } from '../settings/common-settings.ts';
import { readAfterSettings, readBaselineSettings } from '../settings/earlier-run.ts';
import {
  type RunSettings,
  readRunSettings,
  refuseKeyInTarget,
  runOptions,
} from '../settings/run-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { readTransport } from '../transport/transport-settings.ts';
import { UsageError } from '../usage-error.ts';
import { runDeclaration } from './service-commands.ts';

const nextStep = `
Verify your own service:
  ANIMAL_STORE_API_KEY=KEY npx ${toolName} run BASE_URL
`;

/** Makes a run, writes its report and shows it, or prints the plan of a dry run. */
export async function runCommand(invocation: Invocation, program: Program): Promise<number> {
  const settings = await givenSettings(invocation, program);
  const run = await readRun(settings, program);
  const mode = settings.value('output');
  if (run.dryRun && mode === 'json') {
    throw new UsageError('--output json prints events, and --dry-run has none: omit one of them');
  }
  refuseKeyInTarget(run);
  const argv = repeatedArguments(addressOf(run), settings, runDeclaration.options);
  const again = { argv, command: repeatCommand('run', argv, run.seed) };
  if (run.dryRun) {
    const { printPlan } = await import('../dry-run.ts');
    printPlan(runOptions(run, '', again), run.reference, program.output);
    return 0;
  }
  const start = run.reference ? startReference : null;
  const status = await inReportFolder(run.reportDir, run.seed, program, (folder) =>
    onTarget(runOptions(run, folder, again), start, program, (options) =>
      verifyAndReport(options, settings, program),
    ),
  );
  if (run.reference && status === 0 && mode === 'normal') {
    program.output.write(nextStep);
  }
  return status;
}

async function readRun(settings: Settings, program: Program): Promise<RunSettings> {
  const { currentFolder } = program;
  const conduct = readRunSettings(settings);
  return {
    ...conduct,
    ...(await readWaiverSettings(settings, currentFolder)),
    ...(await readBaselineSettings(settings, conduct, currentFolder)),
    ...(await readAfterSettings(settings, conduct, currentFolder)),
    ...readTransport(settings, addressOf(conduct), program),
  };
}

async function verifyAndReport(options: RunOptions, settings: Settings, program: Program): Promise<number> {
  const { verify } = await import('../../verify/verify.ts');
  const { lastRedactor } = await import('../keys/last-redactor.ts');
  const presentation = {
    mode: settings.value('output'),
    printWaivers: settings.flag('print-waivers'),
    redactor: lastRedactor(options),
    show: (screen: Screen, redraw: boolean) => showProgress(screen, redraw, options.selected),
  };
  return makeAndReport((see, signal) => verify(options, see, signal), options, presentation, program);
}
