import { type Explanation, judgeableChains, type KeyTrace } from './explanation.ts';
import type { QuotaFigures } from './quota-figures.ts';

/** A log of the last window: so many requests within any span as long as the window. */
export function slidingLog(traces: readonly KeyTrace[], figures: QuotaFigures): Explanation {
  return {
    kind: 'sliding log',
    admits: traces.every((trace) => admits(trace, figures)),
    unjustified: traces.flatMap((trace) => unjustified(trace, figures)),
  };
}

function admits({ ledger }: KeyTrace, { limit, windowMs, slackMs }: QuotaFigures): boolean {
  return ledger.sure.sent.every(
    (sentAtMs) => ledger.surely(sentAtMs, sentAtMs + windowMs - slackMs) <= limit,
  );
}

function unjustified(trace: KeyTrace, { limit, windowMs, slackMs }: QuotaFigures) {
  const { ledger } = trace;
  return judgeableChains(trace).filter(
    ({ first }) =>
      !first.some(
        ({ sentAtMs, answeredAtMs }) => ledger.possibly(sentAtMs - windowMs - slackMs, answeredAtMs) >= limit,
      ),
  );
}
