import { describe, expect, it } from 'vitest';
import { clockWindows, slidingCounter } from '../../../src/quota/judge/clock-windows.ts';
import type { Counter, Demand } from '../../../src/quota/judge/limiter-model.ts';
import {
  admissionsAsAnnounced,
  admissionsOnly,
  allDecisions,
  refusalsOnly,
} from '../../../src/quota/judge/permitted-limiters.ts';
import { atOnce, counterWith, ledgerOf, type Span, spans } from './ledger-of.ts';

const allowance = { limit: 3, windowMs: 10_000, slackMs: 70, tickMs: 20 };
const explains = (counters: readonly Counter[], demand = allDecisions) =>
  clockWindows.explains(counters, allowance, demand);
const one = (refused: readonly Span[], admitted: readonly Span[]) => [counterWith(refused, admitted)];

describe('windows by the clock', () => {
  it('may be closed by the first refusal alone', () => {
    const refused: Span[] = spans('500..500 5000..5000 10450..10450');
    expect(explains(one(refused, [...atOnce(3, 0), ...atOnce(1, 10_700)]))).toBe(true);
    expect(explains(one(refused, [...atOnce(3, 0), ...atOnce(1, 10_300)]))).toBe(false);
  });

  it('end when their answers say', () => {
    const extent = { firstSentMs: 0, lastSentMs: 300, firstAnsweredMs: 5 };
    const labelled = (endMs: number): Counter => {
      const ledger = ledgerOf([], [...atOnce(1, 0), ...atOnce(1, 300)]);
      const times = { reset: endMs / 1000, earliestMs: endMs - 100, latestMs: endMs + 100 };
      return { ledger, labels: [{ ...times, ...extent, entries: ledger.entries }], movesWithUse: false };
    };
    const both = (first: number, second: number, demand = admissionsAsAnnounced) =>
      explains([labelled(first), labelled(second)], demand);
    expect([both(5_000, 5_000), both(5_000, 5_100)]).toEqual([true, true]);
    expect([both(5_000, 5_500), both(5_000, 5_500, admissionsOnly)]).toEqual([false, true]);
    expect(both(15_000, 15_000)).toBe(false);
    expect(both(-500, -500)).toBe(false);
    const moving = { ...labelled(5_000), movesWithUse: true };
    expect(explains([moving], admissionsOnly)).toBe(false);
    expect(explains([labelled(5_000), moving], admissionsOnly)).toBe(false);
  });

  it('do not end a window after the one of their last request', () => {
    const ledger = ledgerOf([], [[0, 4]]);
    const ending = (endMs: number): Counter => {
      const times = { reset: endMs / 1000, earliestMs: endMs - 100, latestMs: endMs + 100 };
      const extent = { firstSentMs: 0, lastSentMs: 0, firstAnsweredMs: 4 };
      return { ledger, labels: [{ ...times, ...extent, entries: ledger.entries }], movesWithUse: false };
    };
    const [honest, late] = [explains([ending(9_000)], admissionsAsAnnounced), ending(15_000)];
    expect([honest, explains([late], admissionsAsAnnounced), explains([late], admissionsOnly)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('are only asked for what is demanded', () => {
    const many = Array.from({ length: 9 }, (_, position): Span => [10 * position, 10 * position + 4]);
    expect(explains(one([[5_000, 5_010]], many), refusalsOnly)).toBe(true);
    expect(explains(one([[5_000, 5_010]], many))).toBe(false);
    expect(explains(one([[100, 120]], many), refusalsOnly)).toBe(true);
    expect(explains(one([[100, 120]], many), admissionsOnly)).toBe(false);
  });
});

/** Four in ten seconds. */
const fourInTen = { limit: 4, windowMs: 10_000, slackMs: 70, tickMs: 20 };
/** So many requests, a few ms after each other. */
const times = (count: number, atMs: number) =>
  Array.from({ length: count }, (_, position): Span => [atMs + 4 * position, atMs + 4 * position + 2]);
const together = (counters: readonly Counter[], demand: Demand = allDecisions) =>
  slidingCounter.explains(counters, fourInTen, demand);
const counterExplains = (
  refused: readonly Span[],
  admitted: readonly Span[],
  demand: Demand = allDecisions,
) => together([counterWith(refused, admitted)], demand);
const admits = (...admitted: readonly Span[][]) => counterExplains([], admitted.flat());

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
    const refusedAt = (atMs: number) => counterExplains([...atOnce(40, 100), ...times(1, atMs)], times(4, 0));
    expect([refusedAt(20_060), refusedAt(20_180)]).toEqual([true, false]);
  });

  it('gives back by the share of the limit, and of what it refused in two windows', () => {
    const ledger = ledgerOf([...times(1, 500), ...times(2, 9_000)], times(1, 0));
    const restored = (fromMs: number, toMs: number) =>
      slidingCounter.mostRestored(ledger, fourInTen, fromMs, toMs);
    expect(restored(20_000, 21_000)).toBeCloseTo(2 + (7 / 10_000) * 1_000);
    expect(restored(21_000, 22_000)).toBeCloseTo(2 + (6 / 10_000) * 1_000);
    expect(restored(5_000, 8_000)).toBeCloseTo(2 + (5 / 10_000) * 3_000);
  });

  it('rests for a window, and announces the end of the next at the latest', () => {
    expect([slidingCounter.restsMs(fourInTen), slidingCounter.latestResetMs(fourInTen)]).toEqual([
      9_930, 20_000,
    ]);
    expect([slidingCounter.kind, slidingCounter.announcesEnd]).toEqual(['sliding counter', false]);
  });
});
