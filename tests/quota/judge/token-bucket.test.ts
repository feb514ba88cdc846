import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admissionsOnly, allDecisions, refusalsOnly } from '../../../src/quota/judge/permitted-limiters.ts';
import { excessOf, tokenBucket } from '../../../src/quota/judge/token-bucket.ts';
import { propertyRuns } from '../../property-runs.ts';
import { atOnce, counterWith, ledgerOf, type Span, spans } from './ledger-of.ts';

/** A token each third of a second, which may be given as late as that, and 60 ms. */
const allowance = { limit: 3, windowMs: 1_000, slackMs: 30, tickMs: 20 };
const explains = (refused: readonly Span[], admitted: readonly Span[], demand = allDecisions) =>
  tokenBucket.explains([counterWith(refused, admitted)], allowance, demand);

describe('a token bucket', () => {
  it('admits its limit at once, with a token and what timers are late by', () => {
    expect(explains([], atOnce(4, 0))).toBe(true);
    expect(explains([], atOnce(5, 0))).toBe(false);
    expect(explains([], atOnce(5, 0), refusalsOnly)).toBe(true);
    expect(explains([], [...atOnce(4, 0), [0, 273]])).toBe(false);
    expect(explains([], [...atOnce(4, 0), [0, 274]])).toBe(true);
    expect(explains([], [...atOnce(4, 0), ...atOnce(1, 300), ...atOnce(2, 320)])).toBe(false);
  });

  it('tells the span that exceeds it most', () => {
    const excess = (admitted: readonly Span[], ticks: boolean, other = allowance) =>
      excessOf(ledgerOf([], admitted), other, ticks);
    expect(excess(atOnce(4, 0), true)).toBeNull();
    expect(excess(atOnce(4, 0), false)).toEqual({ fromMs: 0, toMs: 0, admitted: 4, most: 3 });
    expect(excess([], false)).toBeNull();
    const late = [...atOnce(1, 0), ...atOnce(6, 1_000), ...atOnce(1, 3_000)];
    expect(excess(late, true)).toEqual({ fromMs: 1_000, toMs: 1_000, admitted: 6, most: 4 });
    const slow: Span[] = spans('0..100 10..110 20..120 30..130 40..140 50..150');
    expect(excess(slow, true)).toEqual({ fromMs: 0, toMs: 150, admitted: 6, most: 4 });
    expect(excess([...atOnce(5, 0), ...atOnce(5, 10_000)], true)).toMatchObject({ fromMs: 0, toMs: 0 });
    // The longest of the spans with the same excess.
    const even = { ...allowance, limit: 4 };
    expect(excess([...atOnce(1, 0), ...atOnce(7, 250)], false, even)).toMatchObject({
      fromMs: 0,
      admitted: 8,
    });
    const coarse = { ...allowance, tickMs: 700 };
    expect([excess(atOnce(5, 0), true, coarse), excess(atOnce(6, 0), true, coarse)?.most]).toEqual([null, 5]);
  });

  it('refuses where it has less than one', () => {
    const refusing = (atMs: number, count: number) => explains(atOnce(1, atMs), atOnce(count, 0));
    expect([refusing(0, 1), refusing(0, 2)]).toEqual([false, true]);
    expect([refusing(393, 2), refusing(394, 2)]).toEqual([true, false]);
    expect([refusing(726, 3), refusing(727, 3)]).toEqual([true, false]);
    expect(explains(atOnce(1, 727), atOnce(3, 0), admissionsOnly)).toBe(true);
  });

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

  it('is one for each counter', () => {
    const both = (demand: typeof allDecisions, ...counters: Parameters<typeof counterWith>[]) =>
      tokenBucket.explains(
        counters.map((one) => counterWith(...one)),
        allowance,
        demand,
      );
    expect(both(admissionsOnly, [[], atOnce(3, 0)], [[], atOnce(5, 0)])).toBe(false);
    expect(both(refusalsOnly, [atOnce(1, 5), atOnce(3, 0)], [atOnce(1, 5), atOnce(1, 0)])).toBe(false);
    expect(both(allDecisions, [atOnce(1, 5), atOnce(3, 0)], [atOnce(1, 5), atOnce(3, 0)])).toBe(true);
  });

  it('refuses by the requests since it was full, however many were before', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: 1, max: 1_500 }), fc.nat(30)), {
      minLength: 1,
      maxLength: 110,
    });
    const limits = fc.integer({ min: 5, max: 40 });
    fc.assert(
      fc.property(spans, limits, fc.integer({ min: 1, max: 2_500 }), (list, limit, atMs) => {
        const admitted = list.map(([sentMs, tookMs]): Span => [sentMs, sentMs + tookMs]);
        const many = { ...allowance, limit };
        const counters = [counterWith([[atMs, atMs]], admitted)];
        const lateMs = 60 + Math.max(20, 1_000 / limit);
        const drawn = admitted.filter(([sentMs]) => sentMs <= atMs).length;
        // From each answer on, and from the very beginning.
        const answers = admitted.map(([, answeredMs]) => answeredMs).sort((one, other) => one - other);
        const until = atMs - lateMs;
        const before = answers.filter((answeredMs) => answeredMs < until);
        const kept = before.map(
          (answeredMs, position) => drawn - position - (limit / 1_000) * (until - answeredMs),
        );
        const most = Math.max(drawn - before.length, ...kept);
        expect(tokenBucket.explains(counters, many, refusalsOnly)).toBe(most > limit - 1 - 1e-6);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('gives back by time, and says when it is full', () => {
    const ledger = ledgerOf([], []);
    expect(tokenBucket.mostRestored(ledger, allowance, 100, 1_050)).toBeCloseTo(4, 9);
    expect(tokenBucket.restsMs(allowance)).toBeCloseTo(333.333, 2);
    expect([tokenBucket.latestResetMs(allowance), tokenBucket.announcesEnd]).toEqual([1000, false]);
    expect(tokenBucket.kind).toBe('token bucket');
  });

  it('was drawn on since the moment that leaves least, however many were before', () => {
    // Hundreds, each a third of a second after the one before, and so none of them missed.
    const spaced = Array.from({ length: 300 }, (_, position): Span => {
      return [400 * position, 400 * position + 1];
    });
    const refusedAt = (count: number, refusedMs: number) => {
      const burst = Array.from(
        { length: count },
        (_, position): Span => [120_000 + position, 120_001 + position],
      );
      return explains([[refusedMs, refusedMs + 1]], [...spaced, ...burst]);
    };
    expect([
      refusedAt(0, 119_700),
      refusedAt(1, 120_010),
      refusedAt(2, 120_010),
      refusedAt(3, 120_010),
    ]).toEqual([false, false, true, true]);
    expect(explains([[200 * 400 + 10, 200 * 400 + 12]], spaced)).toBe(false);
  });

  it('counts all of 32 requests, however long ago', () => {
    // The bucket restores each token before the next request. Four concurrent requests may use one token more than it holds.
    const spaced = Array.from({ length: 28 }, (_, position): Span => [400 * position, 400 * position]);
    const refusedAt = (count: number) => explains([[11_600, 11_600]], [...spaced, ...atOnce(count, 11_200)]);
    expect([refusedAt(1), refusedAt(4)]).toEqual([false, true]);
  });

  it('may be closed for a window by what it refused first', () => {
    const refused: Span[] = spans('10..11 900..901 1005..1006');
    expect(explains(refused, [...atOnce(3, 0), [1_080, 1_081]])).toBe(true);
  });

  it('is empty where it was drawn on at once, however much was drawn since', () => {
    const large = { limit: 100, windowMs: 60_000, slackMs: 120, tickMs: 1_000 };
    const few = Array.from({ length: 10 }, (_, position): Span => [500 * position, 500 * position + 1]);
    const refusedAfter = (count: number) => {
      const burst = Array.from({ length: count }, (_, position): Span => {
        return [70_000 + position / 10, 70_001 + position / 10];
      });
      const counter = counterWith([[72_500, 72_501]], [...few, ...burst, [71_000, 71_001], [71_010, 71_011]]);
      return tokenBucket.explains([counter], large, allDecisions);
    };
    expect([refusedAfter(100), refusedAfter(90)]).toEqual([true, false]);
  });
});
