import { unjustifiedChains } from './aligned-window.ts';
import type { Explanation, KeyTrace } from './explanation.ts';
import type { Ledger } from './ledger.ts';
import type { QuotaFigures } from './quota-figures.ts';
import type { RefusalChain } from './refusal-chain.ts';
import { countBefore } from './sorted-times.ts';

/** A window whose beginning lies between two moments. */
interface Window {
  readonly earliestMs: number;
  readonly latestMs: number;
  /** When the first request was sent that surely lies in it, or in a later one. */
  readonly insideFromMs: number;
  /** The earliest moment at which it may be over. */
  readonly overMs: number;
}

/** Windows that begin with the first request after the end of the last one, be it served or not. */
export function anchoredWindow(traces: readonly KeyTrace[], figures: QuotaFigures): Explanation {
  const { limit, windowMs, slackMs } = figures;
  let admits = true;
  const unjustified: RefusalChain[] = [];
  for (const trace of traces) {
    const { ledger } = trace;
    const windows = windowsOf(trace, figures);
    admits &&=
      trace.mostUnderOneReset <= limit &&
      windows.every(
        ({ insideFromMs, overMs }) => insideFromMs >= overMs || ledger.surely(insideFromMs, overMs) <= limit,
      );
    unjustified.push(
      ...unjustifiedChains(trace, ({ sentAtMs, answeredAtMs }) =>
        windows.some(
          ({ earliestMs, latestMs }) =>
            earliestMs <= answeredAtMs &&
            latestMs + windowMs + slackMs >= sentAtMs &&
            ledger.possibly(earliestMs - slackMs, answeredAtMs) >= limit,
        ),
      ),
    );
  }
  return { kind: 'fixed window from the first request', admits, unjustified };
}

function windowsOf({ ledger, knownFromMs }: KeyTrace, { windowMs, slackMs }: QuotaFigures): Window[] {
  const { sent, earliestAnswer } = ledger.attempts;
  const begun = sent[0];
  if (begun === undefined) {
    return [];
  }
  const windows: Window[] = [];
  const fresh = knownFromMs === Number.NEGATIVE_INFINITY;
  let earliestMs = fresh ? begun : begun - windowMs;
  let latestMs = earliestAnswer[0] ?? begun;
  let insideFromMs = begun;
  for (;;) {
    const overMs = earliestMs + windowMs - slackMs;
    windows.push({ earliestMs, latestMs, insideFromMs, overMs });
    const surelyNext = countBefore(sent, latestMs + windowMs + slackMs);
    const next = beginningAfter(ledger, overMs);
    if (next === null) {
      return windows;
    }
    earliestMs = next;
    insideFromMs = sent[surelyNext] ?? Number.POSITIVE_INFINITY;
    latestMs = earliestAnswer[surelyNext] ?? Number.POSITIVE_INFINITY;
  }
}

/** The earliest moment from `overMs` on at which a request can have been decided. */
function beginningAfter({ attempts, possible, refusals }: Ledger, overMs: number): number | null {
  const { sent } = attempts;
  const answeredBefore = countBefore(possible.answered, overMs) + countRefusedBefore(refusals, overMs);
  const sentBefore = countBefore(sent, overMs);
  return sentBefore > answeredBefore ? overMs : (sent[sentBefore] ?? null);
}

function countRefusedBefore(refusals: Ledger['refusals'], timeMs: number): number {
  return refusals.reduce((sum, { answeredAtMs }) => (answeredAtMs < timeMs ? sum + 1 : sum), 0);
}
