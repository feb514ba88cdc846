import type { Allowance } from './limiter-model.ts';
import type { StepClock } from './step-search.ts';
import { countUpToStep, rounding, type SteppedKind, type SteppedTrace } from './stepped-trace.ts';
import { bucketBound } from './token-bucket.ts';

/**
 * A bucket that gets what is due since the last step, all at once. Its steps are as long as anybody likes: from those
 * that a steady one may have as well to the whole window, seven tokens every seven seconds among them.
 */
export const bucketInSteps: SteppedKind = {
  kind: 'token bucket in steps',
  remainingBound: bucketBound,
  countsRefused: false,
  stepped: (allowance) => [
    {
      leastStepMs: Math.min(allowance.windowMs, allowance.tickMs),
      mostStepMs: allowance.windowMs,
      admits: (trace, clock) => admits(trace, allowance, clock),
      fills: (trace, clock) => fills(trace, allowance, clock),
    },
  ],
};

function admits(trace: SteppedTrace, { limit, windowMs }: Allowance, clock: StepClock): boolean {
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

/** One that counts in fractions may say one less than it has. */
const saidTooLittle = 1;

function fills(trace: SteppedTrace, { limit, windowMs }: Allowance, clock: StepClock): boolean {
  const perStep = (limit / windowMs) * clock.leastStepMs;
  const levels = highestLevels(trace, (ms) => perStep * clock.latest(ms));
  return trace.fillings.every(({ sentMs, counted, left, isSaid }) => {
    const earliest = clock.earliest(sentMs);
    const before = countUpToStep(trace, clock, earliest);
    const since = before === 0 ? Number.NEGATIVE_INFINITY : (levels[before - 1] as number);
    const open = -(trace.possibleBy[before - 1] ?? 0);
    const most = limit - 1 - left - (isSaid ? saidTooLittle : 0);
    return counted + Math.max(since - perStep * earliest, open) > most + rounding;
  });
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
