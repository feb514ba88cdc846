import { type Explanation, judgeableChains, type KeyTrace } from './explanation.ts';
import type { Refusal } from './ledger.ts';
import type { QuotaFigures } from './quota-figures.ts';
import type { RefusalChain } from './refusal-chain.ts';
import { countBefore, countUpTo } from './sorted-times.ts';

/**
 * A bucket of `limit` tokens that refills evenly within the window, and GCRA, which is the same. Either it
 * refills in steps and refuses only what finds it empty; or it refills steadily and may block a key for a window
 * after an excess.
 */
export function tokenBucket(traces: readonly KeyTrace[], figures: QuotaFigures): Explanation {
  const stepwise = inSteps(traces, figures);
  if (stepwise.admits && stepwise.unjustified.length === 0) {
    return stepwise;
  }
  const steady = steadily(traces, figures);
  return steady.admits || !stepwise.admits ? steady : stepwise;
}

/** A bucket that blocks nobody: every single refusal found it empty. */
function inSteps(traces: readonly KeyTrace[], figures: QuotaFigures): Explanation {
  return {
    kind: 'token bucket',
    admits: traces.every((trace) => admits(trace, figures, figures.tickMs)),
    unjustified: traces.flatMap(({ ledger, knownFromMs }) => {
      const emptied = emptiedBefore(ledger.possible, figures, figures.tickMs);
      return ledger.refusals
        .filter((refusal) => refusal.answeredAtMs >= knownFromMs && !emptied(refusal))
        .map((refusal): RefusalChain => ({ first: [refusal], startMs: refusal.answeredAtMs }));
    }),
  };
}

function steadily(traces: readonly KeyTrace[], figures: QuotaFigures): Explanation {
  return {
    kind: 'token bucket',
    admits: traces.every((trace) => admits(trace, figures, 0)),
    unjustified: traces.flatMap((trace) => {
      const emptied = emptiedBefore(trace.ledger.possible, figures, 0);
      return judgeableChains(trace).filter(({ first }) => !first.some(emptied));
    }),
  };
}

/** No span holds more than a full bucket and what flows in meanwhile. */
function admits({ ledger }: KeyTrace, figures: QuotaFigures, tickMs: number): boolean {
  const { limit, windowMs, slackMs } = figures;
  const perMs = limit / windowMs;
  const { sent, answered } = ledger.sure;
  let before = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < answered.length; index += 1) {
    const answeredAtMs = answered[index] ?? 0;
    for (let sentAtMs = sent[before]; sentAtMs !== undefined && sentAtMs <= answeredAtMs; ) {
      least = Math.min(least, before - perMs * sentAtMs);
      before += 1;
      sentAtMs = sent[before];
    }
    if (index + 1 - perMs * answeredAtMs - least > limit + perMs * (tickMs + slackMs) + 1e-6) {
      return false;
    }
  }
  return true;
}

/** Whether a refusal can have found the bucket empty: from some moment on more was drawn than flowed in. */
function emptiedBefore(
  { sent, answered }: { readonly sent: Float64Array; readonly answered: Float64Array },
  { limit, windowMs, slackMs }: QuotaFigures,
  tickMs: number,
): (refusal: Refusal) => boolean {
  const perMs = limit / windowMs;
  const most = new Float64Array(answered.length);
  let best = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < answered.length; index += 1) {
    best = Math.max(best, perMs * (answered[index] ?? 0) - index);
    most[index] = best;
  }
  return ({ sentAtMs, answeredAtMs }) => {
    const drawn = countUpTo(sent, answeredAtMs);
    const until = sentAtMs - tickMs - slackMs;
    const starts = countBefore(answered, until);
    const filledBefore =
      starts === 0
        ? Number.NEGATIVE_INFINITY
        : drawn + (most[starts - 1] ?? Number.NEGATIVE_INFINITY) - perMs * until;
    // Since the bucket was last full no time has passed in which a token could flow in.
    const justNow = drawn - countBefore(answered, until);
    return Math.max(filledBefore, justNow) > limit - 1 + 1e-6;
  };
}
