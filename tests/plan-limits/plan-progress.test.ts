import { describe, expect, test } from 'vitest';
import { type PlanLimitProgress, PlanProgress } from '../../src/plan-limits/plan-progress.ts';
import type { Phase } from '../../src/quota/quota-wire.ts';

describe('how far a measurement is', () => {
  function followed() {
    const told: PlanLimitProgress[] = [];
    const clock = { nowMs: 1_000 };
    const progress = new PlanProgress(
      'Free',
      (event) => told.push(event),
      () => clock.nowMs,
    );
    const at = (nowMs: number, phase: Phase, sent: number) => {
      clock.nowMs = nowMs;
      progress.progress({
        phase,
        sent,
        admitted: sent,
        refused: 0,
        expectedEndMs: 10_000,
      });
    };
    return { told, progress, clock, at };
  }

  test('whenever a phase begins, and otherwise a few times per second', () => {
    const { told, at } = followed();
    at(1_000, 'calibrate', 1);
    at(1_001, 'calibrate', 2);
    at(1_002, 'burst', 3);
    at(1_100, 'burst', 50);
    at(1_260, 'burst', 90);
    expect(told.map(({ sent }) => sent)).toEqual([1, 3, 90]);
    expect(told.map(({ leftMs }) => leftMs)).toEqual([9_000, 8_998, 8_740]);
    expect(told.map(({ notable }) => notable)).toEqual([false, true, true]);
  });

  test('at its end, what was kept back', () => {
    const { told, progress, at } = followed();
    at(1_000, 'burst', 1);
    at(1_010, 'burst', 90);
    progress.end();
    expect(told.map(({ sent }) => sent)).toEqual([1, 90]);
  });

  test('a wait is reported with the results so far', () => {
    const { told, progress, clock, at } = followed();
    at(1_000, 'burst', 90);
    clock.nowMs = 20_000;
    progress.waiting('the time of Retry-After', 30_000);
    expect(told.at(-1)).toMatchObject({
      plan: 'Free',
      doing: 'waiting: the time of Retry-After',
      sent: 90,
      // However short the last estimate was.
      leftMs: 30_000,
    });
  });
});
