import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClockReading, PlaceClock, widenedSpan } from '../../../src/quota/generators/place-clock.ts';

/** The rounding error of doubles near 1e9 ms. */
const roundingMs = 1e-3;
const delays = fc.double({ min: 0, max: 400, noNaN: true });

/** A clock that is off by any amount, and whose rate changes between any two rates of up to 1,000 ppm. */
const clocks = fc
  .record({
    offsetMs: fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    drifts: fc.tuple(
      fc.double({ min: -0.00099, max: 0.00099, noNaN: true }),
      fc.double({ min: -0.00099, max: 0.00099, noNaN: true }),
    ),
    changesAtMs: fc.double({ min: 0, max: 200_000, noNaN: true }),
  })
  .map(({ offsetMs, drifts: [before, after], changesAtMs }) => (atMs: number): number => {
    const early = Math.min(atMs, changesAtMs) * (1 + before);
    return offsetMs + early + Math.max(0, atMs - changesAtMs) * (1 + after);
  });

/** Rounds of readings, each with a delay there and another one back. */
const rounds = fc.array(
  fc.record({
    atMs: fc.double({ min: 0, max: 200_000, noNaN: true }),
    ways: fc.array(fc.tuple(delays, delays), { minLength: 1, maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 5 },
);

function read(
  theirs: (atMs: number) => number,
  atMs: number,
  [there, back]: readonly [number, number],
): ClockReading {
  return { sentAtMs: atMs, theirsMs: theirs(atMs + there), receivedAtMs: atMs + there + back };
}

describe('the clock of another place', () => {
  it('bounds any offset that drifts, whatever the delays of each way', () => {
    fc.assert(
      fc.property(clocks, rounds, fc.double({ min: 0, max: 300_000, noNaN: true }), (theirs, taken, atMs) => {
        const clock = new PlaceClock();
        for (const { atMs: roundMs, ways } of taken.toSorted((one, other) => one.atMs - other.atMs)) {
          clock.see(ways.map((way) => read(theirs, roundMs, way)));
        }
        const bounds = clock.offsetAt(theirs(atMs));
        const truthMs = theirs(atMs) - atMs;
        expect(bounds?.leastMs).toBeLessThanOrEqual(truthMs + roundingMs);
        expect(bounds?.mostMs).toBeGreaterThanOrEqual(truthMs - roundingMs);
      }),
    );
  });

  it('is not taken for one that was set if doubles round readings without delay', () => {
    const clock = new PlaceClock();
    clock.see([{ sentAtMs: 1, theirsMs: 1e9 + 1 - 1e-7, receivedAtMs: 1 }]);
    clock.see([{ sentAtMs: 1, theirsMs: 1e9 + 1, receivedAtMs: 1 }]);
    const bounds = clock.offsetAt(1e9 + 1);
    expect(bounds?.leastMs).toBeCloseTo(1e9, 3);
    expect((bounds?.mostMs ?? 0) - (bounds?.leastMs ?? 0)).toBeGreaterThanOrEqual(0);
  });

  it('widens a span so that the true one is inside', () => {
    fc.assert(
      fc.property(clocks, rounds, delays, delays, (theirs, taken, untilMs, tookMs) => {
        const clock = new PlaceClock();
        for (const { ways } of taken) {
          clock.see(ways.map((way) => read(theirs, 1_000, way)));
        }
        const sentAtMs = 2_000 + untilMs;
        const answeredAtMs = sentAtMs + tookMs;
        const span = widenedSpan(
          clock,
          { sentAtMs: theirs(sentAtMs), answeredAtMs: theirs(answeredAtMs) },
          { lentAtMs: 2_000, returnedAtMs: answeredAtMs + 5 },
        );
        expect(span.sentAtMs).toBeLessThanOrEqual(sentAtMs + roundingMs);
        expect(span.answeredAtMs).toBeGreaterThanOrEqual(answeredAtMs - roundingMs);
        expect(span.clockMs).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('is known to within the fastest reading, not the slowest', () => {
    const clock = new PlaceClock();
    clock.see([
      { sentAtMs: 0, theirsMs: 1_050, receivedAtMs: 100 },
      { sentAtMs: 200, theirsMs: 1_204, receivedAtMs: 206 },
    ]);
    const bounds = clock.offsetAt(1_204);
    expect(bounds).toEqual({ leastMs: 998, mostMs: 1_004 });
    expect(clock.quickestMs).toBe(6);
    expect(clock.estimateMs).toBe(1_001);
  });

  it('proves nothing about times of other clocks', () => {
    const clock = new PlaceClock();
    clock.see([{ sentAtMs: 0, theirsMs: 1, receivedAtMs: 2 }]);
    const lent = { lentAtMs: 400, returnedAtMs: 900 };
    for (const shiftMs of [-1e15, -1e5, 1e5, 1e15]) {
      const theirs = { sentAtMs: 500 + shiftMs, answeredAtMs: 510 + shiftMs };
      expect(widenedSpan(clock, theirs, lent)).toMatchObject({ sentAtMs: 400, answeredAtMs: 900 });
    }
  });

  it('contradicts itself if it was set, and only for the burst in between', () => {
    const clock = new PlaceClock();
    const at = (atMs: number, offsetMs: number) => [
      { sentAtMs: atMs, theirsMs: atMs + 1 + offsetMs, receivedAtMs: atMs + 2 },
    ];
    clock.see(at(0, 5_000));
    clock.see(at(1_000, 8_000));
    expect(clock.offsetAt(6_000)).toBeNull();
    const lent = { lentAtMs: 400, returnedAtMs: 900 };
    expect(widenedSpan(clock, { sentAtMs: 5_500, answeredAtMs: 5_510 }, lent)).toEqual({
      sentAtMs: 400,
      answeredAtMs: 900,
      clockMs: 490,
    });
    clock.see(at(2_000, 8_000));
    expect(clock.offsetAt(10_000)).not.toBeNull();
  });
});
