import { fit as fitted } from '../../report/terminal/layout.ts';
import { visibleLine } from '../../report/words.ts';
import type { PrintedEvent } from '../report-files/present-report.ts';
import type { Screen } from '../screen.ts';

const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';

/** Shows the progress of a command. */
export interface Progress<Event = PrintedEvent> {
  see(event: Event): void;
  /** Writes one line that stays. */
  note(line: string): void;
  /** Clears the drawn lines and shows the cursor again. May be called twice. */
  end(): void;
}

/** Shows only problems. */
export function quietProgress(screen: Screen): Progress<unknown> {
  return { see: () => {}, note: (line) => screen.write(`${line}\n`), end: () => {} };
}

interface DrawnLines extends Omit<Progress, 'see'> {
  draw(): void;
}

/**
 * Draws lines on a terminal, each cut to its width; notes are written above them.
 *
 * @param everyMs the interval of automatic redrawing, if any
 */
export function drawnLines(screen: Screen, lines: () => readonly string[], everyMs?: number): DrawnLines {
  let drawn: readonly string[] = [];
  let ended = false;
  const replace = (above: string, next: readonly string[]): void => {
    const up = drawn.length > 1 ? `\u001b[${drawn.length - 1}A` : '';
    const erased = drawn.length === 0 ? '' : `\r${up}\u001b[J`;
    drawn = next;
    screen.write(`${erased}${above}${next.join('\n')}`);
  };
  const current = (): string[] =>
    ended ? [] : lines().map((line) => fitted(visibleLine(line), Math.max(10, screen.columns() - 1)));
  const draw = (): void => {
    const next = current();
    if (next.join('\n') !== drawn.join('\n')) {
      replace('', next);
    }
  };
  const timer = everyMs === undefined ? undefined : setInterval(draw, everyMs).unref();
  const end = (): void => {
    if (!ended) {
      ended = true;
      clearInterval(timer);
      process.off('exit', end);
      replace(showCursor, []);
    }
  };
  process.once('exit', end);
  screen.write(hideCursor);
  draw();
  return { draw, note: (line) => replace(`${line}\n`, current()), end };
}
