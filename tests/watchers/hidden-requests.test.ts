import { describe, expect, it } from 'vitest';
import { HiddenRequests } from '../../src/watchers/hidden-requests.ts';

interface Traffic {
  readonly limit?: number;
  readonly gapMs?: number;
  readonly isConclusive?: boolean;
}

/** The index of the first request from which on the values of Remaining are unexplained, or `null`. */
function unexplainedAt(
  values: readonly number[],
  { limit = 1_000, gapMs = 2, isConclusive = true }: Traffic = {},
): number | null {
  const hidden = new HiddenRequests(limit, 60_000);
  const requests = values.map((remaining, index) => {
    const sent = index * gapMs;
    return { exchange: index + 1, sent, received: sent + 1, remaining };
  });
  for (const [index, request] of requests.entries()) {
    const last = requests[index - 1];
    if (last !== undefined) {
      hidden.step(last, request, isConclusive);
      if (hidden.areUnexplained(request)) {
        return index;
      }
    }
  }
  return null;
}

/** The values of so many processes that serve requests in turn. */
const inTurn = (processes: number, from = 999) =>
  Array.from({ length: 200 }, (_, index) => from - Math.floor(index / processes));

describe('requests that Remaining does not show', () => {
  it.each([
    [2, 79],
    [3, 59],
    [5, 49],
  ])('are unexplained by any limiter, if %i processes in turn count their own', (processes, at) => {
    expect(unexplainedAt(inTurn(processes))).toBe(at);
  });

  it('are none if each request is counted', () => {
    expect(unexplainedAt(inTurn(1))).toBeNull();
  });

  it('may have been restored: by a refill, or because the key had used as many before', () => {
    expect(unexplainedAt(inTurn(2), { gapMs: 30 })).toBeNull();
    expect(unexplainedAt(inTurn(2), { limit: 6_000, gapMs: 6 })).toBeNull();
    expect(unexplainedAt(inTurn(2, 899))).toBeNull();
    expect(unexplainedAt(inTurn(2, 970))).toBe(79);
  });

  it('are none where Remaining rises now and then, as in a refill by steps, or falls by more', () => {
    const bySteps = inTurn(1).map((value, index) => value + 10 * Math.floor(index / 20));
    expect(unexplainedAt(bySteps)).toBeNull();
    const rounded = inTurn(1).map((value) => value - (value % 2));
    expect(unexplainedAt(rounded)).toBeNull();
  });

  it('are not counted in steps that prove nothing, nor beyond a window', () => {
    expect(unexplainedAt(inTurn(2), { isConclusive: false })).toBeNull();
    expect(unexplainedAt(inTurn(2), { limit: 60, gapMs: 1_000 })).toBeNull();
  });

  it('do not matter if hardly any request is shown: then Remaining stands still', () => {
    expect(unexplainedAt(inTurn(200))).toBeNull();
  });
});
