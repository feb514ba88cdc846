import { describe, expect, it } from 'vitest';
import { ServerClock } from '../../src/exchange/server-clock.ts';

describe("the server's clock", () => {
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
});
