import { join, relative } from 'node:path';
import { FileRefused } from '../../files/file-problem.ts';
import { journalPath } from '../../journal/journal.ts';
import type { LoadTick } from '../../load/load-plan.ts';
import type { PlanLimitProgress } from '../../quota/measure/measurement.ts';
import type { Report } from '../../report/report.ts';
import type { Redactor } from '../../secrets/redaction.ts';
import type { RunOptions } from '../../suite/run-options.ts';
import type { RunEvent } from '../../verdict/run-event.ts';
import { type Program, toolName } from '../command.ts';
import { tellGithub, writeInert } from '../github-actions.ts';
import { interruptibly } from '../interruption.ts';
import type { ValueOf } from '../options/table.ts';
import { type Progress, quietProgress } from '../progress/live-lines.ts';
import { canRedraw, inertJson, type Screen } from '../screen.ts';
import { artifactNames } from './report-folder.ts';

/**
 * Writes all files of a report into its folder, beside the journal that it was made from, masks the secrets in them,
 * and shows it. Returns the exit status.
 *
 * @param place its absolute path, whether the terminal shows waivers for what failed, and whether it shows only the
 * verdict and the path of the report
 */
export async function presentReport(
  made: Report,
  {
    folder,
    printWaivers = false,
    brief = false,
  }: { readonly folder: string; readonly printWaivers?: boolean; readonly brief?: boolean },
  redactor: Redactor,
  program: Program,
): Promise<number> {
  const { output } = program;
  const { exitStatus } = await import('../../report/verdict-sentence.ts');
  const { renderBriefly, renderTerminal } = await import('../../report/terminal.ts');
  const { writeReport } = await import('./write-report.ts');
  const reportPath = join(shortPath(folder, program.currentFolder), 'index.html');
  const render = brief ? renderBriefly : renderTerminal;
  const written = { report: made, journal: journalPath(folder), folder };
  const { report, refused } = await writeReport(written, artifactNames, redactor).then(
    (masked) => ({ report: masked, refused: null }),
    (error: unknown) => {
      if (!(error instanceof FileRefused)) {
        throw error;
      }
      return { report: made, refused: error };
    },
  );
  const text = render(report, {
    columns: output.columns(),
    color: output.color,
    printWaivers,
    reportPath: refused === null ? reportPath : null,
  });
  writeInert(redactor.redactionOfAll(text).text, program);
  await tellGithub(report, program, !brief);
  const needsKey = !brief && report.verdict === 'non-conformant' && text.includes('$ANIMAL_STORE_API_KEY');
  if (needsKey && !program.environment['ANIMAL_STORE_API_KEY']) {
    program.messages.write('To paste the lines above, set ANIMAL_STORE_API_KEY to the API key first.\n');
  }
  const status = exitStatus(report);
  if (refused === null) {
    return status;
  }
  const remedy = `write the report again with: ${toolName} report render ${shortPath(folder, program.currentFolder)}`;
  program.messages.write(`${toolName}: ${refused.message}; ${remedy}\n`);
  // A failure stays proven; anything else needs the evidence that could not be written.
  return status === 1 ? 1 : 3;
}

/** Why no report could be made, one line each. */
export class NoReport extends Error {
  override readonly name = 'NoReport';
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(reasons.join('; '));
    this.reasons = reasons;
  }
}

/** A path within the current folder as relative, any other as it is. */
export function shortPath(folder: string, currentFolder: string): string {
  const path = relative(currentFolder, folder);
  return path.startsWith('..') ? folder : path || '.';
}

interface Presentation {
  readonly mode: OutputMode;
  readonly printWaivers?: boolean;
  /** Masks the secrets in files and output. */
  readonly redactor: Redactor;
  readonly show: ShowProgress;
}

/** @param redraw whether progress may be redrawn: nothing else is written in between */
type ShowProgress = (screen: Screen, redraw: boolean) => Progress;

/**
 * Makes a run or a load, writes its report and prints it. Returns the exit status. The first Ctrl-C ends it with a
 * report of the results so far, the second one immediately.
 *
 * @param make ends early at the signal
 */
export async function makeAndReport(
  make: (see: (event: PrintedEvent) => void, signal: AbortSignal) => Promise<Report>,
  { reportDir: folder }: Pick<RunOptions, 'reportDir'>,
  { mode, printWaivers = false, redactor, show }: Presentation,
  given: Program,
): Promise<number> {
  const { program, progress, end } = runOutput(mode, redactor, show, given);
  try {
    return await interruptibly(progress, program, async (signal) => {
      const report = await make(progress.see, signal);
      progress.end();
      const place = { folder, printWaivers, brief: mode === 'quiet' };
      const status = await presentReport(report, place, redactor, program);
      end(report, folder, status);
      return status;
    });
  } catch (error) {
    const { FolderShared } = await import('../../run/record-run.ts');
    if (error instanceof FolderShared || error instanceof NoReport) {
      const reasons = error instanceof NoReport ? error.reasons : [error.message];
      program.messages.write(reasons.map((reason) => `${toolName}: ${reason}\n`).join(''));
      end(null, folder, 3);
      return 3;
    }
    throw error;
  }
}

export type OutputMode = ValueOf<'output'>;

interface RunOutput {
  /** With the streams for text that people read. */
  readonly program: Program;
  /** Which also writes the events for other programs. */
  readonly progress: Progress;
  /** @param report `null` if none could be made; `folder` is its absolute path */
  end(report: Report | null, folder: string, exitStatus: number): void;
}

interface RunResultLine extends ResultLine {
  readonly verdict: Report['verdict'];
  readonly counts: Report['counts'] | null;
  readonly reportDir: string | null;
}

/** @param redactor masks the secrets that an event should no longer hold: a last search */
export function runOutput(
  mode: OutputMode,
  redactor: Redactor,
  show: ShowProgress,
  program: Program,
): RunOutput {
  const { messages, output, environment } = program;
  const canDraw = canRedraw(messages, environment);
  if (mode !== 'json') {
    const progress = mode === 'quiet' ? quietProgress(messages) : show(messages, canDraw);
    return { program, progress, end: () => {} };
  }
  const write = eventLines(output, redactor);
  const shown = show(messages, canDraw && !output.isTerminal);
  const see = (event: PrintedEvent): void => {
    write(event);
    shown.see(event);
  };
  const end = (report: Report | null, folder: string, exitStatus: number): void => {
    const result: RunResultLine = {
      type: 'result',
      exitStatus,
      verdict: report?.verdict ?? 'none',
      counts: report?.counts ?? null,
      reportDir: report === null ? null : folder,
    };
    write(result);
  };
  const forPeople = { ...program, currentFolder: program.currentFolder, output: messages };
  return { program: forPeople, progress: { ...shown, see }, end };
}

/** The progress of a load, once per second; shown and never recorded. */
interface LoadTickLine extends LoadTick {
  readonly type: 'load-tick';
}

/** The last line of a completed command, with its result. */
export interface ResultLine {
  readonly type: 'result';
  readonly exitStatus: number;
}

export type PrintedEvent = RunEvent | PlanLimitProgress | LoadTickLine;

/**
 * Writes events for other programs (`--output json`): one JSON object a line, and nothing else. The shapes are those of
 * docs/embed.md.
 *
 * @param redactor masks secrets that the events should no longer contain, as a last search
 */
export function eventLines(output: Screen, redactor: Redactor): (event: PrintedEvent | ResultLine) => void {
  return (event) =>
    output.writeVerbatim(`${inertJson(redactor.redactionOfAll(JSON.stringify(event)).text)}\n`);
}
