import type { LoadTick } from '../load/load-plan.ts';
import { durationText, latencyText, numberText } from '../report/number-text.ts';

/** How a load stands, in lines: what goes on, the last second, what went wrong. */
export function loadLines(tick: LoadTick): readonly string[] {
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
export function loadLine(tick: LoadTick): string {
  return loadLines(tick).join(' · ');
}

function troubles({ errors, refusedPerSecond, missedStarts }: LoadTick): string[] {
  return [
    `${numberText(errors)} errors`,
    ...(refusedPerSecond > 0 ? [`${numberText(refusedPerSecond)}/s refused (429)`] : []),
    ...(missedStarts > 0 ? [`${numberText(missedStarts)} starts missed`] : []),
  ];
}
