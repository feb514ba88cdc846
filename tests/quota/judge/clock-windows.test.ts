import { describe, expect, it } from 'vitest';
import { clockWindows } from '../../../src/quota/judge/clock-windows.ts';
import type { Counter } from '../../../src/quota/judge/limiter-model.ts';
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
    const extent = { firstSentMs: 0, lastSentMs: 300, firstAnsweredMs: 5, lastAnsweredMs: 305 };
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
      const extent = { firstSentMs: 0, lastSentMs: 0, firstAnsweredMs: 4, lastAnsweredMs: 4 };
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
