import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServerClock } from '../../src/exchange/server-clock.ts';

describe("the server's clock", () => {
  it('never yields a reset too early, and approaches it with every response', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -600_000, max: 600_000 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 5000 }), fc.nat(400), fc.nat(400)), {
          minLength: 1,
          maxLength: 30,
        }),
        (skewMs, answers) => {
          const epochAtZero = Date.UTC(2026, 10, 20, 12);
          const clock = new ServerClock(epochAtZero);
          let now = 0;
          for (const [pause, there, back] of answers) {
            const sentAt = now + pause;
            const serverTime = epochAtZero + skewMs + sentAt + there;
            now = sentAt + there + back;
            clock.see(Math.floor(serverTime / 1000) * 1000, sentAt, now);
            const late = clock.ours(epochAtZero + skewMs + 100_000) - 100_000;
            expect(late).toBeGreaterThanOrEqual(0);
            expect(late).toBeLessThan(1000 + 400);
            expect(clock.theirs(now)).toBeLessThanOrEqual(epochAtZero + skewMs + now);
          }
        },
      ),
    );
  });

  it('is our own if no response had a Date', () => {
    expect(new ServerClock(1000).ours(3000)).toBe(2000);
  });

  it('keeps the closest bound, as long as the answers agree', () => {
    const clock = new ServerClock(0);
    clock.see(100_000, 0, 10);
    expect(clock.theirs(50)).toBe(100_040);
    clock.see(101_000, 500, 600);
    expect(clock.theirs(0)).toBe(100_400);
    // This one allows the same, and tells less.
    clock.see(101_000, 600, 900);
    expect(clock.theirs(0)).toBe(100_400);
    // As the one before at the very most: from 99,400 to 100,400.
    clock.see(101_000, 1600, 1700);
    expect(clock.theirs(0)).toBe(100_400);
    // A millisecond less contradicts it.
    clock.see(101_000, 1601, 1700);
    expect(clock.theirs(0)).toBe(99_300);
  });

  it('follows when it is set', () => {
    const clock = new ServerClock(0);
    clock.see(100_000, 0, 10);
    clock.see(500_000, 20, 30);
    expect(clock.ours(500_000)).toBe(30);
  });
});
