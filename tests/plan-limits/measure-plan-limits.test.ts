import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { hindranceOf, restOfRunKey } from '../../src/plan-limits/measure-plan-limits.ts';
import { exchange } from '../watchers/exchanges.ts';

describe('what keeps a run from a verdict', () => {
  const whole = { ended: null, refusedKeys: [] };
  const ended = { outcome: 'inconclusive', reason: 'run again', isSilent: false } as const;

  test('nothing, where every key is served', () => {
    expect(hindranceOf([whole, { ...whole, ended }])).toBeNull();
  });

  test('the keys that are refused, each named', () => {
    expect(hindranceOf([whole, { ...whole, refusedKeys: [2] }])).toMatch(/^quota key 2 is refused, while/);
    expect(
      hindranceOf([
        { ...whole, refusedKeys: [3] },
        { ...whole, refusedKeys: [1] },
      ]),
    ).toMatch(/^quota key 1 and quota key 3 are refused, while/);
  });

  test('a service that has stopped answering', () => {
    const silent = { ...ended, reason: 'the service stopped responding', isSilent: true };
    expect(hindranceOf([whole, { ...whole, ended: silent }])).toBe(silent.reason);
  });
});

const minuteMs = 60_000;
const resetAt = 1_900_000_040;

/** A response 5 s after the start of the run, 40 s before `Reset` by the clock of the server, which is years ahead. */
function answered(remaining: number, changes: Readonly<Record<string, string>> = {}): Exchange {
  return exchange({
    sentAtMs: 4_900,
    durationMs: 100,
    received: {
      'X-RateLimit-Remaining': `${remaining}`,
      'X-RateLimit-Reset': `${resetAt}`,
      Date: new Date((resetAt - 40) * 1_000).toUTCString(),
      ...changes,
    },
  });
}

describe('how long the key of the run rests before it is asked as a neighbour', () => {
  test('not at all where enough is left of it', () => {
    expect(restOfRunKey(answered(8), 8, 6_000, minuteMs)).toBe(0);
    expect(restOfRunKey(null, 8, 6_000, minuteMs)).toBe(0);
  });

  test("until its window is over by the server's own clock", () => {
    expect(restOfRunKey(answered(7), 8, 5_000, minuteMs)).toBe(40_100);
    expect(restOfRunKey(answered(0), 8, 25_000, minuteMs)).toBe(20_100);
    expect(restOfRunKey(answered(0), 8, 99_000, minuteMs)).toBe(0);
  });

  test('not if that is no window of a minute, or not announced', () => {
    expect(
      restOfRunKey(answered(0, { 'X-RateLimit-Reset': `${resetAt + 80_000}` }), 8, 5_000, minuteMs),
    ).toBe(0);
    expect(restOfRunKey(answered(0, { 'X-RateLimit-Reset': 'soon' }), 8, 5_000, minuteMs)).toBe(0);
    expect(restOfRunKey(answered(0, { 'X-RateLimit-Remaining': 'few' }), 8, 5_000, minuteMs)).toBe(0);
  });
});
