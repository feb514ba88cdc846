import type { Exchange } from '../exchange/exchange.ts';
import { answerFigures, refusalFields } from '../quota/refusal-fields.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { startWatch } from '../watchers/start-watch.ts';
import {
  Notes,
  type Watch,
  type WatchContext,
  type WatchObservation,
  type WatchResult,
} from '../watchers/watch.ts';

/** The inputs of the watches from the options of a run. */
export function watchContext({
  plan,
  planLimits,
  minuteMs,
  dayMs,
}: Pick<RunOptions, 'plan' | 'planLimits' | 'minuteMs' | 'dayMs'>): WatchContext {
  return { planLimit: plan === null ? null : (planLimits[plan] ?? null), minuteMs, dayMs };
}

/** The watches that judge each exchange of a run. */
export function runWatches(context: WatchContext): Watch[] {
  return [startWatch(context), new RefusalFieldsWatch()];
}

/**
 * Judges the header fields of each 429 by itself, as the measurement of plan limits does: whether it announces that
 * nothing is left, and when to retry. Only a measurement can verify the announcement.
 */
export class RefusalFieldsWatch implements Watch {
  see({ number, request, response }: Exchange): WatchResult {
    const notes = new Notes(number);
    if (response?.status === 429 && hasGoodKey(request)) {
      const figures = answerFigures(response.headers, (text) => text);
      for (const [requirement, deviation] of figures.cached ? [] : refusalFields(figures)) {
        notes.judge(requirement, deviation);
      }
    }
    return notes;
  }

  observations(): readonly WatchObservation[] {
    return [];
  }
}

/** A limit on requests with bad keys is none of a plan. */
function hasGoodKey({ credential }: Exchange['request']): boolean {
  return credential === 'api-key' || credential.startsWith('quota-key-');
}
