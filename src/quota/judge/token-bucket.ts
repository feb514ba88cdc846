import { type Allowance, timerMs } from './allowance.ts';
import type { RefusalPolicy } from './blocking.ts';
import { headsOf } from './clock-windows.ts';
import type { KeyLedger } from './key-ledger.ts';
import type { LimiterModel } from './limiter-model.ts';
import { countBefore, countUpTo } from './sorted-times.ts';

/** Sums of times in doubles. */
const rounding = 1e-6;

interface Refill {
  readonly policy: RefusalPolicy;
  /** It is refilled in steps of so many ms, or all the time. */
  readonly ticks: boolean;
}

const refills: readonly Refill[] = [
  { policy: 'none', ticks: true },
  { policy: 'from-first', ticks: false },
  { policy: 'from-last', ticks: false },
];

/** A bucket that holds the limit and refills with it once a window; GCRA is the same. */
export const tokenBucket: LimiterModel = {
  kind: 'token bucket',
  explains: (counters, allowance, demand) =>
    refills.some(
      ({ policy, ticks }) =>
        (!demand.admissions || counters.every(({ ledger }) => excessOf(ledger, allowance, ticks) === null)) &&
        (!demand.refusals || counters.every(({ ledger }) => refuses(ledger, allowance, policy, ticks))),
    ),
};

/** What was surely admitted in a span, where a bucket holds less. */
export interface BucketExcess {
  readonly fromMs: number;
  readonly toMs: number;
  readonly admitted: number;
  /** The most that a bucket could have admitted in it. */
  readonly most: number;
}

/** The span that exceeds a bucket most; `null` where none does. */
export function excessOf({ admitted }: KeyLedger, allowance: Allowance, ticks: boolean): BucketExcess | null {
  const { sent, answered } = admitted;
  const perMs = allowance.limit / allowance.windowMs;
  const full = allowance.limit + perMs * (timerMs + (ticks ? allowance.tickMs : 0));
  let worst: BucketExcess | null = null;
  let worstBy = rounding;
  let begun = 0;
  let least = Number.POSITIVE_INFINITY;
  let leastAt = 0;
  for (let count = 1; count <= answered.length; count += 1) {
    const toMs = answered[count - 1] as number;
    for (; begun < sent.length && (sent[begun] as number) <= toMs; begun += 1) {
      const level = begun - perMs * (sent[begun] as number);
      if (level < least) {
        least = level;
        leastAt = begun;
      }
    }
    const by = count - perMs * toMs - least - full;
    if (by > worstBy) {
      const fromMs = sent[leastAt] as number;
      worstBy = by;
      worst = { fromMs, toMs, admitted: count - leastAt, most: Math.floor(full + perMs * (toMs - fromMs)) };
    }
  }
  return worst;
}

/** Whether each refusal can have found less than one token: more was drawn since some moment than flowed in. */
function refuses(ledger: KeyLedger, allowance: Allowance, policy: RefusalPolicy, ticks: boolean): boolean {
  const heads = headsOf(ledger, allowance, policy);
  if (heads === null) {
    return false;
  }
  const { sent, answered } = ledger.possible;
  const perMs = allowance.limit / allowance.windowMs;
  const lateMs = timerMs + (ticks ? allowance.tickMs : 0);
  const highest = highestLevels(answered, perMs);
  for (let position = 0; position < heads.sent.length; position += 1) {
    const until = (heads.sent[position] as number) - lateMs;
    const drawn = countUpTo(sent, heads.answered[position] as number);
    const before = countBefore(answered, until);
    const since = before === 0 ? Number.NEGATIVE_INFINITY : (highest[before - 1] as number) - perMs * until;
    if (drawn + Math.max(since, -before) <= allowance.limit - 1 - rounding) {
      return false;
    }
  }
  return true;
}

/** Of each answer and those before it, the most that flowed in by it less what was answered before it. */
function highestLevels(answered: Float64Array, perMs: number): Float64Array {
  const highest = new Float64Array(answered.length);
  let most = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < answered.length; position += 1) {
    most = Math.max(most, perMs * (answered[position] as number) - position);
    highest[position] = most;
  }
  return highest;
}
