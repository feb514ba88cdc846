import { countedHeads, type Heads } from './blocking.ts';
import { bucketInSteps } from './bucket-in-steps.ts';
import type { LimiterModel } from './limiter-model.ts';
import { counterInSteps, logInSteps } from './segmented-limiters.ts';
import { hasFittingSteps, type StepClock } from './step-search.ts';
import { type SteppedKind, steppedTrace } from './stepped-trace.ts';
import type { WindowLabel } from './window-labels.ts';

const none: Heads = { sent: new Float64Array(0), answered: new Float64Array(0) };

/** Whether a step can begin when `Reset` says: a window that slides in steps announces one of them. */
function mayEndWithStep({ earliestMs, latestMs }: WindowLabel, clock: StepClock): boolean {
  return clock.latest(latestMs) > clock.earliest(earliestMs);
}

function limiterInSteps({ kind, countsRefused, stepped, remainingBound }: SteppedKind): LimiterModel {
  return {
    kind,
    announcesEnd: false,
    mostRestored: () => Number.POSITIVE_INFINITY,
    restsMs: () => 0,
    latestResetMs: ({ windowMs }) => 2 * windowMs,
    remainingBound,
    explains: (counters, allowance, demand) => {
      // One that counts what it refused explains all that one does which doesn't.
      const reachMs = countsRefused && demand.refusals ? 2 * allowance.windowMs + allowance.slackMs : null;
      const traces = counters.map(({ ledger }) => {
        const heads = reachMs === null ? ledger.refusals : countedHeads(ledger, reachMs);
        return steppedTrace(ledger, {
          heads: demand.refusals ? heads : none,
          announcements: demand.announcements ?? [],
          refusedReachMs: reachMs,
        });
      });
      return stepped(allowance).some((limiter) =>
        counters.every(({ ledger, labels, movesWithUse }, position) => {
          const trace = traces[position] as (typeof traces)[number];
          const searched = { ...limiter, fromMs: ledger.firstSentMs, toMs: ledger.lastAnsweredMs };
          return hasFittingSteps(
            searched,
            (clock) =>
              (!demand.labels || movesWithUse || labels.every((label) => mayEndWithStep(label, clock))) &&
              (!demand.admissions || limiter.admits(trace, clock)) &&
              limiter.fills(trace, clock),
          );
        }),
      );
    },
  };
}

export const limitersInSteps: readonly LimiterModel[] = [bucketInSteps, logInSteps, counterInSteps].map(
  limiterInSteps,
);
