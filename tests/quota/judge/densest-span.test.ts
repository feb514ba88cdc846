import { describe, expect, it } from 'vitest';
import { densestSpan } from '../../../src/quota/judge/excess.ts';
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
      ...{ admitted: 4, refused: 0, spanMs: 3_010, bucketMost: 3 },
      ...{ first: { sentAtMs: 12_000 }, last: { sentAtMs: 15_000 } },
    });
    // Ten seconds from the first to the answer of the last, which a window holds and no more.
    const within = (lastMs: number) =>
      densest({ sentAtMs: 10 }, ...spaced(3_000, 2, 10), { sentAtMs: lastMs });
    expect(within(10_000)).toMatchObject({ admitted: 4, spanMs: 10_000, bucketMost: 6 });
    expect(within(10_001)).toBeNull();
    const two = densest(...spaced(0, 4, 2_000), ...spaced(20_000, 5, 2_000), ...spaced(40_000, 5, 2_000));
    expect(two).toMatchObject({
      ...{ admitted: 5, spanMs: 8_010 },
      ...{ first: { sentAtMs: 20_000 }, last: { sentAtMs: 28_000 } },
    });
  });
});
