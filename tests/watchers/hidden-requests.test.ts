import { describe, expect, it } from 'vitest';
import { HiddenRequests } from '../../src/watchers/hidden-requests.ts';

interface Traffic {
  /** Requests that a bucket may have restored in each step. */
  readonly refill?: number;
  readonly usedBefore?: number;
}

/** The number of steps after which the drops of Remaining are unexplained, or `null`. */
function unexplainedAfter(
  drops: readonly number[],
  { refill = 0.1, usedBefore = 0 }: Traffic = {},
): number | null {
  const hidden = new HiddenRequests();
  const place = drops.findIndex((drop) => {
    hidden.step(drop, refill);
    return hidden.areUnexplained(usedBefore);
  });
  return place === -1 ? null : place + 1;
}

/** The drops where so many processes serve requests in turn. */
const inTurn = (processes: number) =>
  Array.from({ length: 200 }, (_, index) => (index % processes === 0 ? 1 : 0));

describe('requests that Remaining does not show', () => {
  it.each([
    [2, 80],
    [3, 60],
    [5, 50],
  ])('are unexplained by any limiter, if %i processes in turn count their own', (processes, steps) => {
    expect(unexplainedAfter(inTurn(processes))).toBe(steps);
  });

  it('are none if each request is counted', () => {
    expect(unexplainedAfter(inTurn(1))).toBeNull();
  });

  it('may have been restored: by a refill, or because the key had used as many before', () => {
    expect(unexplainedAfter(inTurn(2), { refill: 0.3 })).toBe(80);
    expect(unexplainedAfter(inTurn(2), { refill: 0.34 })).toBeNull();
    expect(unexplainedAfter(inTurn(2), { usedBefore: 50 })).toBe(102);
    expect(unexplainedAfter(inTurn(2), { usedBefore: 100 })).toBeNull();
  });

  it('may have been restored in a pause, but not many of them: Remaining would have risen', () => {
    const hidden = new HiddenRequests();
    hidden.step(1, 1_000);
    for (const drop of inTurn(2)) {
      hidden.step(drop, 0.1);
    }
    expect(hidden.areUnexplained(0)).toBe(true);
  });

  it('are none where Remaining rises now and then, as in a refill by steps, or falls by more', () => {
    expect(unexplainedAfter(inTurn(2).map((drop, index) => (index % 20 === 19 ? -9 : drop)))).toBeNull();
    expect(unexplainedAfter(inTurn(2).map((drop) => 2 * drop))).toBeNull();
  });

  it('do not matter if hardly any request is shown: then Remaining is frozen', () => {
    expect(unexplainedAfter(inTurn(200))).toBeNull();
  });
});
