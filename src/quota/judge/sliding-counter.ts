import { alignedWindows, phasesTried, unjustifiedChains } from './aligned-window.ts';
import type { Explanation, KeyTrace } from './explanation.ts';
import type { Ledger, Refusal } from './ledger.ts';
import type { QuotaFigures } from './quota-figures.ts';

/** Served requests that are looked at for each beginning: more of them would only take time. */
const lookedAt = 400;

/**
 * Counts of this window and the last one, the latter by the share of it that the last `windowMs` still hold: a
 * request is served while their sum is below the limit. The beginning of the windows is tried out.
 */
export function slidingCounter(traces: readonly KeyTrace[], figures: QuotaFigures): Explanation {
  const kind = 'sliding counter';
  const step = figures.windowMs / phasesTried;
  let best: Explanation | null = null;
  for (let phase = 0; phase < phasesTried; phase += 1) {
    const estimate = estimates(phase * step, step, figures);
    if (!traces.every(({ ledger }) => admits(ledger, estimate, figures.limit))) {
      continue;
    }
    const unjustified = traces.flatMap((trace) =>
      unjustifiedChains(trace, (refusal) => estimate.most(trace.ledger, refusal) > figures.limit - 1),
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

interface Estimates {
  /** The least that the counter can have shown when this served request was decided. */
  readonly least: (ledger: Ledger, sentAtMs: number, answeredAtMs: number) => number;
  /** The most that it can have shown to this refusal. */
  readonly most: (ledger: Ledger, refusal: Refusal) => number;
}

function estimates(phaseMs: number, stepMs: number, figures: QuotaFigures): Estimates {
  const { begin, windowMs, blurMs } = alignedWindows(phaseMs, stepMs, figures);
  return {
    least(ledger, sentAtMs, answeredAtMs) {
      const start = begin(sentAtMs);
      if (answeredAtMs + blurMs >= start + windowMs || sentAtMs - blurMs < start) {
        // In which of two windows it was decided can't be told.
        return 0;
      }
      const weight = Math.max(0, 1 - (answeredAtMs + blurMs - start) / windowMs);
      return (
        ledger.surely(start + blurMs, sentAtMs) +
        weight * ledger.surely(start - windowMs + blurMs, start - blurMs)
      );
    },
    most(ledger, { sentAtMs, answeredAtMs }) {
      let most = 0;
      const last = begin(answeredAtMs + blurMs);
      for (let start = begin(sentAtMs - blurMs); start <= last; start += windowMs) {
        const weight = Math.min(1, 1 - (sentAtMs - blurMs - start) / windowMs);
        const before = ledger.possibly(start - windowMs - blurMs, start + blurMs);
        most = Math.max(most, ledger.possibly(start - blurMs, answeredAtMs) + weight * before);
      }
      return most;
    },
  };
}

function admits(ledger: Ledger, estimate: Estimates, limit: number): boolean {
  const { sent } = ledger.sure;
  const stride = Math.max(1, Math.floor(sent.length / lookedAt));
  // Backwards, so that the last of each burst is among those looked at.
  for (let index = sent.length - 1; index >= 0; index -= stride) {
    const sentAtMs = sent[index] ?? 0;
    if (estimate.least(ledger, sentAtMs, ledger.sureAnswers[index] ?? 0) >= limit) {
      return false;
    }
  }
  return true;
}
