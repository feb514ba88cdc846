import type { Case, JudgedKey } from './case.ts';
import { entriesOf } from './key-entries.ts';
import { judgeOneLessAtFirst } from './one-less-at-first.ts';
import { judgePromisedLess } from './promised-less.ts';
import { judgePromisedMore } from './promised-more.ts';

const zero = 'quota/remaining-zero';
const countsDown = 'rate/remaining-counts-down';

/** What `Remaining` says, and whether it comes true. */
export function judgeRemaining(judged: Case): void {
  judgeZero(judged);
  const { keys, notes, decisions, inSteps } = judged;
  if (decisions !== 'explained') {
    notes.leaveOpen(
      countsDown,
      inSteps
        ? 'the limiter gives back in steps, and nobody can say when the next one comes'
        : 'what is left can only be told where the limit itself holds: mend that first',
    );
    return;
  }
  if (notes.accuses('quota/isolated-between-keys')) {
    notes.leaveOpen(
      countsDown,
      'other keys take from what is left (quota/isolated-between-keys): mend that first',
    );
    return;
  }
  for (const key of keys) {
    if (exceedsLimit(judged, key)) {
      notes.leaveOpen(
        countsDown,
        'X-RateLimit-Remaining is above X-RateLimit-Limit (rate/headers-well-formed): mend that first',
      );
      continue;
    }
    judgePromisedMore(judged, key);
    judgePromisedLess(judged, key);
    judgeOneLessAtFirst(judged, key);
    supportCount(judged, key);
  }
}

function exceedsLimit({ timeline }: Case, { ledger }: JudgedKey): boolean {
  return ledger.entries.some((index) => timeline.remaining(index) > timeline.limit(index));
}

/** Every 429, whatever it speaks of. One without any of the three headers is judged elsewhere. */
function judgeZero({ timeline, plan, notes }: Case): void {
  let judgedAny = false;
  for (const index of entriesOf(timeline, [0, ...plan.keys])) {
    if (timeline.status(index) !== 429 || timeline.cached(index) || Number.isNaN(timeline.limit(index))) {
      continue;
    }
    judgedAny = true;
    const remaining = timeline.remaining(index);
    if (remaining === 0) {
      notes.support(zero, [index]);
      continue;
    }
    const unreadable = Number.isNaN(remaining);
    notes.accuse({
      requirement: zero,
      kind: unreadable ? 'no-number' : 'not-zero',
      message: unreadable
        ? 'A 429 has no X-RateLimit-Remaining that is a whole number from 0 on'
        : `A 429 says that ${remaining} are left`,
      expected: 'X-RateLimit-Remaining: 0',
      actual: unreadable ? 'none that can be read' : `X-RateLimit-Remaining: ${remaining}`,
      entry: index,
      related: [],
      restsOnTiming: false,
    });
  }
  if (!judgedAny) {
    notes.leaveOpen(zero, 'no 429 with rate headers came');
  }
}

function supportCount({ notes }: Case, { ledger }: JudgedKey): void {
  if (ledger.admitted.sent.length > 1) {
    notes.support(countsDown, Array.from(ledger.admittedEntries.subarray(0, 2)));
  }
}
