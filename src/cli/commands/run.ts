import type { HtmlAssets } from '../../report/html/page-assets.ts';
import type { RunOptions } from '../../runner/run-options.ts';
import { givenSettings } from '../given-settings.ts';
import { inReportFolder } from '../in-report-folder.ts';
import { makeAndReport } from '../make-and-report.ts';
import type { Invocation } from '../option-table.ts';
import type { Program } from '../program.ts';
import { showProgress } from '../progress.ts';
import { repeatCommand } from '../repeat-command.ts';
import { readRunSettings } from '../run-settings.ts';
import { onTarget, refuseKeyInTarget, runOptions } from '../run-target.ts';
import { canRedraw } from '../terminal.ts';
import { readWaiverSettings } from '../waivers/waiver-settings.ts';

/**
 * `run`: verifies an implementation. Returns the exit status.
 *
 * @throws {UsageError} for whatever is wrong with what was given, before anything is sent.
 */
export async function runCommand(invocation: Invocation, program: Program): Promise<number> {
  const { currentFolder } = program;
  const settings = await givenSettings(invocation, program);
  const given = new Set(invocation.options.keys());
  const run = {
    ...readRunSettings(settings, invocation.positional === undefined ? given : given.add('base-url')),
    ...(await readWaiverSettings(settings, currentFolder)),
  };
  await refuseKeyInTarget(run);
  const command = repeatCommand(run, settings);
  if (run.dryRun) {
    const { printPlan } = await import('../dry-run.ts');
    const isReference = run.target.kind === 'reference';
    const options = runOptions(run, '', command);
    const planLimits = isReference
      ? (await import('../reference-target.ts')).referenceLimits
      : run.planLimits;
    printPlan({ ...options, planLimits }, isReference, program.output);
    return 0;
  }
  return inReportFolder(run.reportDir, run.seed, program, (folder) =>
    onTarget(run, runOptions(run, folder, command), program, (options) =>
      verifyAndReport(options, run.htmlAssets, program),
    ),
  );
}

async function verifyAndReport(
  options: RunOptions,
  htmlAssets: HtmlAssets,
  program: Program,
): Promise<number> {
  const { messages, environment } = program;
  const { verify } = await import('../../runner/verify.ts');
  const { runSecrets } = await import('../../runner/open-target.ts');
  const progress = showProgress(messages, canRedraw(messages, environment), options.selected);
  const make = (signal: AbortSignal) => verify(options, progress.see, signal);
  return makeAndReport(
    make,
    { folder: options.reportDir, htmlAssets },
    progress,
    runSecrets(options),
    program,
  );
}
