import type { Ledger, Refusal } from './ledger.ts';
import type { QuotaFigures } from './quota-figures.ts';

/**
 * Refusals that may have followed from one another. A limiter may count refused requests too, or block a key for
 * a window from its last excess: then only the first of a chain has to be justified by what was served.
 */
export interface RefusalChain {
  /** Those of the chain that may have been the first. */
  readonly first: readonly Refusal[];
  readonly startMs: number;
}

/** Parts the refusals of a ledger into chains. */
export function refusalChains(ledger: Ledger, { windowMs, slackMs }: QuotaFigures): RefusalChain[] {
  const chains: Refusal[][] = [];
  let reachMs = Number.NEGATIVE_INFINITY;
  for (const refusal of ledger.refusals) {
    const chain = chains.at(-1);
    if (chain === undefined || refusal.sentAtMs > reachMs) {
      chains.push([refusal]);
    } else {
      chain.push(refusal);
    }
    reachMs = Math.max(reachMs, refusal.answeredAtMs + windowMs + slackMs, refusal.promisedAtMs + slackMs);
  }
  return chains.map(opening);
}

function opening(chain: readonly Refusal[]): RefusalChain {
  let earliestAnswerMs = Number.POSITIVE_INFINITY;
  for (const { answeredAtMs } of chain) {
    earliestAnswerMs = Math.min(earliestAnswerMs, answeredAtMs);
  }
  return {
    first: chain.filter(({ sentAtMs }) => sentAtMs <= earliestAnswerMs),
    startMs: earliestAnswerMs,
  };
}
