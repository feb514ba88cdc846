import type { LimiterKind } from '../judgement.ts';
import { type Allowance, drift } from './allowance.ts';
import { countedHeads, type Heads } from './blocking.ts';
import type { KeyLedger } from './key-ledger.ts';
import type { Counter, Demand, LimiterModel } from './limiter-model.ts';
import { hasFittingSteps, type StepClock } from './step-search.ts';
import { type SteppedTrace, steppedTrace } from './stepped-trace.ts';
import type { WindowLabel } from './window-labels.ts';

/** Sums of shares in doubles. */
const rounding = 1e-6;

/** A steady limiter that asks a clock which stands still for a step. */
interface SteppedKind {
  readonly kind: LimiterKind;
  /** `false` where no clock of these can admit so much. */
  admits(trace: SteppedTrace, allowance: Allowance, clock: StepClock): boolean;
  /** `false` where no clock of these can refuse so much. */
  refuses(trace: SteppedTrace, allowance: Allowance, clock: StepClock): boolean;
  readonly countsRefused: readonly boolean[];
  /** Whether it gives back all the time what a step before brought; otherwise only where a step begins. */
  readonly isGradual: boolean;
  mostRestored(ledger: KeyLedger, allowance: Allowance, fromMs: number, toMs: number): number;
}

/** A bucket that gets what is due since the last step, all at once. */
const bucketInSteps: SteppedKind = {
  kind: 'token bucket in steps',
  isGradual: false,
  mostRestored: (_, { limit }) => limit,
  countsRefused: [false],
  admits: (trace, { limit, windowMs }, clock) => {
    const { sentMs, sentBefore, answeredMs, answeredBy } = trace;
    const perStep = (limit / windowMs) * clock.mostStepMs;
    let highest = Number.NEGATIVE_INFINITY;
    let begun = 0;
    for (let position = 0; position < answeredMs.length; position += 1) {
      const toMs = answeredMs[position] as number;
      for (; begun < sentMs.length && (sentMs[begun] as number) <= toMs; begun += 1) {
        const level = perStep * clock.earliest(sentMs[begun] as number) - (sentBefore[begun] as number);
        highest = Math.max(highest, level);
      }
      const most = limit + perStep * clock.latest(toMs) + rounding;
      if ((answeredBy[position] as number) + highest > most) {
        return false;
      }
    }
    return true;
  },
  refuses: (trace, { limit, windowMs }, clock) => {
    const perStep = (limit / windowMs) * clock.leastStepMs;
    const levels = highestLevels(trace, (ms) => perStep * clock.latest(ms));
    return trace.refusedMs.every((refusedMs, position) => {
      const earliest = clock.earliest(refusedMs);
      const before = countUpToStep(trace, clock, earliest);
      const since = before === 0 ? Number.NEGATIVE_INFINITY : (levels[before - 1] as number);
      const open = -(trace.possibleBy[before - 1] ?? 0);
      const drawn = trace.countedBefore[position] as number;
      return drawn + Math.max(since - perStep * earliest, open) > limit - 1 + rounding;
    });
  },
};

/** A log that forgets all requests of a step together, a window after that began. */
const logInSteps: SteppedKind = {
  kind: 'sliding log in steps',
  isGradual: false,
  // Of a single step it is a window by the clock: otherwise it forgets nothing before half a window.
  mostRestored: (ledger, { windowMs, slackMs }, fromMs, toMs) => {
    const [beginMs, endMs] = [fromMs - windowMs - slackMs, toMs - windowMs / 2 + slackMs];
    return ledger.possibly(beginMs, endMs) + ledger.possiblyRefused(beginMs, endMs);
  },
  countsRefused: [false, true],
  // At a step it may not be known on which side of it each of many requests was decided, but all are on one of them.
  admits: (trace, { limit, windowMs }, clock) => {
    const steps = stepsOf(windowMs, clock.mostStepMs);
    return [1, 2].every((windows) => holdsWithin(trace, windows * steps, windows * limit, clock));
  },
  refuses: (trace, { limit, windowMs }, clock) => countsEnough(trace, limit, clock, windowMs, () => 0),
};

/** A counter of steps, of which the oldest counts by the share of it that the window still holds. */
const counterInSteps: SteppedKind = {
  kind: 'sliding counter in steps',
  isGradual: true,
  // It begins to forget a request a window after it, and has forgotten it a step later.
  mostRestored: (ledger, { windowMs, slackMs }, fromMs, toMs) => {
    const [beginMs, endMs] = [fromMs - 2 * windowMs - slackMs, toMs - windowMs + slackMs];
    return ledger.possibly(beginMs, endMs) + ledger.possiblyRefused(beginMs, endMs);
  },
  countsRefused: [false, true],
  // What counts by a share counts at least as much as what a log has forgotten by then.
  admits: logInSteps.admits,
  refuses: (trace, { limit, windowMs }, clock) =>
    countsEnough(trace, limit, clock, windowMs, (ms, step) => 1 - clock.leastOver(ms, step)),
};

/** Whether so many steps in a row hold no more than so much. */
function holdsWithin(
  { sentMs, sentBefore, answeredMs, answeredBy }: SteppedTrace,
  steps: number,
  most: number,
  clock: StepClock,
): boolean {
  let gone = 0;
  for (let position = 0; position < answeredMs.length; position += 1) {
    const from = clock.latest(answeredMs[position] as number) - steps + 1;
    while (gone < sentMs.length && clock.earliest(sentMs[gone] as number) < from) {
      gone += 1;
    }
    if ((answeredBy[position] as number) - (sentBefore[gone] ?? Number.POSITIVE_INFINITY) > most) {
      return false;
    }
  }
  return true;
}

/** How many steps a window has at least: one more that is begun counts in full. */
function stepsOf(windowMs: number, stepMs: number): number {
  return Math.max(1, Math.ceil((windowMs / stepMs) * (1 - 2 * drift)));
}

/**
 * Whether each refusal can have found the limit among what was not yet forgotten. `shareOfOldest`: how much of the
 * step a window ago counts, at a moment of a step.
 */
function countsEnough(
  trace: SteppedTrace,
  limit: number,
  clock: StepClock,
  windowMs: number,
  shareOfOldest: (ms: number, step: number) => number,
): boolean {
  const steps = stepsOf(windowMs, clock.leastStepMs);
  return trace.refusedMs.every((refusedMs, position) => {
    const last = clock.latest(trace.refusedByMs[position] as number);
    for (let step = clock.earliest(refusedMs); step <= last; step += 1) {
      const inFull = countedSince(trace, clock, position, step - steps + 1);
      const withOldest = countedSince(trace, clock, position, step - steps);
      if (inFull + shareOfOldest(refusedMs, step) * (withOldest - inFull) > limit - 1 + rounding) {
        return true;
      }
    }
    return false;
  });
}

/** At most so many can have been counted before a refusal, in a step or later. */
function countedSince(trace: SteppedTrace, clock: StepClock, refusal: number, step: number): number {
  const before = countUpToStep(trace, clock, step - 1);
  return (trace.countedBefore[refusal] as number) - (trace.possibleBy[before - 1] ?? 0);
}

/** How many blocks of a trace were answered in a step or before. */
function countUpToStep({ possibleMs }: SteppedTrace, clock: StepClock, step: number): number {
  let low = 0;
  let high = possibleMs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (clock.latest(possibleMs[middle] as number) <= step) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Of the first blocks, the most that was given by the end of one less what was counted before it. */
function highestLevels(
  { possibleMs, possibleBefore }: SteppedTrace,
  given: (ms: number) => number,
): Float64Array {
  let highest = Number.NEGATIVE_INFINITY;
  return possibleMs.map((ms, position) => {
    highest = Math.max(highest, given(ms) - (possibleBefore[position] as number));
    return highest;
  });
}

/** Whether a step can begin when `Reset` says: a window that slides in steps announces one of them. */
function mayEndWithStep({ earliestMs, latestMs }: WindowLabel, clock: StepClock): boolean {
  return clock.latest(latestMs) > clock.earliest(earliestMs);
}

/** Whether a step can begin between two moments. */
function mayBeginBetween(between: Demand['stepBetween'], clock: StepClock): boolean {
  return between === undefined || clock.latest(between[1]) > clock.earliest(between[0]);
}

/** No refusals. */
const none: Heads = { sent: new Float64Array(0), answered: new Float64Array(0) };

/**
 * Steps are looked for from those that a steady limiter may have as well, a second of a minute and no more, to the
 * whole window. Each counter may move on at moments of its own.
 */
function explainsInSteps(
  { admits, refuses, countsRefused, isGradual }: SteppedKind,
  counters: readonly Counter[],
  allowance: Allowance,
  demand: Demand,
): boolean {
  const { windowMs, slackMs, tickMs } = allowance;
  return (demand.refusals ? countsRefused : [false]).some((refusedCount) =>
    counters.every(({ ledger, labels, movesWithUse }) => {
      const heads = refusedCount ? countedHeads(ledger, 2 * windowMs + slackMs) : ledger.refusals;
      const trace = steppedTrace(ledger, demand.refusals ? heads : none);
      const searched = {
        leastStepMs: Math.min(windowMs, tickMs),
        mostStepMs: windowMs,
        fromMs: ledger.firstSentMs,
        toMs: ledger.lastAnsweredMs,
      };
      return hasFittingSteps(
        searched,
        (clock) =>
          (isGradual || mayBeginBetween(demand.stepBetween, clock)) &&
          (!demand.labels || movesWithUse || labels.every((label) => mayEndWithStep(label, clock))) &&
          (!demand.admissions || admits(trace, allowance, clock)) &&
          refuses(trace, allowance, clock),
      );
    }),
  );
}

function limiterInSteps(stepped: SteppedKind): LimiterModel {
  return {
    kind: stepped.kind,
    pace: 'in steps',
    announcesEnd: false,
    explains: (counters, allowance, demand) => explainsInSteps(stepped, counters, allowance, demand),
    mostRestored: stepped.mostRestored,
    restsMs: () => 0,
    latestResetMs: ({ windowMs }) => 2 * windowMs,
  };
}

export const limitersInSteps: readonly LimiterModel[] = [bucketInSteps, logInSteps, counterInSteps].map(
  limiterInSteps,
);
