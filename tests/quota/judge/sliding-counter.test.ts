import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slidingCounter } from '../../../src/quota/judge/clock-windows.ts';
import type { Counter, Demand } from '../../../src/quota/judge/limiter-model.ts';
import { admissionsOnly, allDecisions, refusalsOnly } from '../../../src/quota/judge/permitted-limiters.ts';
import { propertyRuns } from '../../property-runs.ts';
import { atOnce, counterWith, ledgerOf, type Span } from './ledger-of.ts';

/** Four in ten seconds. */
const allowance = { limit: 4, windowMs: 10_000, slackMs: 70, tickMs: 20 };
/** So many requests, a few ms after each other. */
const times = (count: number, atMs: number) =>
  Array.from({ length: count }, (_, position): Span => [atMs + 4 * position, atMs + 4 * position + 2]);
const together = (counters: readonly Counter[], demand: Demand = allDecisions) =>
  slidingCounter.explains(counters, allowance, demand);
const explains = (refused: readonly Span[], admitted: readonly Span[], demand: Demand = allDecisions) =>
  together([counterWith(refused, admitted)], demand);
const admits = (...admitted: readonly Span[][]) => explains([], admitted.flat());

describe('a sliding counter', () => {
  it('admits its limit, and one more where a window begins', () => {
    expect([admits(), admits(times(4, 0)), admits(times(5, 0)), admits(times(6, 0))]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect([admits(atOnce(5, 0)), admits(atOnce(6, 0))]).toEqual([true, false]);
    expect(explains([], times(6, 0), refusalsOnly)).toBe(true);
  });

  it('may decide requests near a window edge before or after it', () => {
    // The five concurrent requests are at a window edge. Four of them may belong to either window.
    expect(admits(atOnce(5, 0), times(4, 10_200))).toBe(true);
    expect(admits(atOnce(5, 0), times(5, 10_200))).toBe(false);
    expect([explains(times(1, 9_000), atOnce(5, 0)), explains(times(1, 13_000), atOnce(5, 0))]).toEqual([
      true,
      true,
    ]);
  });

  it('decides on each request separately, with many before and after', () => {
    const large = { ...allowance, limit: 300 };
    const admitted = (justAfter: number, later: number) => {
      const spans = [
        [301, 0],
        [300, 20_500],
        [justAfter, 30_100],
        [later, 36_000],
      ] as const;
      const counter = counterWith(
        [],
        spans.flatMap(([count, atMs]) => atOnce(count, atMs)),
      );
      return slidingCounter.explains([counter], large, admissionsOnly);
    };
    // Almost all of the 300 count just after their window, and less than half of them at the last requests.
    expect([admitted(3, 100), admitted(3, 101)]).toEqual([true, true]);
    expect([admitted(6, 100), admitted(6, 101)]).toEqual([false, false]);
  });

  it('admits more as less of the window before counts', () => {
    // Four, and a quarter of the window later another two: one and three quarters of four are less than four.
    expect([admits(times(4, 0), times(2, 2_440)), admits(times(4, 0), times(2, 2_540))]).toEqual([
      false,
      true,
    ]);
    expect([admits(times(4, 0), times(3, 4_940)), admits(times(4, 0), times(3, 5_040))]).toEqual([
      false,
      true,
    ]);
    expect([admits(times(4, 0), times(4, 7_440)), admits(times(4, 0), times(4, 7_540))]).toEqual([
      false,
      true,
    ]);
    expect(admits(times(4, 0), times(5, 12_000))).toBe(true);
    expect(admits(times(4, 0), times(6, 12_000))).toBe(false);
    expect(admits(times(4, 0), times(2, 1_000), times(1, 9_900))).toBe(false);
  });

  it('has windows that follow each other, as quickly as clocks drift', () => {
    // One more than the limit shows when a window begins; and one more than that can not be hidden.
    const edges = (...moments: number[]) => admits(...moments.map((atMs) => times(5, atMs)));
    expect([edges(0, 20_000), edges(0, 25_000), edges(0, 30_000)]).toEqual([true, false, true]);
    expect([edges(0, 100_080), edges(0, 100_140), edges(0, 99_920), edges(0, 99_860)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([edges(0, 50_040, 100_080), edges(0, 50_040, 100_000)]).toEqual([true, false]);
  });

  it('has windows that are the same for all counters', () => {
    const at = (atMs: number) => counterWith([], times(5, atMs));
    expect([together([at(0), at(10_000)]), together([at(0), at(5_000)])]).toEqual([true, false]);
    expect([together([at(0), at(5_000)], refusalsOnly), together([])]).toEqual([true, true]);
  });

  it('refuses while the limit is reached', () => {
    const refusedAt = (count: number, atMs: number, demand: Demand = allDecisions) =>
      explains(times(1, atMs), times(count, 0), demand);
    expect([refusedAt(4, 100), refusedAt(2, 100), refusedAt(2, 100, admissionsOnly)]).toEqual([
      true,
      false,
      true,
    ]);
    // Until a quarter of the next window, and as long as a clock of whole seconds is late.
    expect([refusedAt(4, 13_460), refusedAt(4, 13_560), refusedAt(4, 13_560, admissionsOnly)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(explains(times(1, 0), times(4, 100))).toBe(false);
    // Refusals that are too early or too late do not explain another one.
    expect(explains([...times(1, 0), ...times(1, 1_500)], times(4, 1_000))).toBe(false);
    expect(explains(atOnce(5, 0), [])).toBe(false);
    // Of a window that began with all of them, and of the one before.
    expect(explains(times(1, 12_000), [...times(2, 0), ...times(2, 11_000)])).toBe(true);
    expect(explains(times(1, 17_000), [...times(2, 0), ...times(2, 11_000)])).toBe(false);
  });

  it('may count what it refused', () => {
    const refusals = [2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 14_000, 16_000].flatMap((atMs) =>
      times(1, atMs),
    );
    // From each refusal on it would be closed for a window; but one is admitted ten seconds after the first.
    expect(explains(refusals, times(4, 0))).toBe(true);
    const apart = [100, 9_000, 18_000, 27_000].flatMap((atMs) => times(1, atMs));
    expect(explains(apart.slice(0, 2), times(4, 0))).toBe(true);
    const few = [...times(3, 9_000), ...times(1, 16_500)];
    expect(explains(few, [...times(4, 0), ...times(1, 18_200)])).toBe(true);
  });

  it('may count refused requests until the end of the next window, with a clock that is a second late', () => {
    const refusedAt = (atMs: number) => explains([...atOnce(40, 100), ...times(1, atMs)], times(4, 0));
    expect([refusedAt(20_060), refusedAt(20_180)]).toEqual([true, false]);
  });

  it('may be closed for a window by what it refused, from the first or from each', () => {
    const refused = (...moments: number[]) => moments.flatMap((atMs) => times(1, atMs));
    expect(explains(refused(9_000, 18_500), [...times(4, 0), ...times(1, 19_200)])).toBe(true);
    expect(explains(refused(9_000, 18_500, 28_000), times(4, 0))).toBe(true);
    expect(explains(refused(9_000, 18_500, 28_000), [...times(4, 0), ...times(1, 38_200)])).toBe(true);
  });

  it('explains what one decides, whenever its windows begin, and whether it counts what it refuses', () => {
    const gaps = fc.array(fc.oneof(fc.nat(30), fc.nat(4_000), fc.nat(15_000)), { maxLength: 40 });
    fc.assert(
      fc.property(gaps, fc.nat(9_999), fc.boolean(), (list, phaseMs, countsRefused) => {
        let [atMs, start, used, before] = [0, Number.NEGATIVE_INFINITY, 0, 0];
        const refused: Span[] = [];
        const admitted: Span[] = [];
        for (const gap of list) {
          atMs += 2 + gap;
          const now = Math.floor((atMs - phaseMs) / 10_000);
          if (now !== start) {
            [before, used, start] = [now === start + 1 ? used : 0, 0, now];
          }
          const share = 1 - ((atMs - phaseMs) / 10_000 - now);
          const isAdmitted = used + before * share < 4;
          used += isAdmitted || countsRefused ? 1 : 0;
          (isAdmitted ? admitted : refused).push([atMs - 1, atMs + 1]);
        }
        expect(explains(refused, admitted)).toBe(true);
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  it('gives back by the share of the limit, and of what it refused in two windows', () => {
    const ledger = ledgerOf([...times(1, 500), ...times(2, 9_000)], times(1, 0));
    const restored = (fromMs: number, toMs: number) =>
      slidingCounter.mostRestored(ledger, allowance, fromMs, toMs);
    expect(restored(20_000, 21_000)).toBeCloseTo(2 + (7 / 10_000) * 1_000);
    expect(restored(21_000, 22_000)).toBeCloseTo(2 + (6 / 10_000) * 1_000);
    expect(restored(5_000, 8_000)).toBeCloseTo(2 + (5 / 10_000) * 3_000);
  });

  it('rests for a window, and announces the end of the next at the latest', () => {
    expect([slidingCounter.restsMs(allowance), slidingCounter.latestResetMs(allowance)]).toEqual([
      9_930, 20_000,
    ]);
    expect([slidingCounter.kind, slidingCounter.announcesEnd]).toEqual(['sliding counter', false]);
  });
});
