import type { HtmlAssets } from '../../report/html/page-assets.ts';
import type { RunOptions } from '../../runner/run-options.ts';
import type { VerifyListener } from '../../runner/verify-listener.ts';
import { readBaselineSettings } from '../baseline-settings.ts';
import { givenSettings } from '../given-settings.ts';
import { inReportFolder } from '../in-report-folder.ts';
import { makeAndReport } from '../make-and-report.ts';
import type { Invocation } from '../option-table.ts';
import type { Program } from '../program.ts';
import { showProgress } from '../progress.ts';
import { quietProgress } from '../quiet-progress.ts';
import { repeatCommand } from '../repeat-command.ts';
import { readRunSettings } from '../run-settings.ts';
import { addressOf, onTarget, refuseKeyInTarget, runOptions } from '../run-target.ts';
import { readTelling, startTelling, type TellingKind } from '../telling.ts';
import { toolName } from '../tool-version.ts';
import { readTransport } from '../transport/transport-settings.ts';
import { UsageError } from '../usage-error.ts';
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
  const conduct = readRunSettings(
    settings,
    invocation.positional === undefined ? given : given.add('base-url'),
  );
  const settled = {
    ...conduct,
    ...(await readWaiverSettings(settings, currentFolder)),
    ...(await readBaselineSettings(settings, conduct, currentFolder)),
  };
  const run = { ...settled, ...readTransport(settings, addressOf(settled), program) };
  const telling = readTelling(settings);
  if (run.dryRun && telling === 'json') {
    throw new UsageError('--json tells what happens, and with --dry-run nothing does: leave one of them out');
  }
  await refuseKeyInTarget(run);
  const command = repeatCommand(run, settings);
  if (run.dryRun) {
    const { printPlan } = await import('../dry-run.ts');
    printPlan(runOptions(run, '', command), run.target.kind === 'reference', program.output);
    return 0;
  }
  const status = await inReportFolder(run.reportDir, run.seed, program, (folder) =>
    onTarget(run, runOptions(run, folder, command), program, (options) =>
      verifyAndReport(options, run.htmlAssets, telling, program),
    ),
  );
  if (run.target.kind === 'reference' && status === 0 && (telling === 'ordinary' || telling === 'verbose')) {
    program.output.write(nextStep);
  }
  return status;
}

const nextStep = `
Verify your own service:
  ANIMAL_STORE_API_KEY=KEY npx ${toolName} run BASE_URL
`;

async function verifyAndReport(
  options: RunOptions,
  htmlAssets: HtmlAssets,
  kind: TellingKind,
  program: Program,
): Promise<number> {
  const { verify } = await import('../../runner/verify.ts');
  const { lastRedactor } = await import('../last-redactor.ts');
  const redactor = lastRedactor(options);
  const telling = startTelling(kind, options.baseUrl, redactor, program);
  const progress =
    kind === 'quiet'
      ? quietProgress(program.messages)
      : showProgress(program.messages, telling.redraw, options.selected);
  const see: VerifyListener = (event) => {
    telling.see(event);
    progress.see(event);
  };
  const make = (signal: AbortSignal) => verify(options, see, signal);
  return makeAndReport(make, { folder: options.reportDir, htmlAssets }, progress, redactor, telling);
}
