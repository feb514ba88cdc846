import { expect, it } from 'vitest';
import { leaveUnusableOpen } from '../../../src/quota/judge/judge-quota.ts';
import { type Answer, caseOf, saidOf } from './case-of.ts';
import { free } from './trace.ts';

const plan = { ...free, keys: [1, 2] };

/** The one reason that is given for all that refusals would show. */
function reasonFor(...answers: readonly Partial<Answer>[]): string | null {
  const judged = caseOf(
    answers.map((one, position) => ({ sentAtMs: position * 20, ...one })),
    { plan },
  );
  leaveUnusableOpen(judged);
  const { undecided, findings, supported } = saidOf(judged);
  expect([findings, supported]).toEqual([[], {}]);
  const reasons = Object.values(undecided);
  if (reasons.length === 0) {
    return null;
  }
  expect(Object.keys(undecided).sort()).toEqual([
    'quota/fully-granted',
    'quota/isolated-between-keys',
    'quota/limit-enforced',
    'quota/never-exceeded',
    'quota/remaining-zero',
    'quota/reset-honest',
    'quota/retry-after-honest',
    'quota/retry-after-present',
    'quota/retry-after-proportionate',
    'quota/retry-after-readable',
    'quota/shared-across-operations',
  ]);
  expect(new Set(reasons).size).toBe(1);
  return reasons[0] ?? null;
}

const noResponse = 'no response was received with a key of this plan';
const refused = 'the key was refused (401): pass a valid one';
const usedUp =
  'the daily quota of the key is exhausted: run again tomorrow, or pass a key with more daily quota left';
const ofDay = { status: 429, limit: free.perDay };

it('reports that there was no response', () => {
  expect([reasonFor(), reasonFor({ status: 0 })]).toEqual([noResponse, noResponse]);
  expect(reasonFor({ key: 0 }, { key: 9 }, { status: 0, key: 2 })).toBe(noResponse);
  expect(reasonFor({ status: 0 }, { key: 2 })).toBeNull();
});

it('tells that the key was refused', () => {
  expect(reasonFor({ status: 401 }, { status: 401, key: 2 }, { status: 0 })).toBe(refused);
  expect(reasonFor({ status: 401 }, { key: 2 })).toBeNull();
  expect(reasonFor({ status: 401 }, { key: 0 })).toBe(refused);
  expect(reasonFor({ status: 403 })).toBeNull();
});

it('tells that the day of a key is used up, and its minute was not', () => {
  expect(reasonFor({}, ofDay)).toBe(usedUp);
  expect(reasonFor({}, { ...ofDay, key: 2 })).toBe(usedUp);
  expect(reasonFor({}, { status: 429 }, ofDay)).toBeNull();
  expect(reasonFor({}, { status: 429 }, { ...ofDay, key: 2 })).toBe(usedUp);
  expect(reasonFor({}, { ...ofDay, phase: 'day' })).toBeNull();
  expect(reasonFor({}, { status: 503 })).toBeNull();
});
