import type { Case, JudgedKey } from './case.ts';
import { judgeOneLessAtFirst } from './one-less-at-first.ts';
import { judgePromisedLess } from './promised-less.ts';
import { judgePromisedMore } from './promised-more.ts';
import { saysMinute } from './request-class.ts';

const countsDown = 'rate/remaining-counts-down';

/** Judges `Remaining`: its values and whether they are correct. */
export function judgeRemaining(judged: Case): void {
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
  if (notes.hasFlagged('quota/isolated-between-keys')) {
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

function supportCount({ timeline, plan, notes }: Case, { ledger }: JudgedKey): void {
  const said = ledger.admittedEntries.filter(
    (index) => saysMinute(timeline, index, plan) && !Number.isNaN(timeline.remaining(index)),
  );
  if (said.length > 1) {
    notes.support(countsDown, Array.from(said.subarray(0, 2)));
  }
}
