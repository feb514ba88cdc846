import type { Case } from './case.ts';
import type { Times } from './key-ledger.ts';
import type { Allowance } from './limiter-model.ts';
import { countBefore } from './sorted-times.ts';
import { type BucketExcess, excessOf } from './token-bucket.ts';

/** The span with the highest admission relative to its length. */
export interface DensestSpan {
  readonly admitted: number;
  readonly refused: number;
  readonly spanMs: number;
  /** The most that a token bucket could have admitted in it. */
  readonly bucketMost: number;
  /** The entries that begin and end it. */
  readonly first: number;
  readonly last: number;
}

/** The span that a bucket explains least, else the one within a window that holds most; `null` without requests. */
export function densestSpan({ keys, allowance, timeline }: Case): DensestSpan | null {
  let best: DensestSpan | null = null;
  let bestBy = Number.NEGATIVE_INFINITY;
  for (const { ledger } of keys) {
    const excess = excessOf(ledger, allowance, true) ?? fullest(ledger.admitted, allowance);
    if (excess === null || excess.admitted <= allowance.limit) {
      continue;
    }
    const { most } = excess;
    const by = excess.admitted - most;
    if (by > bestBy) {
      const { sent, answered } = ledger.refusals;
      bestBy = by;
      best = {
        admitted: excess.admitted,
        refused: Math.max(0, countBefore(answered, excess.toMs) - countBefore(sent, excess.fromMs)),
        spanMs: excess.toMs - excess.fromMs,
        bucketMost: most,
        first: entryAt(ledger.admittedEntries, timeline.sentAtMs, excess.fromMs),
        last: entryAt(ledger.admittedEntries, timeline.answeredAtMs, excess.toMs),
      };
    }
  }
  return best;
}

function entryAt(entries: Int32Array, time: (index: number) => number, atMs: number): number {
  return entries.find((index) => time(index) === atMs) ?? entries[0] ?? 0;
}

/** The span within a window that holds most. */
function fullest({ sent, answered }: Times, { limit, windowMs, tickMs }: Allowance): BucketExcess | null {
  let best: BucketExcess | null = null;
  let before = 0;
  for (let count = 1; count <= answered.length; count += 1) {
    const toMs = answered[count - 1] as number;
    while ((sent[before] ?? Number.POSITIVE_INFINITY) < toMs - windowMs) {
      before += 1;
    }
    const fromMs = sent[before] ?? toMs;
    if (best === null || count - before > best.admitted) {
      const most = Math.floor(limit + (limit / windowMs) * (toMs - fromMs + tickMs));
      best = { fromMs, toMs, admitted: count - before, most };
    }
  }
  return best;
}
