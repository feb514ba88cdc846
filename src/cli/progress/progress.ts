import type { PrintedEvent } from '../report-files/present-report.ts';
import type { Screen } from '../screen.ts';
import { drawnLines, type Progress } from './drawn-lines.ts';
import { logProgress } from './log-progress.ts';
import { advance, newProgress } from './progress-state.ts';
import { acrossLine, preflightLines, statusLine } from './progress-text.ts';

const redrawMs = 100;

/**
 * Shows the results of the preflight and the progress of a run: on a terminal as one line that is redrawn, otherwise as
 * lines of a log. Problems of the preflight are shown at the end, with the verdict.
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
  const { see, note, end } = redraw
    ? drawnProgress(screen, selected, now)
    : logProgress(selected, (line) => screen.write(`${line}\n`));
  return {
    see: (event) => {
      see(event);
      const line = permanentLine(event, screen.columns());
      if (line !== null) {
        note(line);
      }
    },
    note,
    end,
  };
}

function drawnProgress(screen: Screen, selected: readonly string[], now: () => number): Progress {
  const state = newProgress(selected, now());
  const { note, end } = drawnLines(screen, () => [statusLine(state, now(), screen.columns())], redrawMs);
  return { see: (event) => advance(state, event, now()), note, end };
}

function permanentLine(event: PrintedEvent, columns: number): string | null {
  if (event.type === 'preflight' && event.step.outcome !== 'problem') {
    return preflightLines(event.step, columns);
  }
  return event.type === 'across' ? acrossLine(event.record) : null;
}
