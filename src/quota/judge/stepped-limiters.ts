import { countedHeads } from './blocking.ts';
import type { KeyLedger, Times } from './key-ledger.ts';
import { type Allowance, drift, type LimiterModel, secondMs } from './limiter-model.ts';
import {
  countUpToStep,
  type Filling,
  hasFittingSteps,
  rounding,
  type StepClock,
  type SteppedLimiter,
  type SteppedTrace,
  steppedTrace,
} from './step-search.ts';
import { largestUpTo } from './times.ts';
import type { WindowLabel } from './window-labels.ts';

function bucketAdmits(trace: SteppedTrace, { limit, windowMs }: Allowance, clock: StepClock): boolean {
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
}

/** A bucket with fractional tokens may announce one less than it has. */
const saidTooLittle = 1;

function fills(trace: SteppedTrace, { limit, windowMs }: Allowance, clock: StepClock): boolean {
  const perStep = (limit / windowMs) * clock.leastStepMs;
  // By the number of blocks: the refill by the end of one, less the requests counted before it.
  const levels = largestUpTo(
    trace.possibleMs.map((ms, at) => perStep * clock.latest(ms) - (trace.possibleBefore[at] as number)),
  );
  return trace.fillings.every(({ sentMs, counted, left, isSaid }) => {
    const earliest = clock.earliest(sentMs);
    const before = countUpToStep(trace, clock, earliest);
    const since = before === 0 ? Number.NEGATIVE_INFINITY : (levels[before - 1] as number);
    const open = -(trace.possibleBy[before - 1] ?? 0);
    const most = limit - 1 - left - (isSaid ? saidTooLittle : 0);
    return counted + Math.max(since - perStep * earliest, open) > most + rounding;
  });
}

/** The number of segments that count: this one and those before it. */
interface Segments {
  /** By how much the clock for the share of the oldest one may be late, in ms (0). */
  readonly lagMs?: number;
  readonly limit: number;
  readonly count: number;
  /** The weight of the oldest segment: its share within the window, or 0. */
  readonly oldest: 'share' | 'nothing';
}

/** A window of one segment is a fixed one or a counter of two windows; of very many, a log. */
function numbersOfSegments(windowMs: number, tickMs: number): readonly number[] {
  const most = Math.floor(windowMs / tickMs);
  return Array.from({ length: Math.max(0, most - 1) }, (_, position) => position + 2);
}

export function segmented(segments: Segments, stepMs: number): SteppedLimiter {
  return {
    leastStepMs: stepMs * (1 - drift),
    mostStepMs: stepMs * (1 + drift),
    admits: (trace, clock) =>
      admits(trace, segments, clock) &&
      // Near a step, the side of each request is unknown, but each is on one side.
      admits(trace, { limit: 2 * segments.limit, count: 2 * segments.count, oldest: 'nothing' }, clock),
    fills: (trace, clock) => trace.fillings.every((filling) => isFull(trace, filling, segments, clock)),
  };
}

/** Whether each request that was surely admitted by a time can have found less than the limit. */
function admits(
  { sentMs, sentBefore, answeredMs, answeredBy }: SteppedTrace,
  { limit, count, oldest }: Segments,
  clock: StepClock,
): boolean {
  let partly = 0;
  let fully = 0;
  for (let position = 0; position < answeredMs.length; position += 1) {
    const over = clock.mostOver(answeredMs[position] as number);
    const step = Math.floor(over);
    while (fully < sentMs.length && clock.earliest(sentMs[fully] as number) <= step - count) {
      fully += 1;
    }
    while (partly < fully && clock.earliest(sentMs[partly] as number) < step - count) {
      partly += 1;
    }
    const by = answeredBy[position] as number;
    const inFull = Math.max(0, by - (sentBefore[fully] ?? Number.POSITIVE_INFINITY));
    const inPart = Math.max(0, by - (sentBefore[partly] ?? Number.POSITIVE_INFINITY)) - inFull;
    const share = oldest === 'share' ? 1 - (over - step) : 0;
    if (inFull + share * inPart > limit + 1 - rounding) {
      return false;
    }
  }
  return true;
}

/** Whether so little can have been left: everything counts that may have been counted and has not expired. */
function isFull(
  trace: SteppedTrace,
  { sentMs, counted, left }: Filling,
  { limit, count, oldest, lagMs = 0 }: Segments,
  clock: StepClock,
): boolean {
  const over = clock.leastOver(sentMs);
  const step = Math.floor(over);
  const since = (first: number) =>
    counted - (trace.possibleBy[countUpToStep(trace, clock, first - 1) - 1] ?? 0);
  const inFull = since(step - count + 1);
  const share = oldest === 'share' ? Math.min(1, 1 - (over - step) + lagMs / clock.leastStepMs) : 0;
  const inPart = share === 0 ? 0 : since(step - count) - inFull;
  return inFull + share * inPart > limit - 1 - left + rounding;
}

/** Whether a step can begin when `Reset` says: a window that slides in steps announces one of them. */
function mayEndWithStep({ earliestMs, latestMs }: WindowLabel, clock: StepClock): boolean {
  return clock.latest(latestMs) > clock.earliest(earliestMs);
}

/**
 * A limiter with a clock that is constant within a step: each counter may advance at its own times.
 *
 * @param countsRefused whether it may count what it refused
 * @param stepped limiters with this limit that differ in their steps
 */
function limiterInSteps(
  kind: LimiterModel['kind'],
  countsRefused: boolean,
  stepped: (allowance: Allowance) => readonly SteppedLimiter[],
): LimiterModel {
  return {
    kind,
    announcesEnd: false,
    mostRestored: () => Number.POSITIVE_INFINITY,
    restsMs: () => 0,
    latestResetMs: ({ windowMs }) => 2 * windowMs,
    explains: (counters, allowance, demand) => {
      // A limiter that counts refused requests explains everything that one without them does.
      const reachMs = countsRefused && demand.refusals ? 2 * allowance.windowMs + allowance.slackMs : null;
      const traces = counters.map(({ ledger }) => {
        const heads = reachMs === null ? ledger.refusals : countedHeads(ledger, reachMs);
        return steppedTrace(ledger, {
          // A limiter of admitted requests was empty at most, however often it was asked before.
          possible: countsRefused ? ledger.possible : withEarlierUpTo(allowance.limit, ledger),
          heads: demand.refusals ? heads : [],
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

export const limitersInSteps: readonly LimiterModel[] = [
  // A bucket that refills in steps, with everything due since the last one. Its steps have any length, up to the whole
  // window: seven tokens every seven seconds, for example.
  limiterInSteps('token bucket in steps', false, (allowance) => [
    {
      leastStepMs: Math.min(allowance.windowMs, allowance.tickMs),
      mostStepMs: allowance.windowMs,
      admits: (trace, clock) => bucketAdmits(trace, allowance, clock),
      fills: (trace, clock) => fills(trace, allowance, clock),
    },
  ]),
  // A window of segments, each of which expires as a whole, one window after its start.
  limiterInSteps('sliding log in steps', true, ({ limit, windowMs, tickMs }) => [
    ...numbersOfSegments(windowMs, tickMs).map((count) =>
      segmented({ limit, count, oldest: 'nothing' }, windowMs / count),
    ),
    // With times in whole seconds, requests of a window ago may count or not.
    ...(tickMs < secondMs && secondMs < windowMs ? [0, 1] : []).map((more) =>
      segmented({ limit, count: Math.ceil(windowMs / secondMs) + more, oldest: 'nothing' }, secondMs),
    ),
  ]),
  // A counter of segments, whose oldest expires gradually as it leaves the window.
  limiterInSteps('sliding counter in steps', true, ({ limit, windowMs, tickMs }) =>
    numbersOfSegments(windowMs, tickMs).map((count) =>
      segmented({ limit, count, oldest: 'share' }, windowMs / count),
    ),
  ),
];

/** The possible times after an earlier use of at most `count` requests. */
function withEarlierUpTo(count: number, { possible: { sent, answered }, earlier }: KeyLedger): Times {
  const surplus = Math.max(0, earlier - count);
  return { sent: sent.slice(surplus), answered: answered.slice(surplus) };
}
