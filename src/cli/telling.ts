import type { Report } from '../report/report.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { eventLines, type ResultLine, type ToldEvent } from './event-lines.ts';
import { exchangeText } from './exchange-text.ts';
import type { Program } from './program.ts';
import type { Settings } from './settings.ts';
import { canRedraw } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** How much of what happens is told, and to whom. */
export type TellingKind = 'ordinary' | 'quiet' | 'verbose' | 'json';

const kinds = ['quiet', 'verbose', 'json'] as const;

/** How a run or a load tells what happens. */
export interface Telling {
  readonly kind: TellingKind;
  /** With the streams that what people read goes to. */
  readonly program: Program;
  /** Whether progress may be drawn again and again: nothing else is written in between. */
  readonly redraw: boolean;
  see(event: ToldEvent): void;
  /** @param report `null` where none could be made; `folder` is its absolute path */
  end(report: Report | null, folder: string, exitStatus: number): void;
}

interface RunResultLine extends ResultLine {
  readonly verdict: Report['verdict'];
  /** `null` where there is no report. */
  readonly counts: Report['counts'] | null;
  readonly reportDir: string | null;
}

/**
 * How much is told. What stands on the command line goes before what stands in the configuration file.
 *
 * @throws {UsageError} where two of the options are given that exclude each other.
 */
export function readTelling(settings: Settings): TellingKind {
  const onCommandLine = kinds.filter((kind) => settings.onCommandLine(kind));
  const given = (onCommandLine.length > 0 ? onCommandLine : kinds).filter((kind) => settings.flag(kind));
  const [kind, other] = given;
  if (kind !== undefined && other !== undefined) {
    throw new UsageError(`--${kind} and --${other} exclude each other: give one of them`);
  }
  return kind ?? 'ordinary';
}

/** @param redactor masks what the events should not hold any more: they are looked through once more all the same */
export function startTelling(
  kind: TellingKind,
  baseUrl: string,
  redactor: Redactor,
  program: Program,
): Telling {
  const { messages, output, environment } = program;
  const canDraw = canRedraw(messages, environment);
  if (kind === 'json') {
    const write = eventLines(output, redactor);
    const end = (report: Report | null, folder: string, exitStatus: number): void =>
      write(resultLine(report, folder, exitStatus));
    const forPeople = { ...program, currentFolder: program.currentFolder, output: messages };
    return { kind, program: forPeople, redraw: canDraw && !output.isTerminal, see: write, end };
  }
  const { pathname } = new URL(baseUrl);
  const see = (event: ToldEvent): void => {
    if (kind === 'verbose' && event.type === 'exchange') {
      const text = exchangeText(event.exchange, pathname === '/' ? '' : pathname);
      messages.write(redactor.redactionOfAll(text).text);
    }
  };
  return { kind, program, redraw: canDraw && kind === 'ordinary', see, end: () => {} };
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
