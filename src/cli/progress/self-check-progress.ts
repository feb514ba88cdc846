import { counted, durationText, visibleLine } from '../../report/words.ts';
import { complaintsOfTrial } from '../../self-check/judge-trials.ts';
import type { SelfCheckProgress } from '../../self-check/run-self-check.ts';
import type { Screen } from '../screen.ts';
import { drawnLines, type Progress, quietProgress } from './drawn-lines.ts';

const redrawMs = 500;
/** The minimum time between two lines of a log, in ms. */
const loggedEveryMs = 15_000;

/**
 * Shows a self-check: on a terminal as one line that is redrawn, otherwise as a line every 15 s. Each shortcoming gets a
 * separate line at once.
 *
 * @param now a clock in ms
 */
export function showSelfCheck(
  screen: Screen,
  redraw: boolean,
  now: () => number = Date.now,
): Progress<SelfCheckProgress> {
  const startedAtMs = now();
  let newest: SelfCheckProgress | null = null;
  let loggedAtMs = startedAtMs;
  const line = (): string => {
    if (newest === null) {
      return 'starting';
    }
    const elapsed = durationText(now() - startedAtMs);
    const name = newest.newest === null ? '' : `: ${newest.newest.order.subject.name}`;
    return `${newest.done} of ${newest.total} runs, ${elapsed}${name}`;
  };
  const drawn = redraw ? drawnLines(screen, () => [line()], redrawMs) : quietProgress(screen);
  const note = (text: string): void => drawn.note(visibleLine(text));
  return {
    see(progress) {
      newest = progress;
      if (progress.newest === null) {
        note(`${counted(progress.total, 'run')} to make`);
        return;
      }
      for (const { kind, name, text } of complaintsOfTrial(progress.newest)) {
        note(`${kind}: ${name}: ${text}`);
      }
      if (!redraw && now() - loggedAtMs >= loggedEveryMs) {
        loggedAtMs = now();
        note(line());
      }
    },
    note,
    end: drawn.end,
  };
}
