import { wholeBodiesBytes } from '../journal/recorded-size.ts';
import { targetLimits } from '../target/limits.ts';
import type { Effort, RunBudget } from '../verdict/run-event.ts';
import type { RunOptions } from './run-options.ts';
import { plannedMeasurements } from './run-plan.ts';

const minuteMs = 60_000;

/** Several times what a run takes that is held back by a Free key, in ms. */
const usualMs: Readonly<Record<Effort, number>> = {
  smoke: 10 * minuteMs,
  normal: 30 * minuteMs,
  thorough: 240 * minuteMs,
};
/** How much longer a measurement of plan limits may take than where nothing is looked at again. */
const spare = 3;

/** What a run allows itself at most: the time that was given, or enough for any service that answers. */
export function runBudget(options: RunOptions): RunBudget {
  const longest = Math.max(
    0,
    ...plannedMeasurements(options).map(({ cost }) => cost.durationMs + (cost.day?.durationMs ?? 0)),
  );
  return {
    maxTimeMs: options.maxTimeMs ?? Math.ceil(usualMs[options.effort] + spare * longest),
    bodyBytes: targetLimits.bodyBytes,
    recordedBytes: wholeBodiesBytes,
  };
}
