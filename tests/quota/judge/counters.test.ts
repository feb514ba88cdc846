import { expect, it } from 'vitest';
import { countersBy, minuteEntries } from '../../../src/quota/judge/key-ledger.ts';
import { type Answer, caseOf } from './case-of.ts';
import { epochMs, free } from './trace.ts';

const plan = { ...free, keys: [1, 2] };
const reset = (epochMs + 60_000) / 1000;
const answers: Answer[] = [
  { sentAtMs: 0, remaining: 59, reset },
  { sentAtMs: 20, remaining: 58, operation: 'getPet', reset: reset + 20 },
  { sentAtMs: 40, key: 2 },
  { sentAtMs: 60, status: 403 },
  { sentAtMs: 80, status: 429, operation: 'createPet' },
  { sentAtMs: 100, phase: 'day' },
  { sentAtMs: 120, key: 9 },
];
const { timeline, keys } = caseOf(answers, { plan });

it('the requests of the minute are those of the keys, but the day', () => {
  expect([...minuteEntries(timeline, [1])]).toEqual([0, 1, 3, 4]);
  expect([...minuteEntries(timeline, [1, 2])]).toEqual([0, 1, 2, 3, 4]);
  expect([...minuteEntries(timeline, [])]).toEqual([]);
});

it('requests may be dealt out, those of each key to counters of its own', () => {
  const counters = countersBy(timeline, keys, plan, (index) => timeline.operation(index));
  const dealt = counters.map(({ ledger }) => [[...ledger.entries], ledger.start]);
  // The first of the other key says nothing of what is left.
  expect(dealt).toEqual([
    [[0, 3], 'full'],
    [[1], 'full'],
    [[4], 'full'],
    [[2], 'unknown'],
  ]);
  expect([...(counters[2]?.ledger.refusals.entries ?? [])]).toEqual([4]);
  expect(counters.every(({ labels, movesWithUse }) => labels.length === 0 && !movesWithUse)).toBe(true);
});
