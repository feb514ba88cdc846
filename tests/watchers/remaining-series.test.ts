import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { answer, exchange, findingsOf, reportedRequirements, type Shape, unknownPlan } from './exchanges.ts';

const id = 'rate/remaining-counts-down';

/** Lists with these values of Remaining, each sent soon after the response before it; the 20th after a pause. */
function served(figures: readonly number[], limit = 60, changes: Shape = {}): Exchange[] {
  return figures.map((left, index) => {
    const number = changes.number === undefined ? index + 1 : changes.number + index;
    return exchange({
      ...changes,
      number,
      sentAtMs: number * 3 + (number < 20 ? 0 : 50),
      durationMs: 1,
      received: { 'X-RateLimit-Limit': `${limit}`, 'X-RateLimit-Remaining': `${left}`, ...changes.received },
    });
  });
}

const still = (count: number, left = 59) => Array.from({ length: count }, () => left);
const plans = (perMinute: number, perDay: number) => ({ ...unknownPlan, planLimit: { perMinute, perDay } });

describe('what is said of Remaining', () => {
  it('reports when it shows, with the first and the last value', () => {
    const [slow] = findingsOf(served(still(40)), unknownPlan);
    expect(`${slow?.message}. ${slow?.expected}. ${slow?.actual}`).toMatchInlineSnapshot(
      `"X-RateLimit-Remaining does not go down by one with each served request. one less with each served request: no kind of limiter refills so much in 0.02 s. X-RateLimit-Remaining: 59, and 59 of 60 after 7 served requests"`,
    );
  });
});

describe('nothing is said of Remaining', () => {
  it.each([
    ['of a limit of 0', served(still(60, 0), 0, {}), unknownPlan],
    ['where a minute and a day have one figure', served(still(60)), plans(60, 60)],
    ['of redirections', served(still(60), 60, { target: '/pets/5', status: 300, answer: '' }), unknownPlan],

    ['of paths of no operation', served(still(60), 60, { target: '/nothing' }), unknownPlan],
    ['of unusual requests', served(still(60), 60, { target: '/pets?page=2' }), unknownPlan],
    ['of keys with a quota', served(still(60), 60, { credential: 'quota-key-0' }), unknownPlan],
  ])('%s', (_what, exchanges, runContext) => {
    expect(findingsOf(exchanges, runContext).filter(({ requirement }) => requirement === id)).toEqual([]);
  });

  it('once it was above its limit, although it returns below', () => {
    const exchanges = [...served([61]), ...served(still(60), 60, { number: 2 })];
    expect(reportedRequirements(exchanges, unknownPlan)).toEqual(['rate/headers-well-formed']);
    expect(
      reportedRequirements([...served([60]), ...served(still(60, 60), 60, { number: 2 })], unknownPlan),
    ).toEqual([id]);
  });

  it('of a ninth value of Limit', () => {
    const limits = [100, 200, 300, 400, 500, 600, 700, 800];
    const eight = limits.flatMap((limit, index) => served([limit - 1], limit, { number: index + 1 }));
    expect(findingsOf([...eight, ...served(still(60, 899), 900, { number: 9 })], unknownPlan)).toEqual([]);
    expect(
      reportedRequirements([...eight, ...served(still(60, 799), 800, { number: 9 })], unknownPlan),
    ).toEqual([id]);
  });
});

describe('the window of Remaining', () => {
  // A figure stands just below its limit: a minute gives back that much between two requests, a day does not.
  const apart = Array.from({ length: 45 }, (_, index) => {
    const pauseMs = index < 20 ? 0 : 5_000;
    return answer(index + 1, index * 500 + pauseMs, 1, 200, 1000, 999);
  });

  it('is a day where the plan says so of the limit, and else a minute', () => {
    expect(reportedRequirements(apart, plans(60, 1000))).toEqual([id]);
    expect(findingsOf(apart, plans(1000, 10_000))).toEqual([]);
  });
});
