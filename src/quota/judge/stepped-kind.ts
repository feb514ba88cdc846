import type { Allowance } from './allowance.ts';
import type { LimiterModel } from './limiter-model.ts';
import type { StepClock } from './step-search.ts';
import type { SteppedTrace } from './stepped-trace.ts';

/** A steady limiter that asks a clock which stands still for a step. */
export interface SteppedKind extends Pick<LimiterModel, 'kind' | 'remainingBound'> {
  /** Whether it may count what it refused. */
  readonly countsRefused: boolean;
  /** Limiters of so many requests that differ in their steps. */
  stepped(allowance: Allowance): readonly SteppedLimiter[];
}

/** One of them, whose steps are as long as is known: each counter may move on at moments of its own. */
export interface SteppedLimiter {
  readonly leastStepMs: number;
  readonly mostStepMs: number;
  /** `false` where no clock of these can admit so much. */
  admits(trace: SteppedTrace, clock: StepClock): boolean;
  /** `false` where no clock of these can have left so little whenever that was said. */
  fills(trace: SteppedTrace, clock: StepClock): boolean;
}

/** Sums of shares in doubles. */
export const rounding = 1e-6;

/** How many blocks of a trace were answered in a step or before. */
export function countUpToStep({ possibleMs }: SteppedTrace, clock: StepClock, step: number): number {
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
