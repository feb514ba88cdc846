import type { Case } from './case.ts';

const ofRefusals = [
  'quota/limit-enforced',
  'quota/never-exceeded',
  'quota/fully-granted',
  'quota/shared-across-operations',
  'quota/isolated-between-keys',
  'quota/remaining-zero',
  'quota/retry-after-present',
  'quota/retry-after-readable',
  'quota/retry-after-proportionate',
  'quota/retry-after-honest',
  'quota/reset-honest',
];

/** Reports why nothing can be decided: a rejected key, or one that is exhausted for the day. */
export function leaveUnusableOpen({ timeline, plan, keys, notes }: Case): void {
  const own = new Set(plan.keys);
  let rejected = 0;
  let answered = 0;
  for (let index = 0; index < timeline.length; index += 1) {
    if (own.has(timeline.key(index)) && timeline.status(index) !== 0) {
      answered += 1;
      rejected += timeline.status(index) === 401 ? 1 : 0;
    }
  }
  if (answered === 0 || rejected === answered) {
    const reason =
      answered === 0
        ? 'no response was received with a key of this plan'
        : 'the key was refused (401): pass a valid one';
    for (const requirement of ofRefusals) {
      notes.leaveOpen(requirement, reason);
    }
    return;
  }
  const usedUp = keys.some(
    ({ ledger }) =>
      ledger.refusals.entries.length === 0 && ledger.entries.some((index) => timeline.status(index) === 429),
  );
  if (usedUp) {
    for (const requirement of ofRefusals) {
      notes.leaveOpen(
        requirement,
        'the daily quota of the key is used up: run again tomorrow, or pass a key with more of its day left',
      );
    }
  }
}
