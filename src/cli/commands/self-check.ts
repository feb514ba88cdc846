import { relative } from 'node:path';
import type { SelfCheckOptions } from '../../self-check/self-check-options.ts';
import type { SelfCheckReport } from '../../self-check/self-check-report.ts';
import { inReportFolder } from '../in-report-folder.ts';
import { interruptible } from '../interruptible.ts';
import type { Invocation } from '../option-table.ts';
import type { Program } from '../program.ts';
import { artifactNames } from '../report-folder.ts';
import { selfCheckCommandLine } from '../self-check-command-line.ts';
import { showSelfCheck } from '../self-check-progress.ts';
import { readSelfCheckSettings } from '../self-check-settings.ts';
import { canRedraw } from '../terminal.ts';

/**
 * `self-check`: tries the suite on seeded faults and unusual conforming services. Returns the exit status: 1 where
 * something was accused falsely, missed or blamed elsewhere, 3 where it could not be made to its end.
 *
 * @throws {UsageError} for whatever is wrong with what was given.
 */
export async function selfCheckCommand(invocation: Invocation, program: Program): Promise<number> {
  const settings = readSelfCheckSettings(invocation);
  const command = selfCheckCommandLine(settings, invocation);
  return inReportFolder(settings.reportDir, settings.seed, program, (reportDir) =>
    checkAndReport({ ...settings, reportDir }, command, program),
  );
}

async function checkAndReport(options: SelfCheckOptions, command: string, program: Program): Promise<number> {
  const { messages, output } = program;
  const { runSelfCheck } = await import('../../self-check/run-self-check.ts');
  const controller = new AbortController();
  const shown = showSelfCheck(messages, canRedraw(messages, program.environment));
  const stopListening = interruptible(controller, shown, program);
  try {
    const report = await runSelfCheck(options, command, shown.see, controller.signal);
    shown.end();
    const { writeSelfCheck } = await import('../../self-check/write-self-check.ts');
    const { renderSelfCheckText } = await import('../../self-check/text.ts');
    await writeSelfCheck(report, options.reportDir);
    const folder = relative(program.currentFolder, options.reportDir);
    const reportPath = `${folder.startsWith('..') ? options.reportDir : folder || '.'}/index.html`;
    const text = renderSelfCheckText(report, { columns: output.columns(), color: output.color, reportPath });
    if (!(await holdsNoKey(report, text, options.reportDir, program))) {
      return 3;
    }
    output.write(text);
    return { proven: 0, refuted: 1, none: 3 }[report.verdict];
  } finally {
    stopListening();
    shown.end();
  }
}

/** The keys of the bundled services are published. Where one shows in a report, another service's would too. */
async function holdsNoKey(
  { faults, conforming }: SelfCheckReport,
  text: string,
  folder: string,
  program: Program,
): Promise<boolean> {
  const { defaultKeys, defaultRevokedKey, defaultSecondKeys } = await import(
    '../../../reference-impl/index.ts'
  );
  const keys = [...Object.values(defaultKeys), ...Object.values(defaultSecondKeys), defaultRevokedKey];
  const { foundNoSecret } = await import('../found-no-secret.ts');
  const secrets = keys.map((value, index) => ({ value, shownAs: `${index + 1} of the bundled services` }));
  const runs = [...faults, ...conforming].flatMap((row) => (row.folder === null ? [] : [row.folder]));
  return foundNoSecret(folder, { names: artifactNames, text, secrets }, program, [...new Set(runs)]);
}
