import type { Report } from '../report/report.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { Program } from './command.ts';
import { eventLines, type PrintedEvent, type ResultLine } from './event-lines.ts';
import { exchangeText } from './exchange-text.ts';
import type { ValueOf } from './options/table.ts';
import { canRedraw } from './terminal.ts';

export type OutputMode = ValueOf<'output'>;

export interface RunOutput {
  /** With the streams for text that people read. */
  readonly program: Program;
  /** Whether progress may be redrawn: nothing else is written in between. */
  readonly redraw: boolean;
  see(event: PrintedEvent): void;
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
  baseUrl: string,
  redactor: Redactor,
  program: Program,
): RunOutput {
  const { messages, output, environment } = program;
  const canDraw = canRedraw(messages, environment);
  if (mode === 'json') {
    const write = eventLines(output, redactor);
    const end = (report: Report | null, folder: string, exitStatus: number): void =>
      write(resultLine(report, folder, exitStatus));
    const forPeople = { ...program, currentFolder: program.currentFolder, output: messages };
    return { program: forPeople, redraw: canDraw && !output.isTerminal, see: write, end };
  }
  const { pathname } = new URL(baseUrl);
  const see = (event: PrintedEvent): void => {
    if (mode === 'verbose' && event.type === 'exchange') {
      const text = exchangeText(event.exchange, pathname === '/' ? '' : pathname);
      messages.write(redactor.redactionOfAll(text).text);
    }
  };
  return { program, redraw: canDraw && mode === 'normal', see, end: () => {} };
}

function resultLine(report: Report | null, folder: string, exitStatus: number): RunResultLine {
  return {
    type: 'result',
    exitStatus,
    verdict: report?.verdict ?? 'none',
    counts: report?.counts ?? null,
    reportDir: report === null ? null : folder,
  };
}
