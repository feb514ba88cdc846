import { fit as fitted } from '../report/terminal/screen.ts';
import { visibleLine } from '../report/visible-text.ts';
import { counted, durationText } from '../report/words.ts';
import { complaintLines } from '../self-check/complaints.ts';
import type { SelfCheckProgress } from '../self-check/run-self-check.ts';
import type { Screen } from './terminal.ts';

const redrawMs = 500;
/** In a log, so much time lies between two lines at least, in ms. */
const loggedEveryMs = 15_000;
const clearLine = '\r\u001b[K';

/** Shows how far a self-check is, while it lasts. */
export interface ShownSelfCheck {
  see(progress: SelfCheckProgress): void;
  /** Writes one line that stays. */
  note(line: string): void;
  /** Takes what is drawn away. May be called twice. */
  end(): void;
}

/**
 * Shows a self-check: on a terminal as one line that is drawn again, else as a line every 15 s; what is wrong gets
 * a line of its own at once.
 *
 * @param now a clock in ms
 */
export function showSelfCheck(screen: Screen, redraw: boolean, now: () => number = Date.now): ShownSelfCheck {
  const startedAtMs = now();
  let newest: SelfCheckProgress | null = null;
  let loggedAtMs = startedAtMs;
  let drawn = false;
  const line = (): string => {
    if (newest === null) {
      return 'starting';
    }
    const elapsed = durationText(now() - startedAtMs);
    const name = newest.newest === null ? '' : `: ${newest.newest.order.subject.name}`;
    return `${newest.done} of ${newest.total} runs, ${elapsed}${name}`;
  };
  const draw = (): void => {
    drawn = true;
    screen.write(`${clearLine}${fitted(visibleLine(line()), Math.max(10, screen.columns() - 1))}`);
  };
  const note = (text: string): void => {
    screen.write(`${drawn ? clearLine : ''}${visibleLine(text)}\n`);
    drawn = false;
  };
  const timer = redraw ? setInterval(draw, redrawMs).unref() : undefined;
  return {
    see(progress) {
      newest = progress;
      if (progress.newest === null) {
        note(`${counted(progress.total, 'run')} to make`);
        return;
      }
      for (const complaint of complaintLines(progress.newest)) {
        note(complaint);
      }
      if (!redraw && now() - loggedAtMs >= loggedEveryMs) {
        loggedAtMs = now();
        note(line());
      }
    },
    note,
    end() {
      clearInterval(timer);
      if (drawn) {
        screen.write(clearLine);
        drawn = false;
      }
    },
  };
}
