import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DueStarts } from '../../src/load/due-starts.ts';
import { StartSchedule } from '../../src/load/start-schedule.ts';

const never = new AbortController().signal;

/** The times of a schedule from its beginning on, up to `now` and before the load is over. */
function intended(perSecond: number, beginMs: number, nowMs: number): number[] {
  const schedule = new StartSchedule(perSecond, 0);
  const times: number[] = [];
  for (let index = 0; beginMs + schedule.startOf(index) <= nowMs; index += 1) {
    times.push(beginMs + schedule.startOf(index));
  }
  return times.filter((atMs) => atMs < 7_000);
}

describe('DueStarts', () => {
  it('makes every start once, in order and never before its time, whenever it is asked', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 300, noNaN: true }), { maxLength: 40 }),
        fc.constantFrom(1, 7, 100, 1_000),
        (pauses, perSecond) => {
          let nowMs = 5_000;
          const made: number[] = [];
          const parts = { now: () => nowMs, untilMs: 7_000, signal: never };
          const starts = new DueStarts(parts, new StartSchedule(perSecond, 0), (intendedAtMs) => {
            expect(intendedAtMs).toBeLessThanOrEqual(nowMs);
            made.push(intendedAtMs);
          });
          for (const pauseMs of pauses) {
            nowMs += pauseMs;
            starts.make();
            expect(starts.leftMs > 0 || starts.isOver).toBe(true);
          }
          expect(made).toEqual(pauses.length === 0 ? [] : intended(perSecond, 5_000, Math.min(nowMs, 7_000)));
          expect(starts.isOver).toBe(nowMs >= 7_000);
        },
      ),
    );
  });

  it('makes none once the load is ended, not even what is overdue', () => {
    const ended = new AbortController();
    let nowMs = 0;
    let made = 0;
    const parts = { now: () => nowMs, untilMs: 1_000, signal: ended.signal };
    const starts = new DueStarts(parts, new StartSchedule(100, 0), () => {
      made += 1;
      if (made === 3) {
        ended.abort();
      }
    });
    nowMs = 500;
    starts.make();
    expect(made).toBe(3);
    expect(starts.isOver).toBe(true);
  });
});
