import { resolve } from 'node:path';
import { requirements } from '../../../suites/requirements.ts';
import { failsRun } from '../../report/by-verdict.ts';
import type { Report } from '../../report/report.ts';
import { visibleLine } from '../../report/words.ts';
import type { Invocation, Program } from '../command.ts';
import { readConfigFile } from '../config-file.ts';
import { makeRun } from '../make-run.ts';
import { checksOf, readRecordedRun } from '../replay-settings.ts';
import { readReportFile, reportFileOf } from '../report-file.ts';
import { quoted, UsageError } from '../usage-error.ts';
import type { rerunDeclaration } from './report-commands.ts';

/** Options that are those of `run`, and are not of the target. */
const ownOptions: readonly string[] = [
  'print-waivers',
  'report-dir',
  'open',
  'output',
] satisfies readonly (keyof typeof rerunDeclaration.options)[];

/** Returns 0 if nothing failed, 3 if the report has no verdict, otherwise the status of the run. */
export async function rerunCommand(invocation: Invocation, program: Program): Promise<number> {
  const path = invocation.positional ?? '';
  const label = quoted(path);
  const report = await readReportFile(reportFileOf(resolve(program.currentFolder, path)), path);
  refuseOtherKind(report, label);
  const isFailed = invocation.options.get('failed')?.[0] === 'true';
  const ids = isFailed ? failedIn(report) : [...report.run.selected];
  if (isFailed && ids.length === 0) {
    const decided = report.verdict !== 'none';
    program.output.write(
      `${label}: ${decided ? 'nothing failed' : 'this run has no verdict, so nothing is known to have failed; run it again without --failed'}\n`,
    );
    return decided ? 0 : 3;
  }
  const known = requirements.map(({ id }) => id).filter((id) => ids.includes(id));
  if (known.length === 0) {
    throw new UsageError(`${label} holds no requirement of this version's catalogue`);
  }
  const file = await readConfigFile(invocation.options.get('config')?.[0], program.currentFolder);
  const further = new Map([
    ...[...invocation.options].filter(([name]) => ownOptions.includes(name)),
    ['skip', []],
    // A selection of everything is none.
    ['only', known.length === requirements.length ? [] : known],
  ]);
  const { run, settings } = readRecordedRun(report, invocation, program, label, file, 'whole run', further);
  return makeRun(run, settings, program);
}

/** The requirements that failed the run, and those whose checks sent the requests behind their findings. */
function failedIn(report: Report): string[] {
  const known = report.requirements.map(({ id }) => id);
  const ids = report.requirements
    .filter(({ verdict }) => failsRun(verdict, report.run))
    .flatMap(({ id, findings }) => [id, ...findings.flatMap((finding) => checksOf(finding, id, known))]);
  return [...new Set(ids)];
}

function refuseOtherKind({ run }: Report, label: string): void {
  if (run.kind !== undefined) {
    const what = run.kind === 'load' ? 'a load' : 'recorded traffic';
    throw new UsageError(
      `${label} is the report of ${what}, not of a run: repeat it with ${visibleLine(run.command)}`,
    );
  }
}
