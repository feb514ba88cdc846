import type { LoadTick } from '../../load/load-plan.ts';
import { durationText, latencyText, numberText, visibleLine } from '../../report/words.ts';
import type { Screen } from '../screen.ts';
import { liveLines, type Progress } from './live-lines.ts';
import { preflightLines } from './run-progress.ts';

/** Shows a load: on a terminal as a block that is redrawn, otherwise as a line every 10 s. */
export function showLoadProgress(screen: Screen, redraw: boolean): Progress {
  let newest: LoadTick | null = null;
  const lines = () => (newest === null ? [] : loadLines(newest));
  const { note, end } = liveLines(screen, redraw, lines, { redrawMs: 1_000 });
  return {
    see: (event) => {
      if (event.type === 'preflight' && event.step.outcome !== 'problem') {
        note(preflightLines(event.step, screen.columns()));
      } else if (event.type === 'wait') {
        note(visibleLine(`waiting ${Math.ceil(event.durationMs / 1000)} s: ${event.reason}`));
      } else if (event.type === 'load-tick') {
        newest = event;
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
