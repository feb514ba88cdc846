import { drift, secondMs } from './limiter-model.ts';
import { counterBound } from './sliding-counter.ts';
import { logBound } from './sliding-log.ts';
import type { StepClock } from './step-search.ts';
import {
  countUpToStep,
  type Filling,
  rounding,
  type SteppedKind,
  type SteppedLimiter,
  type SteppedTrace,
} from './stepped-trace.ts';

/** How many segments are counted: this one and those before it. */
interface Segments {
  readonly limit: number;
  readonly count: number;
  /** The weight of the oldest segment: its share within the window, or 0. */
  readonly oldest: 'share' | 'nothing';
}

/** A window of segments, each of which is forgotten as a whole, a window after it began. */
export const logInSteps: SteppedKind = {
  kind: 'sliding log in steps',
  remainingBound: logBound,
  countsRefused: true,
  stepped: ({ limit, windowMs, tickMs }) => [
    ...numbersOfSegments(windowMs, tickMs).map((count) =>
      segmented({ limit, count, oldest: 'nothing' }, windowMs / count),
    ),
    // The clock of real software: of times in whole seconds, those of a window ago may count or not.
    ...(tickMs < secondMs && secondMs < windowMs ? [0, 1] : []).map((more) =>
      segmented({ limit, count: Math.ceil(windowMs / secondMs) + more, oldest: 'nothing' }, secondMs),
    ),
  ],
};

/** A counter of segments, which forgets the oldest as it leaves the window. */
export const counterInSteps: SteppedKind = {
  kind: 'sliding counter in steps',
  remainingBound: counterBound,
  countsRefused: true,
  stepped: ({ limit, windowMs, tickMs }) =>
    numbersOfSegments(windowMs, tickMs).map((count) =>
      segmented({ limit, count, oldest: 'share' }, windowMs / count),
    ),
};

/** A window of one segment is a fixed one or a counter of two windows; of very many, a log. */
function numbersOfSegments(windowMs: number, tickMs: number): readonly number[] {
  const most = Math.floor(windowMs / tickMs);
  return Array.from({ length: Math.max(0, most - 1) }, (_, position) => position + 2);
}

function segmented(segments: Segments, stepMs: number): SteppedLimiter {
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

/** Of what was surely admitted by a moment, the last one found less than the limit among the others. */
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

/** Whether so little was left, by all that can have been counted and was not yet forgotten. */
function isFull(
  trace: SteppedTrace,
  { sentMs, counted, left }: Filling,
  { limit, count, oldest }: Segments,
  clock: StepClock,
): boolean {
  const over = clock.leastOver(sentMs);
  const step = Math.floor(over);
  const since = (first: number) =>
    counted - (trace.possibleBy[countUpToStep(trace, clock, first - 1) - 1] ?? 0);
  const inFull = since(step - count + 1);
  const share = oldest === 'share' ? 1 - (over - step) : 0;
  const inPart = share === 0 ? 0 : since(step - count) - inFull;
  return inFull + share * inPart > limit - 1 - left + rounding;
}
