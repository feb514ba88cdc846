import type { PlanLimitProgress } from '../runner/plan-progress.ts';
import { drawnLines } from './drawn-lines.ts';
import type { PrintedEvent } from './present-report.ts';
import { advance, newProgress, type ProgressState } from './progress-state.ts';
import { groupLine, measurementLine, preflightLine, statusLine, waitText } from './progress-text.ts';
import type { Screen } from './terminal.ts';

const redrawMs = 100;
const longWaitMs = 5_000;
/** How often a log is told of a measurement that goes on with the same thing. */
const measurementTellMs = 60_000;

/** Shows how far a run or a load is, while it lasts. */
export interface Progress {
  see(event: PrintedEvent): void;
  /** Writes one line that stays. */
  note(line: string): void;
  /** Takes what is drawn away and brings the cursor back. May be called twice. */
  end(): void;
}

/** Shows nothing of what happens but what has to be said. */
export function quietProgress(screen: Screen): Progress {
  return { see: () => {}, note: (line) => screen.write(`${line}\n`), end: () => {} };
}

/**
 * Shows a run's progress: on a terminal as one line that is drawn again, else as one line for each group that ends, one
 * for each wait of 5 s or more and one for what is long or large in a measurement. Problems of the preflight are left to
 * the end of the run, which shows them with the verdict.
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
      note(preflightLine(event.step));
    }
  };
  return { see, note, end };
}

function loggedLines(screen: Screen, state: ProgressState, now: () => number): Progress {
  const note = (line: string) => screen.write(`${line}\n`);
  const told = new Map<string, { readonly doing: string; readonly atMs: number }>();
  const isNews = ({ plan, doing, notable }: PlanLimitProgress): boolean => {
    const last = told.get(plan);
    return notable && (last?.doing !== doing || now() - last.atMs >= measurementTellMs);
  };
  return {
    see: (event) => {
      if (event.type === 'measuring' && isNews(event)) {
        told.set(event.plan, { doing: event.doing, atMs: now() });
        note(measurementLine(event));
      }
      const ended = advance(state, event, now());
      if (ended !== null) {
        note(groupLine(state, ended, now()));
      } else if (event.type === 'wait' && event.durationMs >= longWaitMs && state.wait !== null) {
        note(waitText(state.wait, now()));
      } else if (event.type === 'preflight' && event.step.outcome !== 'problem') {
        note(preflightLine(event.step));
      }
    },
    note,
    end: () => {},
  };
}
