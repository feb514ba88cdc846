import {
  countedHeads,
  countingPolicies,
  type Heads,
  headsOf,
  noHeads,
  type RefusalPolicy,
} from './blocking.ts';
import type { KeyLedger } from './key-ledger.ts';
import {
  type Allowance,
  type Counter,
  type Demand,
  drift,
  type LimiterModel,
  secondMs,
} from './limiter-model.ts';
import { Sliding } from './remaining-bounds.ts';
import { countBefore, countUpTo } from './sorted-times.ts';

/** A beginning of windows need not be known more closely, in ms. */
const closeEnoughMs = 8;
/** The maximum number of evaluated requests per window start; more would only take time. */
const lookedAt = 500;
/** Sums of shares in doubles. */
const rounding = 1e-6;

/**
 * Counts of this window and of the one before, the latter by the share that the last `windowMs` still hold of it:
 * one more is admitted while they are below the limit.
 */
export const slidingCounter: LimiterModel = {
  kind: 'sliding counter',
  announcesEnd: false,
  // It forgets counted refusals as quickly as admissions. What is left is rounded down, and a part of one still admits.
  mostRestored: (ledger, { limit, windowMs, slackMs, tickMs }, fromMs, toMs) => {
    const refused = ledger.possiblyRefused(fromMs - 2 * windowMs, toMs);
    const perMs = (limit + refused) / windowMs;
    return 1 + perMs * (toMs - fromMs) + Math.max(1, perMs * (tickMs + slackMs));
  },
  restsMs: ({ windowMs, slackMs }) => windowMs - slackMs,
  latestResetMs: ({ windowMs }) => 2 * windowMs,
  remainingBound: counterBound,
  explains: (counters, allowance, demand) =>
    (demand.refusals ? countingPolicies : countingPolicies.slice(0, 1)).some((policy) => {
      const heads = counters.map(({ ledger }) => headsToJustify(ledger, allowance, demand, policy));
      return heads.every((some) => some !== null) && hasBeginning(counters, heads, allowance, demand);
    }),
};

/** With any number of segments, a request at the end of a segment has the lowest weight. */
export function counterBound({ limit, windowMs, slackMs, tickMs }: Allowance): Sliding {
  return new Sliding(limit, windowMs - slackMs - tickMs, 'for less and less');
}

/** The refusals that admitted requests must explain, and those that counted refusals may help to explain. */
interface Justification {
  readonly byAdmitted: Heads;
  readonly byAll: Heads | null;
}

function headsToJustify(
  ledger: KeyLedger,
  allowance: Allowance,
  demand: Demand,
  policy: RefusalPolicy,
): Justification | null {
  if (!demand.refusals) {
    return { byAdmitted: noHeads, byAll: null };
  }
  if (policy === 'counted') {
    const reachMs = 2 * allowance.windowMs + allowance.slackMs;
    return { byAdmitted: countedHeads(ledger, reachMs), byAll: ledger.refusals };
  }
  const heads = headsOf(ledger, allowance, policy);
  return heads === null ? null : { byAdmitted: heads, byAll: null };
}

/** Where windows may begin, and how much quicker or slower the clock may go that they follow. */
interface Box {
  readonly beginMs: number;
  readonly beginHalfMs: number;
  readonly rate: number;
  readonly rateHalf: number;
}

/**
 * Looks for a beginning, and a rate of the clock: a box of both is tried with edges that may lie anywhere in it,
 * left where even so nothing fits, and else halved.
 */
function hasBeginning(
  counters: readonly Counter[],
  justifications: readonly Justification[],
  allowance: Allowance,
  demand: Demand,
): boolean {
  const { windowMs } = allowance;
  const first = counters.reduce((least, { ledger }) => Math.min(least, ledger.firstSentMs), 1 / 0);
  const last = counters.reduce((most, { ledger }) => Math.max(most, ledger.lastAnsweredMs), -1 / 0);
  const halfMs = (last - first) / 2;
  const middleMs = first + halfMs;
  const boxes: Box[] = [
    { beginMs: middleMs, beginHalfMs: windowMs / 2, rate: 1, rateHalf: halfMs === 0 ? 0 : drift },
  ];
  for (let box = boxes.pop(); box !== undefined; box = boxes.pop()) {
    const driftHalfMs = box.rateHalf * halfMs;
    const edges: Edges = {
      limit: allowance.limit,
      tickMs: secondMs,
      windowMs: windowMs * box.rate,
      beginMs: box.beginMs,
      blurMs: momentMs + box.beginHalfMs,
      drift: box.rateHalf,
    };
    const fits = counters.every(
      ({ ledger }, position) =>
        (!demand.admissions || admits(ledger, edges)) &&
        refuses(ledger, justifications[position] as Justification, edges),
    );
    if (fits && box.beginHalfMs <= closeEnoughMs && driftHalfMs <= closeEnoughMs) {
      return true;
    }
    if (fits) {
      boxes.push(...halves(box, driftHalfMs));
    }
  }
  return false;
}

function halves(box: Box, driftHalfMs: number): readonly Box[] {
  if (box.beginHalfMs >= driftHalfMs) {
    const beginHalfMs = box.beginHalfMs / 2;
    return [-beginHalfMs, beginHalfMs].map((by) => ({ ...box, beginMs: box.beginMs + by, beginHalfMs }));
  }
  const rateHalf = box.rateHalf / 2;
  return [-rateHalf, rateHalf].map((by) => ({ ...box, rate: box.rate + by, rateHalf }));
}

/** The possible duration of reading a clock, in ms. */
const momentMs = 2;

/** Windows that begin at `beginMs` and every window from there, as closely as can be known. */
interface Edges {
  readonly limit: number;
  readonly windowMs: number;
  readonly beginMs: number;
  readonly blurMs: number;
  /** The possible lag of the clock for the weights. */
  readonly tickMs: number;
  /** The increase of `blurMs` per ms of distance from `beginMs`. */
  readonly drift: number;
}

function windowOf({ beginMs, windowMs }: Edges, timeMs: number): number {
  return beginMs + Math.floor((timeMs - beginMs) / windowMs) * windowMs;
}

function blurAt({ beginMs, blurMs, drift: perMs }: Edges, timeMs: number): number {
  return blurMs + perMs * Math.abs(timeMs - beginMs);
}

function admits(ledger: KeyLedger, edges: Edges): boolean {
  const last = windowOf(edges, ledger.lastAnsweredMs) + edges.windowMs;
  for (let start = windowOf(edges, ledger.firstSentMs); start <= last; start += edges.windowMs) {
    if (!admitsIn(ledger, edges, start)) {
      return false;
    }
  }
  return true;
}

/** The last one of any that were surely admitted in a window saw all the others. */
function admitsIn({ admitted }: KeyLedger, edges: Edges, start: number): boolean {
  const { sent, answered } = admitted;
  const { limit, windowMs } = edges;
  const blurMs = blurAt(edges, start);
  const from = countBefore(answered, start - blurMs);
  const to = countUpTo(answered, start + windowMs - blurMs);
  const gone = countBefore(sent, start + blurMs);
  // Those near the beginning count at least by the share, in whichever of the two windows they were.
  const goneBefore = countBefore(sent, start - windowMs + blurMs);
  const stride = Math.max(1, Math.floor((to - from) / lookedAt));
  for (let position = to - 1; position >= from; position -= stride) {
    const share = Math.min(1, Math.max(0, 1 - ((answered[position] as number) - start + blurMs) / windowMs));
    const now = Math.max(0, position - gone);
    const before = position - goneBefore - now;
    if (now + before * share >= limit) {
      return false;
    }
  }
  return true;
}

function refuses(ledger: KeyLedger, { byAdmitted, byAll }: Justification, edges: Edges): boolean {
  return (
    isUsedUp(ledger, byAdmitted, edges, false) && (byAll === null || isUsedUp(ledger, byAll, edges, true))
  );
}

/** Whether each of these can have found more than the limit less one. */
function isUsedUp(ledger: KeyLedger, heads: Heads, edges: Edges, refusedCount: boolean): boolean {
  const count = heads.sent.length;
  const stride = Math.max(1, Math.floor(count / lookedAt));
  for (let position = count - 1; position >= 0; position -= stride) {
    const sentMs = heads.sent[position] as number;
    const answeredMs = heads.answered[position] as number;
    if (!foundUsedUp(ledger, sentMs, answeredMs, edges, refusedCount)) {
      return false;
    }
  }
  return true;
}

function foundUsedUp(
  ledger: KeyLedger,
  sentMs: number,
  answeredMs: number,
  edges: Edges,
  refusedCount: boolean,
): boolean {
  const { windowMs, limit, tickMs } = edges;
  const blurMs = blurAt(edges, sentMs);
  const last = windowOf(edges, answeredMs + blurMs);
  for (let start = windowOf(edges, sentMs - blurMs); start <= last; start += windowMs) {
    const until = Math.min(answeredMs, start + windowMs + blurMs);
    const share = Math.min(1, 1 - (sentMs - blurMs - tickMs - start) / windowMs);
    const own = refusedCount ? 1 : 0;
    const now = mostIn(ledger, start - blurMs, until, refusedCount);
    const before = mostIn(ledger, start - windowMs - blurMs, until, refusedCount) - now;
    if (now - own + before * Math.max(0, share) > limit - 1 - rounding) {
      return true;
    }
  }
  return false;
}

function mostIn(ledger: KeyLedger, fromMs: number, toMs: number, refusedCount: boolean): number {
  return ledger.possibly(fromMs, toMs) + (refusedCount ? ledger.possiblyRefused(fromMs, toMs) : 0);
}
