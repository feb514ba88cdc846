import type { KeyLedger, Refusals } from './key-ledger.ts';
import type { Allowance } from './limiter-model.ts';
import { smallestFrom } from './sorted-times.ts';

/**
 * What a limiter makes of refused requests. `none`: nothing. `counted`: they count as served ones do.
 * `from-first`, `from-last`: the key is blocked for a window from the first excess, or from each one.
 */
export type RefusalPolicy = 'none' | 'counted' | 'from-first' | 'from-last';

/** The refusals that have to be justified by what was admitted; the others follow from them. */
export type Heads = Pick<Refusals, 'sent' | 'answered'>;

/**
 * The refusals that began a block, each as the span in which the first one was decided; `null` if a request was
 * admitted during a block.
 */
export function blockHeads(
  ledger: KeyLedger,
  allowance: Allowance,
  policy: 'from-first' | 'from-last',
): Heads | null {
  const blurMs = allowance.slackMs + allowance.tickMs;
  const lengthMs = allowance.windowMs;
  const { sent, answered } = ledger.refusals;
  const earliestSent = smallestFrom(sent);
  const heads = { sent: [] as number[], answered: [] as number[] };
  // An earlier use may have brought a block too.
  let blockedUntil =
    ledger.start === 'unknown' ? ledger.firstSentMs + lengthMs + blurMs : Number.NEGATIVE_INFINITY;
  let surelyUntil = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < sent.length; position += 1) {
    const ownSent = sent[position] as number;
    const ownAnswered = answered[position] as number;
    if (ownSent > blockedUntil) {
      const head = firstOf(ledger.refusals, earliestSent, position);
      heads.sent.push(head.sentMs);
      heads.answered.push(head.answeredMs);
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
  return { sent: Float64Array.from(heads.sent), answered: Float64Array.from(heads.answered) };
}

/** Which of the refusals from a position on was decided first is not known: any that was sent before the first answer. */
function firstOf(
  { sent, answered }: Refusals,
  earliestSent: Float64Array,
  from: number,
): { readonly sentMs: number; readonly answeredMs: number } {
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
  const heads = { sent: [] as number[], answered: [] as number[] };
  let reach = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < sent.length; position += 1) {
    if ((sent[position] as number) > reach) {
      const head = firstOf(ledger.refusals, earliestSent, position);
      heads.sent.push(head.sentMs);
      heads.answered.push(head.answeredMs);
    }
    reach = Math.max(reach, (answered[position] as number) + reachMs);
  }
  return { sent: Float64Array.from(heads.sent), answered: Float64Array.from(heads.answered) };
}
