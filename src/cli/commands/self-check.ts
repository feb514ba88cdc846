import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { counted } from '../../report/words.ts';
import type { SelfCheckReport } from '../../self-check/self-check-report.ts';
import type { SelfCheckOptions } from '../../self-check/trial.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import { interruptibly } from '../interruption.ts';
import { showSelfCheck } from '../progress/self-check-progress.ts';
import { commandLine } from '../repeat-command.ts';
import { inReportFolder } from '../report-files/in-report-folder.ts';
import { shortPath } from '../report-files/present-report.ts';
import { artifactNames } from '../report-files/report-folder.ts';
import { readSelfCheckSettings } from '../settings/self-check-settings.ts';
import { canRedraw } from '../terminal.ts';

/** Options that repeat a self-check as they were given. */
const carried = ['fault', 'variant', 'mixtures', 'allowance', 'only', 'skip', 'effort'];

/** Returns 1 after a false positive, a missed or a misattributed fault, 3 if it could not be completed. */
export async function selfCheckCommand(invocation: Invocation, program: Program): Promise<number> {
  const settings = readSelfCheckSettings(invocation);
  const command = repeatedSelfCheck(settings.seed, invocation);
  return inReportFolder(settings.reportDir, settings.seed, program, (reportDir) =>
    checkAndReport({ ...settings, reportDir }, command, program),
  );
}

export function repeatedSelfCheck(seed: number, { options }: Invocation): string {
  const words = carried.flatMap((name) => (options.get(name) ?? []).flatMap((text) => [`--${name}`, text]));
  return commandLine(['self-check', ...words, '--seed', String(seed)]);
}

async function checkAndReport(options: SelfCheckOptions, command: string, program: Program): Promise<number> {
  const { messages, output } = program;
  const { runSelfCheck } = await import('../../self-check/run-self-check.ts');
  const shown = showSelfCheck(messages, canRedraw(messages, program.environment));
  return interruptibly(shown, program, async (signal) => {
    const report = await runSelfCheck(options, command, shown.see, signal);
    shown.end();
    const { renderSelfCheckText } = await import('../../self-check/text.ts');
    const reportFile = join(options.reportDir, 'self-check.json');
    await writeFile(reportFile, `${JSON.stringify(report, null, 2)}\n`);
    const reportPath = shortPath(reportFile, program.currentFolder);
    const text = renderSelfCheckText(report, { columns: output.columns(), color: output.color, reportPath });
    await maskKeys(report, options.reportDir, program);
    output.write(text);
    return { proven: 0, refuted: 1, none: 3 }[report.verdict];
  });
}

/**
 * The keys of the bundled services are published. Where one shows in a report, another service's would too: it is
 * masked, and said.
 */
async function maskKeys(
  { faults, conforming }: SelfCheckReport,
  folder: string,
  program: Program,
): Promise<void> {
  const { defaultKeys, defaultRevokedKey, defaultSecondKeys } = await import(
    '../../../reference-impl/index.ts'
  );
  const keys = [...Object.values(defaultKeys), ...Object.values(defaultSecondKeys), defaultRevokedKey];
  const { maskArtifacts } = await import('../../artifact-scan/mask-artifacts.ts');
  const { Redactor } = await import('../../secrets/redaction.ts');
  const secrets = keys.map((value, index) => ({ value, shownAs: `${index + 1} of the bundled services` }));
  const runs = [...faults, ...conforming].flatMap((row) => (row.folder === null ? [] : [row.folder]));
  const redactor = new Redactor(secrets);
  for (const inner of ['', ...new Set(runs)]) {
    for (const { name, count } of await maskArtifacts(join(folder, inner), artifactNames, redactor)) {
      program.messages.write(
        `${toolName}: masked keys in ${counted(count, 'place')} of ${join(inner, name)}\n`,
      );
    }
  }
}
