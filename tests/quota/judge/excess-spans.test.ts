import { describe, expect, it } from 'vitest';
import { densestSpan, overlapAtLimit } from '../../../src/quota/judge/excess.ts';
import { type Answer, caseOf, spaced } from './case-of.ts';
import { free } from './trace.ts';

/** Three in ten seconds; a bucket may give one of them, and a step more. */
const plan = { ...free, perMinute: 3, minuteMs: 10_000, keys: [1, 2] };

const densest = (...answers: readonly Answer[]) =>
  densestSpan(
    caseOf(
      [...answers].sort((one, other) => one.sentAtMs - other.sentAtMs),
      { plan },
    ),
  );

describe('the densest span', () => {
  it('holds most within a window, where a bucket explains all', () => {
    const fullest = densest(...spaced(0, 2, 10), ...spaced(12_000, 4, 1_000), ...spaced(30_000, 3, 10));
    expect(fullest).toMatchObject({
      ...{ admitted: 4, refused: 0, fromMs: 12_000, toMs: 15_010, most: 3 },
      ...{ first: { sentAtMs: 12_000 }, last: { sentAtMs: 15_000 } },
    });
    // Ten seconds from the first to the answer of the last, which a window holds and no more.
    const within = (lastMs: number) =>
      densest({ sentAtMs: 10 }, ...spaced(3_000, 2, 10), { sentAtMs: lastMs });
    expect(within(10_000)).toMatchObject({ admitted: 4, fromMs: 10, toMs: 10_010, most: 6 });
    expect(within(10_001)).toBeNull();
    const two = densest(...spaced(0, 4, 2_000), ...spaced(20_000, 5, 2_000), ...spaced(40_000, 5, 2_000));
    expect(two).toMatchObject({
      ...{ admitted: 5, fromMs: 20_000, toMs: 28_010 },
      ...{ first: { sentAtMs: 20_000 }, last: { sentAtMs: 28_000 } },
    });
  });
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
