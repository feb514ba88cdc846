import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StartSchedule } from '../../src/load/open-loop.ts';

describe('StartSchedule', () => {
  it('spaces starts evenly without a ramp', () => {
    const schedule = new StartSchedule(1_000, 0);
    expect([0, 1, 2, 1_000].map((index) => schedule.startOf(index))).toEqual([0, 1, 2, 1_000]);
  });

  it('goes on where it was however long it lasts: no rounding adds up', () => {
    expect(new StartSchedule(3, 0).startOf(3_000_000)).toBeCloseTo(1e9, 3);
  });

  it('never goes back, and comes to its rate at the end of the ramp', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 0, max: 20_000 }), (rate, rampMs) => {
        const schedule = new StartSchedule(rate, rampMs);
        const inRamp = Math.ceil((rate * rampMs) / 2_000);
        for (let index = 0; index < 50; index += 1) {
          expect(schedule.startOf(index + 1)).toBeGreaterThan(schedule.startOf(index));
        }
        expect(schedule.startOf(inRamp)).toBeGreaterThanOrEqual(rampMs - 1e-6);
        expect(schedule.startOf(inRamp + rate) - schedule.startOf(inRamp)).toBeCloseTo(1_000, 3);
      }),
    );
  });

  it('starts half as many during a ramp', () => {
    const schedule = new StartSchedule(100, 10_000);
    let starts = 0;
    while (schedule.startOf(starts) < 10_000) {
      starts += 1;
    }
    expect(starts).toBe(500);
  });
});
