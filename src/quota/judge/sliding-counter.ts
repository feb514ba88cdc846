import { countedHeads, countingPolicies, headsOf, noHeads, type RefusalPolicy } from './blocking.ts';
import {
  type Allowance,
  type Counter,
  type Demand,
  drift,
  type LimiterModel,
  secondMs,
} from './limiter-model.ts';
import { hasFittingSteps, type SteppedTrace, steppedTrace } from './step-search.ts';
import { segmented } from './stepped-limiters.ts';

/**
 * Counts of this window and of the one before, the latter by the share that the last `windowMs` still hold of it:
 * one more is admitted while they are below the limit.
 */
export const slidingCounter: LimiterModel = {
  kind: 'sliding counter',
  announcesEnd: false,
  // It forgets counted refusals as quickly as admissions. What is left is rounded down, and a part of one still admits.
  mostRestored: (ledger, { limit, windowMs, slackMs, tickMs }, fromMs, toMs) => {
    const refused = ledger.possiblyRefused(fromMs - 2 * windowMs, toMs);
    const perMs = (limit + refused) / windowMs;
    return 1 + perMs * (toMs - fromMs) + Math.max(1, perMs * (tickMs + slackMs));
  },
  restsMs: ({ windowMs, slackMs }) => windowMs - slackMs,
  latestResetMs: ({ windowMs }) => 2 * windowMs,
  explains: (counters, allowance, demand) =>
    (demand.refusals ? countingPolicies : countingPolicies.slice(0, 1)).some((policy) => {
      const traces = counters.map((counter) => traceOf(counter, allowance, demand, policy));
      return traces.every((trace) => trace !== null) && hasWindows(counters, traces, allowance, demand);
    }),
};

/** `null` if the policy contradicts what was admitted. */
function traceOf(
  { ledger }: Counter,
  allowance: Allowance,
  { refusals }: Demand,
  policy: RefusalPolicy,
): SteppedTrace | null {
  const reachMs = 2 * allowance.windowMs + allowance.slackMs;
  const heads = policy === 'counted' ? countedHeads(ledger, reachMs) : headsOf(ledger, allowance, policy);
  const fillings = { possible: ledger.possible, announcements: [], refusedReachMs: null };
  return heads === null ? null : steppedTrace(ledger, { ...fillings, heads: refusals ? heads : noHeads });
}

/** Whether windows that are the same for all counters explain them. */
function hasWindows(
  counters: readonly Counter[],
  traces: readonly SteppedTrace[],
  { limit, windowMs }: Allowance,
  { admissions }: Demand,
): boolean {
  const counter = segmented({ limit, count: 1, oldest: 'share', lagMs: secondMs }, windowMs);
  const searched = {
    leastStepMs: windowMs * (1 - drift),
    mostStepMs: windowMs * (1 + drift),
    fromMs: counters.reduce((least, { ledger }) => Math.min(least, ledger.firstSentMs), 1 / 0),
    toMs: counters.reduce((most, { ledger }) => Math.max(most, ledger.lastAnsweredMs), -1 / 0),
  };
  return hasFittingSteps(searched, (clock) =>
    traces.every((trace) => (!admissions || counter.admits(trace, clock)) && counter.fills(trace, clock)),
  );
}
