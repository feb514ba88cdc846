import type { Case, JudgedKey } from './case.ts';
import { entriesOf } from './key-entries.ts';
import { judgeOneLessAtFirst } from './one-less-at-first.ts';
import { judgePromisedLess } from './promised-less.ts';
import { judgePromisedMore } from './promised-more.ts';
import { saysMinute } from './request-class.ts';

const zero = 'quota/remaining-zero';
const countsDown = 'rate/remaining-counts-down';

/** What `Remaining` says, and whether it comes true. */
export function judgeRemaining(judged: Case): void {
  judgeZero(judged);
  const { keys, notes, decisions } = judged;
  if (decisions !== 'explained') {
    notes.leaveOpen(
      countsDown,
      decisions === 'in steps'
        ? 'the limiter refills in steps, and the time of the next step is not known'
        : 'X-RateLimit-Remaining can only be judged where a permitted limiter explains what was served and refused',
    );
    return;
  }
  if (notes.accuses('quota/isolated-between-keys')) {
    notes.leaveOpenFor(countsDown, 'quota/isolated-between-keys', 'other keys share this quota');
    return;
  }
  for (const key of keys) {
    if (exceedsLimit(judged, key)) {
      notes.leaveOpenFor(
        countsDown,
        'rate/headers-well-formed',
        'X-RateLimit-Remaining is above X-RateLimit-Limit',
      );
      continue;
    }
    judgePromisedMore(judged, key);
    judgePromisedLess(judged, key);
    judgeOneLessAtFirst(judged, key);
    supportCount(judged, key);
  }
  notes.leaveOpen(
    countsDown,
    'no two served requests announced X-RateLimit-Remaining of the minute',
    'if-silent',
  );
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
        ? 'A 429 has no X-RateLimit-Remaining that is a whole number'
        : `A 429 has X-RateLimit-Remaining: ${remaining}`,
      expected: 'X-RateLimit-Remaining: 0',
      actual: unreadable ? 'none that can be read' : `X-RateLimit-Remaining: ${remaining}`,
      entry: index,
      related: [],
      restsOnTiming: false,
    });
  }
  if (!judgedAny) {
    notes.leaveOpen(zero, 'no 429 with rate limit headers was received');
  }
}

function supportCount({ timeline, plan, notes }: Case, { ledger }: JudgedKey): void {
  const said = ledger.admittedEntries.filter(
    (index) => saysMinute(timeline, index, plan) && !Number.isNaN(timeline.remaining(index)),
  );
  if (said.length > 1) {
    notes.support(countsDown, Array.from(said.subarray(0, 2)));
  }
}
