import { type Explanation, judgeableChains, type KeyTrace } from './explanation.ts';
import type { Ledger, Refusal } from './ledger.ts';
import type { QuotaFigures } from './quota-figures.ts';
import type { RefusalChain } from './refusal-chain.ts';
import { countBefore } from './sorted-times.ts';

/** Beginnings of windows that are tried, from 0 up to the window's length. */
export const phasesTried = 1_200;

/** Windows one after the other, aligned to a clock: their beginning is tried out, one for all keys. */
export function alignedWindow(traces: readonly KeyTrace[], figures: QuotaFigures): Explanation {
  const kind = 'fixed window aligned to the clock';
  if (traces.some(({ mostUnderOneReset }) => mostUnderOneReset > figures.limit)) {
    return { kind, admits: false, unjustified: [] };
  }
  const step = figures.windowMs / phasesTried;
  let best: Explanation | null = null;
  for (let phase = 0; phase < phasesTried; phase += 1) {
    const windows = alignedWindows(phase * step, step, figures);
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

/** Where the windows begin, as far as it can be known: the beginning of the one that holds `timeMs`. */
interface AlignedWindows {
  readonly begin: (timeMs: number) => number;
  readonly windowMs: number;
  /** How far a beginning may be off, either way. */
  readonly blurMs: number;
}

/** The windows of one beginning. */
export function alignedWindows(
  phaseMs: number,
  stepMs: number,
  { windowMs, slackMs }: QuotaFigures,
): AlignedWindows {
  return {
    begin: (timeMs) => phaseMs + Math.floor((timeMs - phaseMs) / windowMs) * windowMs,
    windowMs,
    blurMs: slackMs + stepMs / 2,
  };
}

function fits(ledger: Ledger, windows: AlignedWindows, limit: number): boolean {
  const { sent } = ledger.sure;
  for (let index = 0; index < sent.length; ) {
    const begin = windows.begin(sent[index] ?? 0);
    const end = begin + windows.windowMs;
    if (ledger.surely(begin + windows.blurMs, end - windows.blurMs) > limit) {
      return false;
    }
    index = countBefore(sent, end);
  }
  return true;
}

/** Whether a window that the refusal may have fallen into can have been used up before. */
function filled(ledger: Ledger, refusal: Refusal, windows: AlignedWindows, limit: number): boolean {
  const { sentAtMs, answeredAtMs } = refusal;
  const last = windows.begin(answeredAtMs + windows.blurMs);
  for (let begin = windows.begin(sentAtMs - windows.blurMs); begin <= last; begin += windows.windowMs) {
    const until = Math.min(answeredAtMs, begin + windows.windowMs + windows.blurMs);
    if (ledger.possibly(begin - windows.blurMs, until) >= limit) {
      return true;
    }
  }
  return false;
}

export function unjustifiedChains(trace: KeyTrace, justified: (refusal: Refusal) => boolean): RefusalChain[] {
  return judgeableChains(trace).filter(({ first }) => !first.some(justified));
}
