import { unjustifiedChains } from './aligned-window.ts';
import type { Explanation, KeyTrace } from './explanation.ts';
import type { Ledger, Refusal } from './ledger.ts';
import type { QuotaFigures } from './quota-figures.ts';
import { type WindowPhase, windowPhases } from './window-phase.ts';

/** Served requests that are looked at for each beginning: more of them would only take time. */
const lookedAt = 400;

/**
 * Counts of this window and the last one, the latter by the share of it that the last `windowMs` still hold: a
 * request is served while their sum is below the limit. The beginning of the windows is tried out.
 */
export function slidingCounter(traces: readonly KeyTrace[], figures: QuotaFigures): Explanation {
  const kind = 'sliding counter';
  let best: Explanation | null = null;
  for (const windows of windowPhases(traces, figures)) {
    if (!traces.every(({ ledger }) => admits(ledger, windows, figures.limit))) {
      continue;
    }
    const unjustified = traces.flatMap((trace) =>
      unjustifiedChains(trace, (refusal) => mostCounted(trace.ledger, refusal, windows) > figures.limit - 1),
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

function admits(ledger: Ledger, windows: WindowPhase, limit: number): boolean {
  const { answered } = ledger.sure;
  const stride = Math.max(1, Math.floor(answered.length / lookedAt));
  // Backwards, so that the last of each burst is among those looked at.
  for (let index = answered.length - 1; index >= 0; index -= stride) {
    if (leastCounted(ledger, answered[index] ?? 0, windows) >= limit) {
      return false;
    }
  }
  return true;
}

/** The least that the counter can have shown to the last of those that it surely served in a window until then. */
function leastCounted(ledger: Ledger, untilMs: number, { begin, windowMs, blurMs }: WindowPhase): number {
  const start = begin(untilMs);
  const blur = blurMs(untilMs);
  const weight = Math.max(0, 1 - (untilMs + blur - start) / windowMs);
  const before = ledger.surely(start - windowMs + blur, start - blur);
  const current = untilMs > start + blur ? ledger.surely(start + blur, untilMs) : 0;
  return current === 0 ? 0 : current - 1 + weight * before;
}

/** The most that the counter can have shown to this refusal. */
function mostCounted(ledger: Ledger, { sentAtMs, answeredAtMs }: Refusal, windows: WindowPhase): number {
  const { begin, windowMs } = windows;
  const blurMs = windows.blurMs(answeredAtMs);
  const last = begin(answeredAtMs + blurMs);
  let most = 0;
  for (let start = begin(sentAtMs - blurMs); start <= last; start += windowMs) {
    const weight = Math.min(1, Math.max(0, 1 - (sentAtMs - blurMs - start) / windowMs));
    const before = ledger.possibly(start - windowMs - blurMs, start + blurMs);
    most = Math.max(most, ledger.possibly(start - blurMs, answeredAtMs) + weight * before);
  }
  return most;
}
