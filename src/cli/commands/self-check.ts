import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SelfCheckOptions } from '../../self-check/trial.ts';
import type { Invocation, Program } from '../command.ts';
import { interruptibly } from '../interruption.ts';
import { showSelfCheck } from '../progress/self-check-progress.ts';
import { commandLine } from '../repeat-command.ts';
import { shortPath } from '../report-files/present-report.ts';
import { inReportFolder } from '../report-files/report-folder.ts';
import { canRedraw } from '../screen.ts';
import { readSelfCheckSettings } from '../settings/self-check-settings.ts';

/** The options that repeat a self-check. */
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
    output.write(text);
    return { proven: 0, refuted: 1, none: 3 }[report.verdict];
  });
}
