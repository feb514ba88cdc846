import { expect, it } from 'vitest';
import { overlapAtLimit } from '../../../src/quota/judge/excess.ts';
import { fullestSpan } from '../../../src/quota/judge/key-ledger.ts';
import { type Answer, caseOf, spaced } from './case-of.ts';
import { free } from './trace.ts';

it('is the fullest within a length', () => {
  const fullest = (...answers: readonly Answer[]) => {
    const { admitted } = caseOf(answers).keys[0]?.ledger ?? {};
    return admitted === undefined ? null : fullestSpan(admitted, 10_000);
  };
  const three = [...spaced(0, 2, 10), ...spaced(12_000, 4, 1_000), ...spaced(30_000, 3, 10)];
  expect(fullest(...three)).toEqual({ count: 4, fromMs: 12_000, toMs: 15_010 });
  // Ten seconds from the first to the answer of the last, which the span holds and no more.
  const within = (lastMs: number) => fullest({ sentAtMs: 10 }, ...spaced(3_000, 2, 10), { sentAtMs: lastMs });
  expect(within(10_000)).toEqual({ count: 4, fromMs: 10, toMs: 10_010 });
  expect(within(10_001)).toMatchObject({ count: 3 });
});

const tenSeconds = { ...free, minuteMs: 10_000, keys: [1, 2] };
const overlap = (...answers: readonly Answer[]) => overlapAtLimit(caseOf(answers, { plan: tenSeconds }));
const refused = (sentAtMs: number, other: Partial<Answer> = {}): Answer => ({
  sentAtMs,
  status: 429,
  ...other,
});

it('is counted anew a quarter of a window after a refusal', () => {
  // The first refusal was decided at 10 ms; refusals until 2,510 ms follow from it.
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
