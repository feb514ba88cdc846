import type { KeyTrace } from './explanation.ts';
import { drift, type QuotaFigures } from './quota-figures.ts';

/** Windows that follow one another without a gap, as they may lie. */
export interface WindowPhase {
  readonly windowMs: number;
  /** The beginning of the window that holds `timeMs`. */
  readonly begin: (timeMs: number) => number;
  /** How far a beginning near `timeMs` may be off, either way: clocks drift. */
  readonly blurMs: (timeMs: number) => number;
}

const cells = 1_200;
const narrowestMs = 0.2;
/** What measuring the time itself may be off by, in ms. */
const clockMs = 1;

/**
 * Every way in which such windows may lie, cut into cells: where many requests were sent or answered at once the
 * cells are narrow, so that an edge that falls among them is told from one beside them.
 */
export function windowPhases(traces: readonly KeyTrace[], { windowMs }: QuotaFigures): WindowPhase[] {
  const sent = traces.map(({ ledger }) => ledger.sure.sent);
  const answered = traces.map(({ ledger }) => ledger.sure.answered);
  const origin = Math.min(...sent.map((times) => times[0] ?? Number.POSITIVE_INFINITY));
  if (!Number.isFinite(origin)) {
    return [phase(0, windowMs, 0, windowMs)];
  }
  const events = Float64Array.from(
    [...sent, ...answered].flatMap((times) => Array.from(times, (time) => (time - origin) % windowMs)),
  ).sort();
  const most = Math.max(2, events.length / cells);
  const phases: WindowPhase[] = [];
  const cut = (from: number, to: number, first: number, end: number): void => {
    if (end - first > most && to - from > narrowestMs) {
      const middle = (from + to) / 2;
      let split = first;
      while (split < end && (events[split] ?? 0) < middle) {
        split += 1;
      }
      cut(from, middle, first, split);
      cut(middle, to, split, end);
    } else {
      phases.push(phase(origin + (from + to) / 2, windowMs, (to - from) / 2, origin));
    }
  };
  const step = windowMs / cells;
  let first = 0;
  for (let cell = 0; cell < cells; cell += 1) {
    let end = first;
    while (end < events.length && (events[end] ?? 0) < (cell + 1) * step) {
      end += 1;
    }
    cut(cell * step, (cell + 1) * step, first, end);
    first = end;
  }
  return phases;
}

function phase(beginMs: number, windowMs: number, halfCellMs: number, origin: number): WindowPhase {
  return {
    windowMs,
    begin: (timeMs) => beginMs + Math.floor((timeMs - beginMs) / windowMs) * windowMs,
    blurMs: (timeMs) => halfCellMs + clockMs + Math.abs(timeMs - origin) * drift,
  };
}
