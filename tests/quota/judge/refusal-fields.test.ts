import { describe, expect, it } from 'vitest';
import { judgeRefusalFields } from '../../../src/quota/judge/retry-after.ts';
import { type Answer, caseOf, saidOf } from './case-of.ts';

const zero = 'quota/remaining-zero';
const noRefusal = { [zero]: 'no 429 with rate limit headers was received' };

/** What is said of Remaining. */
function said(answers: readonly Answer[], given?: Parameters<typeof caseOf>[1]) {
  const judged = caseOf(answers, given);
  judgeRefusalFields(judged);
  const { findings, ...rest } = saidOf(judged);
  return { ...rest, findings: findings.filter(([name]) => String(name).startsWith(zero)) };
}

describe('Remaining of a 429', () => {
  const refused = (answer: Partial<Answer>) =>
    said([{ sentAtMs: 0, status: 429, ...answer }], { decisions: 'unclear' });

  it('is judged whosever key it is, and behind others that are right', () => {
    expect(refused({ remaining: 1, key: 0 }).findings).toHaveLength(1);
    expect(refused({ remaining: 1, key: 7 }).findings).toEqual([]);
    const both = said([
      { sentAtMs: 0, status: 429, remaining: 0 },
      { sentAtMs: 50, status: 429, remaining: 2 },
    ]);
    expect(both.findings.map(([, entries]) => entries)).toEqual([[1]]);
  });

  it('is not looked for elsewhere, in a cache, or where there are no headers at all', () => {
    for (const answer of [{ status: 404 }, { cached: true }, { limit: Number.NaN }]) {
      expect(refused({ remaining: 1, ...answer })).toMatchObject({ findings: [], undecided: noRefusal });
    }
    expect(refused({ remaining: 0 }).undecided[zero]).toBeUndefined();
  });
});
