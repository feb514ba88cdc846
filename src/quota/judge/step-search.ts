import type { Head } from './blocking.ts';
import type { KeyLedger, Times } from './key-ledger.ts';
import type { Announcement } from './limiter-model.ts';
import { countUpTo, countWhile } from './times.ts';

/**
 * By how much a step may begin earlier or later than its clock says, in ms: a timer that begins it is late by up to
 * twice as much and never early. More would let one step come before a request for one reason, and after it for another.
 */
export const exactMs = 10;
/** The precision of the search, in ms. */
const closeEnoughMs = 8;
/** The maximum number of evaluated boxes; if not refuted by then, a limiter counts as possible. */
const mostBoxes = 30_000;

/** Clocks that advance in steps: a range of steps per ms, and of the share of a step that is over at `originMs`. */
interface Box {
  readonly leastPerMs: number;
  readonly mostPerMs: number;
  readonly leastShare: number;
  readonly mostShare: number;
}

/** The step of a time by any clock of a box. */
export class StepClock {
  readonly leastStepMs: number;
  readonly mostStepMs: number;
  readonly #box: Box;
  readonly #originMs: number;
  readonly #unevenMs: number;

  constructor(box: Box, originMs: number, unevenMs: number) {
    this.#box = box;
    this.#originMs = originMs;
    this.#unevenMs = unevenMs;
    this.leastStepMs = 1 / box.mostPerMs;
    this.mostStepMs = 1 / box.leastPerMs;
  }

  /** The least number of steps that can be over at a moment, and a share of one. */
  leastOver(ms: number): number {
    const { leastPerMs, mostPerMs, leastShare } = this.#box;
    const since = ms - this.#unevenMs - this.#originMs;
    return since * (since < 0 ? mostPerMs : leastPerMs) + leastShare;
  }

  /** The most of them. */
  mostOver(ms: number): number {
    const { leastPerMs, mostPerMs, mostShare } = this.#box;
    const since = ms + this.#unevenMs - this.#originMs;
    return since * (since < 0 ? leastPerMs : mostPerMs) + mostShare;
  }

  /** The number of the earliest possible step of a time. */
  earliest(ms: number): number {
    return Math.floor(this.leastOver(ms));
  }

  /** The number of the latest one. */
  latest(ms: number): number {
    return Math.floor(this.mostOver(ms));
  }
}

/** The range of clocks to search. */
export interface SearchedSteps {
  readonly leastStepMs: number;
  readonly mostStepMs: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** By how much a step may begin earlier or later than its clock says, in ms (10). */
  readonly unevenMs?: number;
}

/**
 * Whether a clock with matching steps may exist. A box of clocks is dropped if none of it can fit, accepted if its
 * centre fits, and otherwise halved, so only refuted clocks are ruled out.
 *
 * @param fits `false` only if no clock of a box can fit
 */
export function hasFittingSteps(searched: SearchedSteps, fits: (clock: StepClock) => boolean): boolean {
  const { fromMs, toMs, unevenMs = exactMs } = searched;
  const originMs = (fromMs + toMs) / 2;
  const halfMs = (toMs - fromMs) / 2;
  const boxes: Box[] = [
    {
      leastPerMs: 1 / searched.mostStepMs,
      mostPerMs: 1 / searched.leastStepMs,
      leastShare: 0,
      mostShare: 1,
    },
  ];
  for (let looked = 0; looked < mostBoxes; looked += 1) {
    const box = boxes.pop();
    if (box === undefined) {
      return false;
    }
    if (!fits(new StepClock(box, originMs, unevenMs))) {
      continue;
    }
    if (
      blurOf(box, halfMs) * (1 / box.mostPerMs) <= closeEnoughMs ||
      fits(new StepClock(middleOf(box), originMs, unevenMs))
    ) {
      return true;
    }
    boxes.push(...halves(box, halfMs));
  }
  return true;
}

/** The maximum difference of the clocks of a box in steps. */
function blurOf({ leastPerMs, mostPerMs, leastShare, mostShare }: Box, halfMs: number): number {
  return (mostPerMs - leastPerMs) * halfMs + (mostShare - leastShare);
}

function middleOf({ leastPerMs, mostPerMs, leastShare, mostShare }: Box): Box {
  const perMs = (leastPerMs + mostPerMs) / 2;
  const share = (leastShare + mostShare) / 2;
  return { leastPerMs: perMs, mostPerMs: perMs, leastShare: share, mostShare: share };
}

function halves(box: Box, halfMs: number): readonly [Box, Box] {
  const middle = middleOf(box);
  return (box.mostPerMs - box.leastPerMs) * halfMs > box.mostShare - box.leastShare
    ? [
        { ...box, leastPerMs: middle.leastPerMs },
        { ...box, mostPerMs: middle.mostPerMs },
      ]
    : [
        { ...box, leastShare: middle.leastShare },
        { ...box, mostShare: middle.mostShare },
      ];
}

/**
 * The use of a counter, sampled so that each contradiction in it contradicts the whole: spans begin with some of the
 * requests and end with some of the responses, and everything in between counts.
 */
export interface SteppedTrace {
  /** Requests that were surely admitted: when some were sent, and how many were sent before. */
  readonly sentMs: readonly number[];
  readonly sentBefore: readonly number[];
  /** The time of responses, and their number by then. */
  readonly answeredMs: readonly number[];
  readonly answeredBy: readonly number[];
  /** Requests that may have been counted: the time of the last response of some, and the number before the first. */
  readonly possibleMs: readonly number[];
  readonly possibleBefore: readonly number[];
  readonly possibleBy: readonly number[];
  readonly fillings: readonly Filling[];
}

/** A time at which the quota was exhausted, or nearly. */
export interface Filling {
  readonly sentMs: number;
  /** The maximum number counted by then. */
  readonly counted: number;
  /** Less than one more than this was left. */
  readonly left: number;
  /** Whether a response announced it. */
  readonly isSaid: boolean;
}

/** The refusals that must have found the quota exhausted. */
interface Fillings {
  /** Requests that may have been counted. */
  readonly possible: Times;
  /** Refusals that only admitted requests can justify. */
  readonly heads: readonly Head[];
  readonly announcements: readonly Announcement[];
  /** Whether refused requests may count too, within this time before an announcement. */
  readonly refusedReachMs: number | null;
  /** The maximum number of evaluated times of each kind (2,048): more take time. */
  readonly most?: number;
}

export function steppedTrace(
  ledger: KeyLedger,
  { heads, possible, most = 2048, ...said }: Fillings,
): SteppedTrace {
  const { admitted } = ledger;
  const sends = thinned(admitted.sent.length, most);
  const answers = thinned(admitted.answered.length, most);
  const blocks = thinned(possible.sent.length, most);
  const ends = blocks.map((_, block) => blocks[block + 1] ?? possible.sent.length);
  return {
    sentMs: sends.map((position) => admitted.sent[position] as number),
    sentBefore: sends,
    answeredMs: answers.map((position) => admitted.answered[position] as number),
    answeredBy: answers.map((position) => position + 1),
    possibleMs: ends.map((end) => possible.answered[end - 1] as number),
    possibleBefore: blocks,
    possibleBy: ends,
    fillings: [
      ...thinned(heads.length, most).map((position) => {
        const { sentAtMs, answeredAtMs } = heads[position] as Head;
        return { sentMs: sentAtMs, counted: countUpTo(possible.sent, answeredAtMs), left: 0, isSaid: false };
      }),
      ...said.announcements.map(({ sentMs, answeredMs, remaining }) => ({
        sentMs,
        counted:
          countUpTo(possible.sent, answeredMs) + refusedBy(ledger, sentMs, answeredMs, said.refusedReachMs),
        left: remaining,
        isSaid: true,
      })),
    ],
  };
}

function refusedBy(ledger: KeyLedger, sentMs: number, answeredMs: number, reachMs: number | null): number {
  return reachMs === null ? 0 : ledger.possiblyRefused(sentMs - reachMs, answeredMs);
}

/** Evenly distributed positions, including the first. */
function thinned(count: number, most: number): readonly number[] {
  const stride = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / stride) }, (_, position) => position * stride);
}

/** A limiter with steps of a known length: each counter may advance at its own times. */
export interface SteppedLimiter {
  readonly leastStepMs: number;
  readonly mostStepMs: number;
  /** `false` if no clock of these can admit that many. */
  admits(trace: SteppedTrace, clock: StepClock): boolean;
  /** `false` if no clock of these explains the announced remaining requests. */
  fills(trace: SteppedTrace, clock: StepClock): boolean;
}

/** Sums of shares in doubles. */
export const rounding = 1e-6;

/** The number of blocks of a trace with responses in or before a step. */
export function countUpToStep({ possibleMs }: SteppedTrace, clock: StepClock, step: number): number {
  return countWhile(possibleMs.length, (at) => clock.latest(possibleMs[at] as number) <= step);
}
