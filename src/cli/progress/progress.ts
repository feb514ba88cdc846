import type { PlanLimitProgress } from '../../plan-limits/plan-progress.ts';
import type { PrintedEvent } from '../report-files/present-report.ts';
import type { Screen } from '../screen.ts';
import { drawnLines, type Progress, quietProgress } from './drawn-lines.ts';
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
  const { note, end } = redraw
    ? drawnLines(screen, () => [statusLine(state, now(), screen.columns())], redrawMs)
    : quietProgress(screen);
  const logLine = redraw ? () => null : logLines(state, screen, now);
  const see = (event: PrintedEvent): void => {
    const ended = advance(state, event, now());
    const line = permanentLine(event, screen.columns()) ?? logLine(event, ended);
    if (line !== null) {
      note(line);
    }
  };
  return { see, note, end };
}

function permanentLine(event: PrintedEvent, columns: number): string | null {
  if (event.type === 'preflight' && event.step.outcome !== 'problem') {
    return preflightLines(event.step, columns);
  }
  return event.type === 'across' ? acrossLine(event.record) : null;
}

/** What a log says of an event, with the group that it ended. */
function logLines(state: ProgressState, screen: Screen, now: () => number) {
  const shown = new Map<string, { readonly doing: string; readonly atMs: number }>();
  const isNews = ({ plan, doing, notable }: PlanLimitProgress): boolean => {
    const last = shown.get(plan);
    return notable && (last?.doing !== doing || now() - last.atMs >= measurementTellMs);
  };
  return (event: PrintedEvent, ended: ReturnType<typeof advance>): string | null => {
    if (event.type === 'measuring' && isNews(event)) {
      shown.set(event.plan, { doing: event.doing, atMs: now() });
      return measurementLine(event);
    }
    if (ended !== null) {
      return groupLine(state, ended, now());
    }
    if (event.type === 'run-finished') {
      return notTestedLines(state, screen.columns());
    }
    const isLongWait = event.type === 'wait' && event.durationMs >= longWaitMs;
    return isLongWait && state.wait !== null ? waitText(state.wait, now()) : null;
  };
}
