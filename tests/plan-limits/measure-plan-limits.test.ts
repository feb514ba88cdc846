import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { endOfMeasurement, hindranceOf, restOfRunKey } from '../../src/plan-limits/measure-plan-limits.ts';
import { RunStopped } from '../../src/target/target.ts';
import { exchange } from '../watchers/exchanges.ts';

describe('why a measurement did not come to its end', () => {
  test('it did', () => {
    expect(endOfMeasurement({ problem: null, stopped: null })).toBeNull();
  });

  test.each([
    ['refused', 401, /^quota key 2 is refused with 401: pass a key of this environment with `--quota-key`$/],
    ['not-served', 503, /^the first request of quota key 2 returned 503: run again when it is served$/],
    ['web-page', 200, /^quota key 2 received a web page with status 200/],
    ['silent', 0, /^the service stopped responding: the last requests of quota key 2 got no response/],
  ] as const)('%s', (kind, status, reason) => {
    const ended = endOfMeasurement({ problem: { kind, key: 2, status }, stopped: null });
    expect(ended?.outcome).toBe('inconclusive');
    expect(ended?.reason).toMatch(reason);
  });

  test('what the user bounded is skipped, what he broke off is not decided', () => {
    const end = (reason: 'max-requests' | 'max-time' | 'interrupted') =>
      endOfMeasurement({ problem: null, stopped: new RunStopped(reason) });
    expect(end('max-requests')).toMatchObject({ outcome: 'skipped', budget: true });
    expect(end('max-requests')?.reason).toContain('--max-requests');
    expect(end('max-time')?.reason).toContain('--max-time');
    expect(end('interrupted')).toEqual({
      outcome: 'inconclusive',
      reason: 'the measurement was interrupted: run again',
    });
  });
});

describe('what keeps a run from a verdict', () => {
  const whole = { problem: null, refusedKeys: [] };

  test('nothing, where every key is served', () => {
    expect(hindranceOf([whole, whole])).toBeNull();
    const notServed = { kind: 'not-served', key: 1, status: 503 } as const;
    expect(hindranceOf([{ ...whole, problem: notServed }])).toBeNull();
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
    const silent = { kind: 'silent', key: 0, status: 0 } as const;
    expect(hindranceOf([whole, { ...whole, problem: silent }])).toMatch(
      /^the service stopped responding: the last requests of the key of the run got no response/,
    );
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
