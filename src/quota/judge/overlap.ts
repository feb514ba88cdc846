import type { Case } from './case.ts';

/** How many requests of one key were under way at once when a limit was reached; 0 where none was, but one at a time. */
export function overlapAtLimit({
  timeline,
  keys,
  allowance,
}: Pick<Case, 'timeline' | 'keys' | 'allowance'>): number {
  let most = 0;
  for (const { ledger } of keys) {
    const { sent, answered, entries } = ledger.refusals;
    let reachMs = Number.NEGATIVE_INFINITY;
    for (let position = 0; position < sent.length; position += 1) {
      const firstMs = answered[position] as number;
      const isInTurn = timeline.phase(entries[position] as number) === 'one-at-a-time';
      if ((sent[position] as number) > reachMs && !isInTurn) {
        most = Math.max(most, ledger.underWay(firstMs));
      }
      reachMs = Math.max(reachMs, firstMs + allowance.windowMs / 4);
    }
  }
  return most;
}
