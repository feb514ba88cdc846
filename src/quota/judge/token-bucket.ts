import { type Head, headsOf, policies, type RefusalPolicy } from './blocking.ts';
import type { KeyLedger } from './key-ledger.ts';
import { type Allowance, type LimiterModel, timerMs } from './limiter-model.ts';
import { countBefore, countUpTo, largestUpTo } from './times.ts';

/** Sums of times in doubles. */
const rounding = 1e-6;

/** A bucket that holds the limit and refills with it once a window; GCRA is the same. */
export const tokenBucket: LimiterModel = {
  kind: 'token bucket',
  announcesEnd: false,
  mostRestored: (_, { limit, windowMs, slackMs, tickMs }, fromMs, toMs) =>
    1 + (limit / windowMs) * (toMs - fromMs + tickMs + slackMs),
  restsMs: ({ windowMs, limit }) => windowMs / limit,
  latestResetMs: ({ windowMs, limit }, used = limit) => (used * windowMs) / limit,
  explains: (counters, allowance, demand) =>
    policies.some((policy) => {
      // One that also blocks refills continuously.
      const ticks = policy === 'none';
      return (
        (!demand.admissions || counters.every(({ ledger }) => excessOf(ledger, allowance, ticks) === null)) &&
        (!demand.refusals || counters.every(({ ledger }) => refuses(ledger, allowance, policy, ticks)))
      );
    }),
};

/** The longest refill step, in ms: by the coarsest clock, or by whole tokens. */
function stepMs({ tickMs, windowMs, limit }: Allowance): number {
  return Math.max(tickMs, windowMs / limit);
}

/** The requests certainly admitted in a span, if a bucket grants fewer. */
export interface BucketExcess {
  readonly fromMs: number;
  readonly toMs: number;
  readonly admitted: number;
  /** The most that a bucket could have admitted in it. */
  readonly most: number;
}

/** The span with the largest excess over a bucket, or `null`. */
export function excessOf({ admitted }: KeyLedger, allowance: Allowance, ticks: boolean): BucketExcess | null {
  const { sent, answered } = admitted;
  const perMs = allowance.limit / allowance.windowMs;
  const full = allowance.limit + perMs * (timerMs + (ticks ? stepMs(allowance) : 0));
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

function refuses(ledger: KeyLedger, allowance: Allowance, policy: RefusalPolicy, ticks: boolean): boolean {
  const heads = headsOf(ledger, allowance, policy);
  return heads !== null && areEmpty(ledger, heads, allowance, timerMs + (ticks ? stepMs(allowance) : 0));
}

/**
 * Whether each refusal can have found less than one token: since some time more was used than refilled. `lateMs`: the
 * possible delay of the refill.
 */
function areEmpty(
  { possible }: KeyLedger,
  heads: readonly Head[],
  allowance: Allowance,
  lateMs: number,
): boolean {
  const perMs = allowance.limit / allowance.windowMs;
  const most = allowance.limit - 1 - rounding;
  // Over the first responses, the maximum of the refill less the earlier responses.
  const levels = largestUpTo(
    Array.from({ length: possible.sent.length }, (_, at) => perMs * (possible.answered[at] as number) - at),
  );
  return heads.every(({ sentAtMs, answeredAtMs }) => {
    const untilMs = sentAtMs - lateMs;
    const drawn = countUpTo(possible.sent, answeredAtMs);
    const before = countBefore(possible.answered, untilMs);
    const since = (levels[before - 1] ?? Number.NEGATIVE_INFINITY) - perMs * untilMs;
    return drawn + Math.max(since, -before) > most;
  });
}
