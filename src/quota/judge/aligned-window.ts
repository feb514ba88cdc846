import { type Explanation, judgeableChains, type KeyTrace } from './explanation.ts';
import type { Ledger, Refusal } from './ledger.ts';
import type { QuotaFigures } from './quota-figures.ts';
import type { RefusalChain } from './refusal-chain.ts';
import { countBefore } from './sorted-times.ts';
import { type WindowPhase, windowPhases } from './window-phase.ts';

/** Windows one after the other, aligned to a clock: their beginning is tried out, one for all keys. */
export function alignedWindow(traces: readonly KeyTrace[], figures: QuotaFigures): Explanation {
  const kind = 'fixed window aligned to the clock';
  if (traces.some(({ mostUnderOneReset }) => mostUnderOneReset > figures.limit)) {
    return { kind, admits: false, unjustified: [] };
  }
  let best: Explanation | null = null;
  for (const windows of windowPhases(traces, figures)) {
    if (!traces.every(({ ledger }) => fits(ledger, windows, figures.limit))) {
      continue;
    }
    const unjustified = traces.flatMap((trace) =>
      unjustifiedChains(trace, (refusal) => filled(trace.ledger, refusal, windows, figures.limit)),
    );
    if (best === null || unjustified.length < best.unjustified.length) {
      best = { kind, admits: true, unjustified };
      if (unjustified.length === 0) {
        break;
      }
    }
  }
  return best ?? { kind, admits: false, unjustified: [] };
}

function fits(ledger: Ledger, windows: WindowPhase, limit: number): boolean {
  const { sent } = ledger.sure;
  for (let index = 0; index < sent.length; ) {
    const begin = windows.begin(sent[index] ?? 0);
    const end = begin + windows.windowMs;
    if (ledger.surely(begin + windows.blurMs(begin), end - windows.blurMs(end)) > limit) {
      return false;
    }
    index = countBefore(sent, end);
  }
  return true;
}

/** Whether a window that the refusal may have fallen into can have been used up before. */
function filled(ledger: Ledger, refusal: Refusal, windows: WindowPhase, limit: number): boolean {
  const { sentAtMs, answeredAtMs } = refusal;
  const blurMs = windows.blurMs(answeredAtMs);
  const last = windows.begin(answeredAtMs + blurMs);
  for (let begin = windows.begin(sentAtMs - blurMs); begin <= last; begin += windows.windowMs) {
    const until = Math.min(answeredAtMs, begin + windows.windowMs + blurMs);
    if (ledger.possibly(begin - blurMs, until) >= limit) {
      return true;
    }
  }
  return false;
}

export function unjustifiedChains(trace: KeyTrace, justified: (refusal: Refusal) => boolean): RefusalChain[] {
  return judgeableChains(trace).filter(({ first }) => !first.some(justified));
}
