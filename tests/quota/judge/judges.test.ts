import { expect, it } from 'vitest';
import { judgeEarlyRefusals } from '../../../src/quota/judge/early-refusal.ts';
import { judgeExcess } from '../../../src/quota/judge/excess.ts';
import { judges } from '../../../src/quota/judge/judge-quota.ts';
import { judgeNeighbours, judgeSharedCount } from '../../../src/quota/judge/neighbours.ts';
import { judgeRemaining } from '../../../src/quota/judge/remaining.ts';
import { judgeReset } from '../../../src/quota/judge/reset.ts';
import { judgeRefusalFields, judgeRetryAfter } from '../../../src/quota/judge/retry-after.ts';

type Judge = (typeof judges)[number];

it('each judge comes once, after those whose findings explain its own', () => {
  const follows = (later: Judge, ...earlier: Judge[]) =>
    earlier.every((one) => judges.indexOf(one) >= 0 && judges.indexOf(one) < judges.indexOf(later));
  expect(follows(judgeRetryAfter, judgeRefusalFields)).toBe(true);
  expect(follows(judgeEarlyRefusals, judgeSharedCount, judgeExcess, judgeRetryAfter)).toBe(true);
  expect(follows(judgeNeighbours, judgeSharedCount, judgeEarlyRefusals)).toBe(true);
  expect(follows(judgeReset, judgeExcess, judgeRetryAfter)).toBe(true);
  expect(follows(judgeRemaining, judgeNeighbours)).toBe(true);
  expect(new Set(judges).size).toBe(judges.length);
});
