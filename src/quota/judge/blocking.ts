import type { Timeline, TimelineEntry } from '../timeline.ts';
import type { KeyLedger } from './key-ledger.ts';
import type { Allowance } from './limiter-model.ts';
import { smallestFrom } from './times.ts';

/**
 * How a limiter treats refused requests. `none`: nothing. `counted`: they count as served ones do. `from-first`,
 * `from-last`: the key is blocked for a window from the first excess, or from each one.
 */
export type RefusalPolicy = 'none' | 'counted' | 'from-first' | 'from-last';

export const policies: readonly RefusalPolicy[] = ['none', 'from-first', 'from-last'];
export const countingPolicies: readonly RefusalPolicy[] = ['none', 'counted', 'from-first', 'from-last'];

/** When a refusal was decided that has to be justified by what was admitted; the others follow from it. */
export type Head = Pick<TimelineEntry, 'sentAtMs' | 'answeredAtMs'>;

/**
 * The refusals that a policy does not justify: of a block, the span in which the first one was decided; `null` if a
 * request was admitted during a block.
 */
export function headsOf(
  ledger: KeyLedger,
  allowance: Allowance,
  policy: RefusalPolicy,
): readonly Head[] | null {
  const { refusals } = ledger;
  if (policy === 'none' || policy === 'counted') {
    return refusals;
  }
  const blurMs = allowance.slackMs + allowance.tickMs;
  const lengthMs = allowance.windowMs;
  const earliestSent = smallestFrom(refusals.map(({ sentAtMs }) => sentAtMs));
  const heads: Head[] = [];
  // Earlier use may have caused a block too.
  let blockedUntil =
    ledger.start === 'unknown' ? ledger.firstSentMs + lengthMs + blurMs : Number.NEGATIVE_INFINITY;
  let surelyUntil = Number.NEGATIVE_INFINITY;
  for (const [position, { sentAtMs, answeredAtMs }] of refusals.entries()) {
    if (sentAtMs > blockedUntil) {
      const head = firstOf(refusals, earliestSent, position);
      heads.push(head);
      surelyUntil = head.sentAtMs + lengthMs - blurMs;
      blockedUntil = answeredAtMs + lengthMs + blurMs;
      if (ledger.surely(answeredAtMs, surelyUntil) > 0) {
        return null;
      }
    } else if (policy === 'from-last' || answeredAtMs >= surelyUntil) {
      blockedUntil = Math.max(blockedUntil, answeredAtMs + lengthMs + blurMs);
      if (policy === 'from-last' && ledger.surely(answeredAtMs, sentAtMs + lengthMs - blurMs) > 0) {
        return null;
      }
    }
  }
  return heads;
}

/**
 * The span in which the first refusal from a position on was decided: that of all refusals sent before the first
 * response, because any of them can be the first.
 */
function firstOf(refusals: Timeline, earliestSent: readonly number[], from: number): Head {
  const firstAnswer = refusals[from]?.answeredAtMs ?? Number.NaN;
  let answeredAtMs = firstAnswer;
  for (
    let position = from;
    (earliestSent[position] ?? Number.POSITIVE_INFINITY) <= firstAnswer;
    position += 1
  ) {
    const refusal = refusals[position] as TimelineEntry;
    answeredAtMs = refusal.sentAtMs <= firstAnswer ? refusal.answeredAtMs : answeredAtMs;
  }
  return { sentAtMs: earliestSent[from] as number, answeredAtMs };
}

/**
 * Where refused requests count, the first of those that follow each other within `reachMs` has nothing but
 * admitted ones before it.
 */
export function countedHeads({ refusals }: KeyLedger, reachMs: number): readonly Head[] {
  const earliestSent = smallestFrom(refusals.map(({ sentAtMs }) => sentAtMs));
  const heads: Head[] = [];
  let reach = Number.NEGATIVE_INFINITY;
  for (const [position, { sentAtMs, answeredAtMs }] of refusals.entries()) {
    if (sentAtMs > reach) {
      heads.push(firstOf(refusals, earliestSent, position));
    }
    reach = Math.max(reach, answeredAtMs + reachMs);
  }
  return heads;
}
