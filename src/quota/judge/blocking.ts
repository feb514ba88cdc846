import type { KeyLedger, Refusals } from './key-ledger.ts';
import type { Allowance } from './limiter-model.ts';
import { smallestFrom } from './sorted-times.ts';

/**
 * How a limiter treats refused requests. `none`: nothing. `counted`: they count as served ones do. `from-first`,
 * `from-last`: the key is blocked for a window from the first excess, or from each one.
 */
export type RefusalPolicy = 'none' | 'counted' | 'from-first' | 'from-last';

export const policies: readonly RefusalPolicy[] = ['none', 'from-first', 'from-last'];
export const countingPolicies: readonly RefusalPolicy[] = ['none', 'counted', 'from-first', 'from-last'];

/** The refusals that have to be justified by what was admitted; the others follow from them. */
export type Heads = Pick<Refusals, 'sent' | 'answered'>;

interface Head {
  readonly sentMs: number;
  readonly answeredMs: number;
}

export const noHeads = asHeads([]);

function asHeads(heads: readonly Head[]): Heads {
  return {
    sent: heads.map(({ sentMs }) => sentMs),
    answered: heads.map(({ answeredMs }) => answeredMs),
  };
}

/**
 * The refusals that a policy does not justify: of a block, the span in which the first one was decided; `null` if a
 * request was admitted during a block.
 */
export function headsOf(ledger: KeyLedger, allowance: Allowance, policy: RefusalPolicy): Heads | null {
  if (policy === 'none' || policy === 'counted') {
    return ledger.refusals;
  }
  const blurMs = allowance.slackMs + allowance.tickMs;
  const lengthMs = allowance.windowMs;
  const { sent, answered } = ledger.refusals;
  const earliestSent = smallestFrom(sent);
  const heads: Head[] = [];
  // Earlier use may have caused a block too.
  let blockedUntil =
    ledger.start === 'unknown' ? ledger.firstSentMs + lengthMs + blurMs : Number.NEGATIVE_INFINITY;
  let surelyUntil = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < sent.length; position += 1) {
    const ownSent = sent[position] as number;
    const ownAnswered = answered[position] as number;
    if (ownSent > blockedUntil) {
      const head = firstOf(ledger.refusals, earliestSent, position);
      heads.push(head);
      surelyUntil = head.sentMs + lengthMs - blurMs;
      blockedUntil = ownAnswered + lengthMs + blurMs;
      if (ledger.surely(ownAnswered, surelyUntil) > 0) {
        return null;
      }
    } else if (policy === 'from-last' || ownAnswered >= surelyUntil) {
      blockedUntil = Math.max(blockedUntil, ownAnswered + lengthMs + blurMs);
      if (policy === 'from-last' && ledger.surely(ownAnswered, ownSent + lengthMs - blurMs) > 0) {
        return null;
      }
    }
  }
  return asHeads(heads);
}

/**
 * The span in which the first refusal from a position on was decided: that of all refusals sent before the first
 * response, because any of them can be the first.
 */
function firstOf({ sent, answered }: Refusals, earliestSent: readonly number[], from: number): Head {
  const firstAnswer = answered[from] as number;
  let answeredMs = firstAnswer;
  for (
    let position = from;
    (earliestSent[position] ?? Number.POSITIVE_INFINITY) <= firstAnswer;
    position += 1
  ) {
    if ((sent[position] as number) <= firstAnswer) {
      answeredMs = answered[position] as number;
    }
  }
  return { sentMs: earliestSent[from] as number, answeredMs };
}

/**
 * Where refused requests count, the first of those that follow each other within `reachMs` has nothing but
 * admitted ones before it.
 */
export function countedHeads(ledger: KeyLedger, reachMs: number): Heads {
  const { sent, answered } = ledger.refusals;
  const earliestSent = smallestFrom(sent);
  const heads: Head[] = [];
  let reach = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < sent.length; position += 1) {
    if ((sent[position] as number) > reach) {
      heads.push(firstOf(ledger.refusals, earliestSent, position));
    }
    reach = Math.max(reach, (answered[position] as number) + reachMs);
  }
  return asHeads(heads);
}
