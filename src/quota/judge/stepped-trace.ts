import type { Heads } from './blocking.ts';
import type { KeyLedger } from './key-ledger.ts';

/** Moments of each sort that are looked at: more would only take time. */
const lookedAt = 2048;

/**
 * What was drawn on a counter, thinned out so that a contradiction in it is one of the whole: spans begin with some
 * of the requests and end with some of the answers, and what lies between is counted in full.
 */
export interface SteppedTrace {
  /** Requests that were surely admitted: when some were sent, and how many were sent before. */
  readonly sentMs: Float64Array;
  readonly sentBefore: Float64Array;
  /** When some were answered, and how many were by then. */
  readonly answeredMs: Float64Array;
  readonly answeredBy: Float64Array;
  /** Requests that may have been counted: when the last of some was answered, and how many come before the first. */
  readonly possibleMs: Float64Array;
  readonly possibleBefore: Float64Array;
  readonly possibleBy: Float64Array;
  /** Refusals: when some were sent and answered, and how many can have been counted before each. */
  readonly refusedMs: Float64Array;
  readonly refusedByMs: Float64Array;
  readonly countedBefore: Float64Array;
}

/** `heads`: the refusals that have to be justified by what was admitted. */
export function steppedTrace({ admitted, possible }: KeyLedger, heads: Heads): SteppedTrace {
  const sends = thinned(admitted.sent.length);
  const answers = thinned(admitted.answered.length);
  const blocks = thinned(possible.length);
  const ends = blocks.map((_, block) => blocks[block + 1] ?? possible.length);
  const refused = thinned(heads.sent.length);
  return {
    sentMs: sends.map((position) => admitted.sent[position] as number),
    sentBefore: sends,
    answeredMs: answers.map((position) => admitted.answered[position] as number),
    answeredBy: answers.map((position) => position + 1),
    possibleMs: ends.map((end) => possible.answeredAt(end - 1)),
    possibleBefore: blocks,
    possibleBy: ends,
    refusedMs: refused.map((position) => heads.sent[position] as number),
    refusedByMs: refused.map((position) => heads.answered[position] as number),
    countedBefore: refused.map((position) => possible.sentUpTo(heads.answered[position] as number)),
  };
}

/** Positions of some of so many, evenly, the first among them. */
function thinned(count: number): Float64Array {
  const stride = Math.max(1, Math.ceil(count / lookedAt));
  return Float64Array.from({ length: Math.ceil(count / stride) }, (_, position) => position * stride);
}
