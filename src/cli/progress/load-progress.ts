import type { LoadTick } from '../../load/load-plan.ts';
import { durationText, latencyText, numberText, visibleLine } from '../../report/words.ts';
import type { Screen } from '../screen.ts';
import { drawnLines, type Progress, quietProgress } from './drawn-lines.ts';
import { preflightLines } from './progress-text.ts';

/** The time between two lines of a log, in ms. */
const loggedEveryMs = 10_000;

/**
 * Shows a load: on a terminal as a block that is redrawn each second, otherwise as a line every 10 s.
 *
 * @param now a clock in ms
 */
export function showLoadProgress(screen: Screen, redraw: boolean, now: () => number = Date.now): Progress {
  let loggedAtMs = now();
  let newest: LoadTick | null = null;
  const drawn = redraw ? drawnLines(screen, () => (newest === null ? [] : loadLines(newest))) : null;
  const { note, end } = drawn ?? quietProgress(screen);
  return {
    see: (event) => {
      if (event.type === 'preflight' && event.step.outcome !== 'problem') {
        note(preflightLines(event.step, screen.columns()));
      } else if (event.type === 'wait') {
        note(visibleLine(`waiting ${Math.ceil(event.durationMs / 1000)} s: ${event.reason}`));
      } else if (event.type === 'load-tick') {
        newest = event;
        drawn?.draw();
        if (drawn === null && now() - loggedAtMs >= loggedEveryMs) {
          loggedAtMs = now();
          note(visibleLine(loadLines(event).join(' · ')));
        }
      }
    },
    note,
    end,
  };
}

/** The progress of a load in lines: the phase, the last second, the problems. */
function loadLines(tick: LoadTick): readonly string[] {
  const latency =
    tick.p50Ms === null || tick.p99Ms === null
      ? tick.maxMs === null
        ? 'no answer'
        : `max ${latencyText(tick.maxMs)}`
      : `p50 ${latencyText(tick.p50Ms)} · p99 ${latencyText(tick.p99Ms)} · max ${latencyText(tick.maxMs)}`;
  return [
    `${tick.phase} · ${durationText(tick.leftMs)} left`,
    `${numberText(tick.startedPerSecond)}/s started · ${numberText(tick.answeredPerSecond)}/s answered · ${latency}`,
    [`${numberText(tick.requests)} requests measured`, ...troubles(tick)].join(' · '),
  ];
}

function troubles({ errors, refusedPerSecond, missedStarts }: LoadTick): string[] {
  return [
    `${numberText(errors)} errors`,
    ...(refusedPerSecond > 0 ? [`${numberText(refusedPerSecond)}/s refused (429)`] : []),
    ...(missedStarts > 0 ? [`${numberText(missedStarts)} starts missed`] : []),
  ];
}
