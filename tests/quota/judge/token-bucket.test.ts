import { describe, expect, it } from 'vitest';
import { allDecisions } from '../../../src/quota/judge/permitted-limiters.ts';
import { tokenBucket } from '../../../src/quota/judge/token-bucket.ts';
import { atOnce, counterWith, ledgerOf, type Span } from './ledger-of.ts';

/** A token each third of a second, which may be given as late as that, and 60 ms. */
const allowance = { limit: 3, windowMs: 1_000, slackMs: 30, tickMs: 20 };
const explains = (refused: readonly Span[], admitted: readonly Span[], demand = allDecisions) =>
  tokenBucket.explains([counterWith(refused, admitted)], allowance, demand);

describe('a token bucket', () => {
  it('may be closed for a window by what it refused, and is refilled all the time then', () => {
    const refused = (...moments: number[]) => moments.map((atMs): Span => [atMs, atMs]);
    const filled = atOnce(3, 0);
    expect(explains(refused(10, 900), filled)).toBe(true);
    expect(explains(refused(10, 1_061), filled)).toBe(false);
    expect(explains(refused(10, 900, 1_800), filled)).toBe(true);
    expect(explains(refused(10, 900, 1_951), filled)).toBe(false);
    // 60 ms late at most: a third of a second later it had a token.
    expect([explains(refused(393, 900), filled), explains(refused(394, 900), filled)]).toEqual([true, false]);
  });

  it('gives back by time, and says when it is full', () => {
    const ledger = ledgerOf([], []);
    expect(tokenBucket.mostRestored(ledger, allowance, 100, 1_050)).toBeCloseTo(4, 9);
    expect(tokenBucket.restsMs(allowance)).toBeCloseTo(333.333, 2);
    expect([tokenBucket.latestResetMs(allowance), tokenBucket.announcesEnd]).toEqual([1000, false]);
    expect(tokenBucket.kind).toBe('token bucket');
  });
});
