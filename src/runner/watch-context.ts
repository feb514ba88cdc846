import type { WatchContext } from '../watchers/watch.ts';
import type { RunOptions } from './run-options.ts';

/** What the watches need to know of a run's options. */
export function watchContext({
  plan,
  planLimits,
  minuteMs,
  dayMs,
}: Pick<RunOptions, 'plan' | 'planLimits' | 'minuteMs' | 'dayMs'>): WatchContext {
  return { planLimit: plan === null ? null : (planLimits[plan] ?? null), minuteMs, dayMs };
}
