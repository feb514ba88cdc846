import type { LoadTick } from '../load/load-plan.ts';
import { fit as fitted } from '../report/terminal/screen.ts';
import { visibleLine } from '../report/visible-text.ts';
import { durationText, latencyText, numberText } from '../report/words.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { preflightLine } from './progress-text.ts';
import type { Screen } from './terminal.ts';

/** In a log, so much time lies between two lines, in ms. */
const loggedEveryMs = 10_000;
const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';

/** Shows how a load stands, while it lasts. */
export interface LoadProgress {
  event(event: RunEvent): void;
  tick(tick: LoadTick): void;
  /** Writes one line that stays. */
  note(line: string): void;
  /** Takes what is drawn away and brings the cursor back. May be called twice. */
  end(): void;
}

/**
 * Shows a load: on a terminal as a block that is drawn again each second, else as a line every 10 s.
 *
 * @param now a clock in ms
 */
export function showLoadProgress(
  screen: Screen,
  redraw: boolean,
  now: () => number = Date.now,
): LoadProgress {
  return redraw ? redrawnBlock(screen) : loggedLines(screen, now);
}

function loggedLines(screen: Screen, now: () => number): LoadProgress {
  let loggedAtMs = now();
  const note = (line: string): void => screen.write(`${line}\n`);
  return {
    event: (event) => told(event, note),
    tick: (tick) => {
      if (now() - loggedAtMs >= loggedEveryMs) {
        loggedAtMs = now();
        note(visibleLine(loadLine(tick)));
      }
    },
    note,
    end: () => {},
  };
}

function redrawnBlock(screen: Screen): LoadProgress {
  let drawn: readonly string[] = [];
  let ended = false;
  const erase = (): void => {
    if (drawn.length > 0) {
      screen.write(`\r\u001b[${drawn.length}A\u001b[J`);
      drawn = [];
    }
  };
  const draw = (lines: readonly string[]): void => {
    erase();
    drawn = lines.map((line) => fitted(visibleLine(line), Math.max(10, screen.columns() - 1)));
    screen.write(drawn.map((line) => `${line}\n`).join(''));
  };
  const note = (line: string): void => {
    const block = drawn;
    erase();
    screen.write(`${line}\n`);
    if (!ended && block.length > 0) {
      draw(block);
    }
  };
  const end = (): void => {
    if (!ended) {
      ended = true;
      process.off('exit', end);
      erase();
      screen.write(showCursor);
    }
  };
  process.once('exit', end);
  screen.write(hideCursor);
  return {
    event: (event) => told(event, note),
    tick: (tick) => {
      if (!ended) {
        draw(loadLines(tick));
      }
    },
    note,
    end,
  };
}

function told(event: RunEvent, note: (line: string) => void): void {
  if (event.type === 'preflight' && event.step.outcome !== 'problem') {
    note(preflightLine(event.step));
  } else if (event.type === 'wait') {
    note(visibleLine(`waiting ${Math.ceil(event.durationMs / 1000)} s: ${event.reason}`));
  }
}

/** How a load stands, in lines: what goes on, the last second, what went wrong. */
function loadLines(tick: LoadTick): readonly string[] {
  const latency =
    tick.p50Ms === null
      ? 'no answer'
      : `p50 ${latencyText(tick.p50Ms)} · p99 ${latencyText(tick.p99Ms)} · max ${latencyText(tick.maxMs)}`;
  return [
    `${tick.phase} · ${durationText(tick.leftMs)} left`,
    `${numberText(tick.startedPerSecond)}/s started · ${numberText(tick.answeredPerSecond)}/s answered · ${latency}`,
    [`${numberText(tick.requests)} requests measured`, ...troubles(tick)].join(' · '),
  ];
}

/** The same in one line, for a log. */
function loadLine(tick: LoadTick): string {
  return loadLines(tick).join(' · ');
}

function troubles({ errors, refusedPerSecond, missedStarts }: LoadTick): string[] {
  return [
    `${numberText(errors)} errors`,
    ...(refusedPerSecond > 0 ? [`${numberText(refusedPerSecond)}/s refused (429)`] : []),
    ...(missedStarts > 0 ? [`${numberText(missedStarts)} starts missed`] : []),
  ];
}
