import { headsOf, noHeads, policies, type RefusalPolicy } from './blocking.ts';
import { fixedWindows, overfullStarts, unjustifiedStarts, type WindowBlur } from './fixed-windows.ts';
import type { KeyLedger } from './key-ledger.ts';
import {
  type Allowance,
  type Counter,
  type Demand,
  drift,
  type LimiterModel,
  timerMs,
} from './limiter-model.ts';
import { type Spans, united, without } from './spans.ts';
import { mislabelledStarts } from './window-labels.ts';

/**
 * Windows that follow each other by a clock, the same for all counters. Every contradiction excludes some of the
 * moments at which one of them can have begun; what is left is followed from each edge to the next.
 */
export const clockWindows: LimiterModel = {
  kind: 'fixed window aligned to the clock',
  ...fixedWindows,
  explains: (counters, allowance, demand) =>
    !counters.some(({ movesWithUse }) => movesWithUse) &&
    (demand.refusals ? policies : policies.slice(0, 1)).some((policy) => {
      const excluded = excludedEdges(counters, allowance, demand, policy);
      return (
        excluded !== null && canBeFollowed(counters, allowance, excluded, tailOf(counters, allowance, demand))
      );
    }),
};

/** By how much one window may be longer or shorter than another, in ms. */
function unevenMs({ windowMs }: Allowance): number {
  return timerMs + drift * windowMs;
}

/** The window that no other follows began after this moment: it is not too full. */
function tailOf(counters: readonly Counter[], { limit }: Allowance, demand: Demand): number {
  let tailMs = Number.NEGATIVE_INFINITY;
  for (const { ledger } of counters) {
    const { sent } = ledger.admitted;
    if (demand.admissions && sent.length > limit) {
      tailMs = Math.max(tailMs, sent[sent.length - limit - 1] as number);
    }
  }
  return tailMs;
}

/** Whether there are edges a window apart from before the first request until after the last. */
function canBeFollowed(
  counters: readonly Counter[],
  allowance: Allowance,
  excluded: Spans,
  tailMs: number,
): boolean {
  const { windowMs } = allowance;
  const uneven = unevenMs(allowance);
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { ledger } of counters) {
    first = Math.min(first, ledger.firstSentMs);
    last = Math.max(last, ledger.lastAnsweredMs);
  }
  let edges = without([[first - windowMs - uneven, first]], excluded);
  while (edges.length > 0) {
    if (edges.some(([, to]) => to > Math.max(last - windowMs - uneven, tailMs))) {
      return true;
    }
    const next = edges.map(([from, to]) => [from + windowMs - uneven, to + windowMs + uneven] as const);
    edges = without(united(next), excluded);
  }
  return counters.length === 0;
}

function excludedEdges(
  counters: readonly Counter[],
  allowance: Allowance,
  demand: Demand,
  policy: RefusalPolicy,
): Spans | null {
  const blur: WindowBlur = { startMs: 0, shorterMs: unevenMs(allowance) };
  const excluded: Spans[] = [];
  for (const { ledger, labels } of counters) {
    if (demand.admissions) {
      excluded.push(...overfullEdges(ledger, allowance, blur));
    }
    const heads = demand.refusals ? headsOf(ledger, allowance, policy) : noHeads;
    const unjustified = heads === null ? null : unjustifiedStarts(ledger, heads, allowance, blur);
    const mislabelled = demand.labels ? mislabelledStarts(labels, allowance, blur) : [];
    if (unjustified === null || mislabelled === null) {
      return null;
    }
    excluded.push(unjustified, mislabelled);
  }
  return united(excluded.flat());
}

/** Edges that leave too much to the window after them, to the one before, or to both together. */
function overfullEdges(ledger: KeyLedger, allowance: Allowance, blur: WindowBlur): readonly Spans[] {
  const lengthMs = allowance.windowMs - blur.shorterMs;
  const after = overfullStarts(ledger, allowance, blur);
  const both = { ...allowance, limit: 2 * allowance.limit, windowMs: 2 * allowance.windowMs };
  const together = overfullStarts(ledger, both, { startMs: 0, shorterMs: 2 * blur.shorterMs });
  return [after, shifted(after, lengthMs), shifted(together, lengthMs)];
}

function shifted(spans: Spans, byMs: number): Spans {
  return spans.map(([from, to]) => [from + byMs, to + byMs] as const);
}
