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

/** The progress lines of a command; notes are printed above them. */
export type LiveLines = Pick<Progress, 'note' | 'end'>;

/**
 * Draws lines on a terminal again and again, each cut to its width; otherwise writes them in one line of a log, at longer
 * intervals, so that a short command writes none. Both in ms.
 */
export function liveLines(
  screen: Screen,
  redraw: boolean,
  lines: () => readonly string[],
  { redrawMs, logMs = 10_000 }: { readonly redrawMs: number; readonly logMs?: number },
): LiveLines {
  return redraw
    ? drawnLines(screen, lines, redrawMs)
    : loggedLines((line) => screen.write(`${line}\n`), lines, logMs);
}

/** Writes the lines as one log line, at this interval in ms. */
export function loggedLines(
  write: (line: string) => void,
  lines: () => readonly string[],
  everyMs: number,
): LiveLines {
  const timer = setInterval(() => {
    const line = lines().join(' · ');
    if (line !== '') {
      write(visibleLine(line));
    }
  }, everyMs).unref();
  return { note: write, end: () => clearInterval(timer) };
}

function drawnLines(screen: Screen, lines: () => readonly string[], everyMs: number): LiveLines {
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
  const timer = setInterval(draw, everyMs).unref();
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
  return { note: (line) => replace(`${line}\n`, current()), end };
}
