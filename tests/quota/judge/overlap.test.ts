import { expect, it } from 'vitest';
import { overlapAtLimit } from '../../../src/quota/judge/excess.ts';
import { type Answer, caseOf, spaced } from './case-of.ts';
import { free } from './trace.ts';

const plan = { ...free, minuteMs: 10_000, keys: [1, 2] };
const overlap = (...answers: readonly Answer[]) => overlapAtLimit(caseOf(answers, { plan }));
const refused = (sentAtMs: number, other: Partial<Answer> = {}): Answer => ({
  sentAtMs,
  status: 429,
  ...other,
});

it('is counted anew a quarter of a window after a refusal', () => {
  // The first refusal came at 10: until 2,510 the others follow from it.
  const again = (sentAtMs: number) => overlap(refused(0), ...spaced(sentAtMs, 4, 0), refused(sentAtMs));
  expect([again(2_510), again(2_511)]).toEqual([1, 5]);
  expect(overlap(refused(0), refused(2_000), ...spaced(4_000, 4, 0), refused(4_000))).toBe(1);
  expect(overlap(refused(0), refused(2_000), ...spaced(4_511, 4, 0), refused(4_511))).toBe(5);
});

it('is not that of requests sent one at a time', () => {
  const inTurn = { phase: 'one-at-a-time' as const };
  expect(overlap(...spaced(0, 4, 0, inTurn), refused(0, inTurn))).toBe(0);
  expect(overlap(refused(0, inTurn), ...spaced(2_000, 4, 0), refused(2_000))).toBe(0);
});
