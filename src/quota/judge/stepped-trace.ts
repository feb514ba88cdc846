import type { Heads } from './blocking.ts';
import type { KeyLedger } from './key-ledger.ts';
import type { Allowance, Announcement, LimiterModel } from './limiter-model.ts';
import { countWhile } from './sorted-times.ts';
import type { StepClock } from './step-search.ts';

/** The maximum number of evaluated times of each kind; more would only take time. */
const lookedAt = 2048;

/**
 * What was drawn on a counter, thinned out so that a contradiction in it is one of the whole: spans begin with some
 * of the requests and end with some of the answers, and what lies between is counted in full.
 */
export interface SteppedTrace {
  /** Requests that were surely admitted: when some were sent, and how many were sent before. */
  readonly sentMs: Float64Array;
  readonly sentBefore: Float64Array;
  /** The time of responses, and their number by then. */
  readonly answeredMs: Float64Array;
  readonly answeredBy: Float64Array;
  /** Requests that may have been counted: the time of the last response of some, and the number before the first. */
  readonly possibleMs: Float64Array;
  readonly possibleBefore: Float64Array;
  readonly possibleBy: Float64Array;
  readonly fillings: readonly Filling[];
}

/** A time at which the quota was exhausted, or nearly. */
export interface Filling {
  readonly sentMs: number;
  /** How many can have been counted by then. */
  readonly counted: number;
  /** Less than one more than this was left. */
  readonly left: number;
  /** Whether an answer said so. */
  readonly isSaid: boolean;
}

/** The refusals that must have found the quota exhausted. */
interface Fillings {
  /** Refusals that have to be justified by what was admitted. */
  readonly heads: Heads;
  readonly announcements: readonly Announcement[];
  /** Whether refused requests may count too, within this time before an announcement. */
  readonly refusedReachMs: number | null;
}

export function steppedTrace(ledger: KeyLedger, { heads, ...said }: Fillings): SteppedTrace {
  const { admitted, possible } = ledger;
  const sends = thinned(admitted.sent.length);
  const answers = thinned(admitted.answered.length);
  const blocks = thinned(possible.length);
  const ends = blocks.map((_, block) => blocks[block + 1] ?? possible.length);
  return {
    sentMs: sends.map((position) => admitted.sent[position] as number),
    sentBefore: sends,
    answeredMs: answers.map((position) => admitted.answered[position] as number),
    answeredBy: answers.map((position) => position + 1),
    possibleMs: ends.map((end) => possible.answeredAt(end - 1)),
    possibleBefore: blocks,
    possibleBy: ends,
    fillings: [
      ...Array.from(thinned(heads.sent.length), (position) => ({
        sentMs: heads.sent[position] as number,
        counted: possible.sentUpTo(heads.answered[position] as number),
        left: 0,
        isSaid: false,
      })),
      ...said.announcements.map((one) => announced(ledger, one, said.refusedReachMs)),
    ],
  };
}

function announced(
  ledger: KeyLedger,
  { sentMs, answeredMs, remaining }: Announcement,
  refusedReachMs: number | null,
): Filling {
  const refused = refusedReachMs === null ? 0 : ledger.possiblyRefused(sentMs - refusedReachMs, answeredMs);
  return { sentMs, counted: ledger.possible.sentUpTo(answeredMs) + refused, left: remaining, isSaid: true };
}

/** Evenly distributed positions, including the first. */
function thinned(count: number): Float64Array {
  const stride = Math.max(1, Math.ceil(count / lookedAt));
  return Float64Array.from({ length: Math.ceil(count / stride) }, (_, position) => position * stride);
}

/** A limiter with a clock that is constant within a step. */
export interface SteppedKind extends Pick<LimiterModel, 'kind' | 'remainingBound'> {
  /** Whether it may count what it refused. */
  readonly countsRefused: boolean;
  /** Limiters with this limit that differ in their steps. */
  stepped(allowance: Allowance): readonly SteppedLimiter[];
}

/** One of them, whose steps are as long as is known: each counter may move on at moments of its own. */
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
