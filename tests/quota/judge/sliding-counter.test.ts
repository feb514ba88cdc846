import { describe, expect, it } from 'vitest';
import { slidingCounter } from '../../../src/quota/judge/clock-windows.ts';
import type { Counter, Demand } from '../../../src/quota/judge/limiter-model.ts';
import { admissionsOnly, allDecisions } from '../../../src/quota/judge/permitted-limiters.ts';
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

  it('may count refused requests until the end of the next window, with a clock that is a second late', () => {
    const refusedAt = (atMs: number) => explains([...atOnce(40, 100), ...times(1, atMs)], times(4, 0));
    expect([refusedAt(20_060), refusedAt(20_180)]).toEqual([true, false]);
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
