import type { PlanLimitProgress } from '../../plan-limits/plan-progress.ts';
import type { PrintedEvent } from '../report-files/present-report.ts';
import type { Screen } from '../screen.ts';
import { drawnLines } from './drawn-lines.ts';
import { advance, newProgress, type ProgressState } from './progress-state.ts';
import {
  acrossLine,
  groupLine,
  measurementLine,
  notTestedLines,
  preflightLines,
  statusLine,
  waitText,
} from './progress-text.ts';

const redrawMs = 100;
const longWaitMs = 5_000;
/** How often the log of a measurement repeats an unchanged phase. */
const measurementTellMs = 60_000;

/** Shows the progress of a run or a load. */
export interface Progress {
  see(event: PrintedEvent): void;
  /** Writes one line that stays. */
  note(line: string): void;
  /** Clears the drawn lines and shows the cursor again. May be called twice. */
  end(): void;
}

/** Shows only problems. */
export function quietProgress(screen: Screen): Progress {
  return { see: () => {}, note: (line) => screen.write(`${line}\n`), end: () => {} };
}

/**
 * Shows the progress of a run: on a terminal in one line that is redrawn, otherwise in one line per finished group, per
 * wait of 5 s or more, and per long step or large burst of a measurement. The end of the run shows the problems of the
 * preflight, with the verdict.
 *
 * @param selected the ids that the run decides
 * @param now wall-clock time in ms
 */
export function showProgress(
  screen: Screen,
  redraw: boolean,
  selected: readonly string[],
  now: () => number = Date.now,
): Progress {
  const state = newProgress(selected, now());
  if (!redraw) {
    return loggedLines(screen, state, now);
  }
  const { note, end } = drawnLines(screen, () => [statusLine(state, now(), screen.columns())], redrawMs);
  const see = (event: PrintedEvent): void => {
    advance(state, event, now());
    if (event.type === 'preflight' && event.step.outcome !== 'problem') {
      note(preflightLines(event.step, screen.columns()));
    }
    noteCommand(event, note);
  };
  return { see, note, end };
}

function loggedLines(screen: Screen, state: ProgressState, now: () => number): Progress {
  const note = (line: string) => screen.write(`${line}\n`);
  const shown = new Map<string, { readonly doing: string; readonly atMs: number }>();
  const isNews = ({ plan, doing, notable }: PlanLimitProgress): boolean => {
    const last = shown.get(plan);
    return notable && (last?.doing !== doing || now() - last.atMs >= measurementTellMs);
  };
  return {
    see: (event) => {
      if (event.type === 'measuring' && isNews(event)) {
        shown.set(event.plan, { doing: event.doing, atMs: now() });
        note(measurementLine(event));
      }
      const ended = advance(state, event, now());
      if (ended !== null) {
        noteIfAny(groupLine(state, ended, now()), note);
      } else if (event.type === 'run-finished') {
        noteIfAny(notTestedLines(state, screen.columns()), note);
      } else if (event.type === 'wait' && event.durationMs >= longWaitMs && state.wait !== null) {
        note(waitText(state.wait, now()));
      } else if (event.type === 'preflight' && event.step.outcome !== 'problem') {
        note(preflightLines(event.step, screen.columns()));
      }
      noteCommand(event, note);
    },
    note,
    end: () => {},
  };
}

function noteCommand(event: PrintedEvent, note: (line: string) => void): void {
  noteIfAny(event.type === 'across' ? acrossLine(event.record) : null, note);
}

function noteIfAny(line: string | null, note: (line: string) => void): void {
  if (line !== null) {
    note(line);
  }
}
