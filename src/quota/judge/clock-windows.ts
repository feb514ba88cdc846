import { countedHeads, countingPolicies, headsOf, policies, type RefusalPolicy } from './blocking.ts';
import {
  type Allowance,
  type Counter,
  type Demand,
  drift,
  fixedWindows,
  type LimiterModel,
  secondMs,
  timerMs,
} from './limiter-model.ts';
import { exactMs, hasFittingSteps, type StepClock, type SteppedTrace, steppedTrace } from './step-search.ts';
import { segmented } from './stepped-limiters.ts';
import type { WindowLabel } from './window-labels.ts';

/** Windows that follow each other by a clock, the same for all counters. */
export const clockWindows: LimiterModel = {
  kind: 'fixed window aligned to the clock',
  ...fixedWindows,
  explains: (counters, allowance, demand) =>
    !counters.some(({ movesWithUse }) => movesWithUse) && explains(byTimer, counters, allowance, demand),
};

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
    explains(byExactClock, counters, allowance, { ...demand, labels: false }),
};

/** The number of evaluated times of each kind: windows by the clock are few, so that many can be. */
const most = 20_000;

interface ByClock {
  readonly policies: readonly RefusalPolicy[];
  /** What counts of the window before. */
  readonly oldest: 'share' | 'nothing';
  /** By how much all windows may be longer or shorter than `windowMs`, in ms. */
  readonly longerMs: number;
  /** By how much one of them may begin earlier or later besides, in ms. */
  readonly unevenMs: number;
}

/** A late timer may start the next one late. */
const byTimer: ByClock = { policies, oldest: 'nothing', longerMs: timerMs, unevenMs: timerMs };
const byExactClock: ByClock = { policies: countingPolicies, oldest: 'share', longerMs: 0, unevenMs: exactMs };

function explains(
  kind: ByClock,
  counters: readonly Counter[],
  allowance: Allowance,
  demand: Demand,
): boolean {
  return (demand.refusals ? kind.policies : kind.policies.slice(0, 1)).some((policy) => {
    const traces = counters.map((counter) => traceOf(counter, allowance, demand, policy));
    return traces.every((trace) => trace !== null) && hasWindows(kind, counters, traces, allowance, demand);
  });
}

/** `null` if the policy contradicts what was admitted. */
function traceOf(
  { ledger }: Counter,
  allowance: Allowance,
  { refusals }: Demand,
  policy: RefusalPolicy,
): SteppedTrace | null {
  const reachMs = 2 * allowance.windowMs + allowance.slackMs;
  const heads = policy === 'counted' ? countedHeads(ledger, reachMs) : headsOf(ledger, allowance, policy);
  const fillings = { possible: ledger.possible, announcements: [], refusedReachMs: null, most };
  return heads === null ? null : steppedTrace(ledger, { ...fillings, heads: refusals ? heads : [] });
}

/** Whether windows that are the same for all counters explain them. */
function hasWindows(
  { oldest, longerMs, unevenMs }: ByClock,
  counters: readonly Counter[],
  traces: readonly SteppedTrace[],
  { limit, windowMs }: Allowance,
  { admissions, labels }: Demand,
): boolean {
  const window = segmented({ limit, count: 1, oldest, lagMs: secondMs }, windowMs);
  const searched = {
    leastStepMs: windowMs * (1 - drift) - longerMs,
    mostStepMs: windowMs * (1 + drift) + longerMs,
    fromMs: counters.reduce((least, { ledger }) => Math.min(least, ledger.firstSentMs), 1 / 0),
    toMs: counters.reduce((most, { ledger }) => Math.max(most, ledger.lastAnsweredMs), -1 / 0),
    unevenMs,
  };
  const announced = labels ? counters.flatMap((counter) => counter.labels) : [];
  return hasFittingSteps(
    searched,
    (clock) =>
      announced.every((label) => endsWindow(label, clock)) &&
      traces.every((trace) => (!admissions || window.admits(trace, clock)) && window.fills(trace, clock)),
  );
}

/** Whether the window of these requests can end when `Reset` says. */
function endsWindow(label: WindowLabel, clock: StepClock): boolean {
  const after = Math.max(clock.earliest(label.earliestMs), clock.earliest(label.lastSentMs));
  const by = Math.min(clock.latest(label.latestMs), clock.latest(label.firstAnsweredMs) + 1);
  return by > after;
}
