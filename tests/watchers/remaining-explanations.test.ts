import { describe, expect, it } from 'vitest';
import { type Explanation, FullAtOnce, Refill, Sliding } from '../../src/watchers/remaining-explanations.ts';

type Act = readonly ['count', number] | readonly ['see', number, number];

/** Carries the acts out: a request sent and received at a time is counted, or its figure seen. */
function isContradicted(explanation: Explanation, ...acts: readonly Act[]): boolean {
  for (const act of acts) {
    if (act[0] === 'count') {
      explanation.count(act[1], act[1]);
    } else {
      explanation.see(act[1], act[1], act[2]);
    }
  }
  return explanation.contradicted;
}

describe('the full limit at once', () => {
  const newWindow = () => new FullAtOnce(10, 1000);
  const full: readonly Act[] = [
    ['see', 0, 10],
    ['count', 0],
    ['see', 1, 10],
    ['count', 1],
    ['see', 2, 10],
    ['count', 2],
  ];

  it('explains two moments at any time, and one more each 950 ms', () => {
    expect(isContradicted(newWindow(), ...full)).toBe(false);
    expect(isContradicted(newWindow(), ...full, ['see', 949, 10])).toBe(true);
    expect(isContradicted(newWindow(), ...full, ['see', 950, 10])).toBe(false);
    expect(isContradicted(newWindow(), ...full, ['see', 950, 10], ['count', 950], ['see', 960, 10])).toBe(
      true,
    );
  });

  it('counts the time from the first request on', () => {
    const later = full.map(([act, time, ...figure]) => [act, time + 10_000, ...figure] as unknown as Act);
    expect(isContradicted(newWindow(), ...later, ['see', 10_949, 10])).toBe(true);
    expect(isContradicted(newWindow(), ...later, ['see', 10_950, 10])).toBe(false);
  });

  it('explains each figure that is no more than was left', () => {
    const down: Act[] = Array.from({ length: 9 }, (_, index): Act[] => [
      ['count', index],
      ['see', index + 1, 9 - index],
    ]).flat();
    expect(isContradicted(newWindow(), ['see', 0, 10], ...down)).toBe(false);
  });

  it('counts nothing against a moment that was sent before it', () => {
    // Without that each of these would look like another moment.
    const late: Act[] = [
      ['count', 0],
      ['count', 0],
      ['see', 5, 10],
      ['count', 1],
      ['count', 2],
      ['see', 6, 10],
      ['count', 3],
      ['see', 7, 10],
    ];
    expect(isContradicted(newWindow(), ['see', 0, 10], ...late)).toBe(false);
    const onTime: Act[] = [
      ['count', 0],
      ['see', 5, 10],
      ['count', 5],
      ['see', 6, 10],
      ['count', 6],
      ['see', 7, 10],
    ];
    expect(isContradicted(newWindow(), ['see', 0, 10], ...onTime)).toBe(true);
  });

  it('stays contradicted', () => {
    const explanation = newWindow();
    isContradicted(explanation, ...full, ['see', 3, 10]);
    expect(isContradicted(explanation, ['see', 5000, 1])).toBe(true);
  });
});

describe('a refill', () => {
  it.each([
    [0, 2, 9, false],
    [0, 2, 10, true],
    [0, 102, 10, false],
    [0, 102, 11, true],
    [100, 2, 10, false],
    [100, 2, 11, true],
    [0, 50_000, 11, false],
    [0, 50_000, 12, true],
  ])('in ticks of %i ms, at %i ms: %i left is contradicted: %s', (tickMs, time, remaining, expected) => {
    const bucket = new Refill(10, 1000, tickMs);
    expect(isContradicted(bucket, ['count', 0], ['count', 1], ['see', time, remaining])).toBe(expected);
  });

  it('begins full, and counts what is told late from the newest time on', () => {
    expect(isContradicted(new Refill(10, 1000, 0), ['see', 0, 11])).toBe(false);
    expect(isContradicted(new Refill(10, 1000, 0), ['see', 0, 12])).toBe(true);
    const late = (remaining: number) =>
      isContradicted(new Refill(10, 1000, 0), ['count', 100], ['count', 0], ['see', 100, remaining]);
    expect([late(9), late(10)]).toEqual([false, true]);
  });

  it('stays contradicted', () => {
    expect(isContradicted(new Refill(10, 1000, 0), ['count', 0], ['see', 0, 12], ['see', 1, 1])).toBe(true);
  });
});

describe('a sliding window', () => {
  it.each([
    [0, 9, false],
    [0, 10, true],
    [400, 10, false],
    [400, 11, true],
    [800, 11, false],
    [900, 11, false],
    [900, 12, true],
  ])('two requests ago, at %i ms: %i left is contradicted: %s', (time, remaining, expected) => {
    const two: readonly Act[] = [
      ['count', 0],
      ['count', 0],
    ];
    expect(isContradicted(new Sliding(10, 1000), ...two, ['see', time, remaining])).toBe(expected);
  });

  it('forgets one request after the other', () => {
    const sliding = new Sliding(10, 1000);
    const acts: Act[] = [
      ['count', 0],
      ['count', 100],
      ['count', 900],
      ['see', 901, 10],
    ];
    expect(isContradicted(sliding, ...acts)).toBe(false);
    expect(isContradicted(sliding, ['see', 901, 11])).toBe(true);
    expect(isContradicted(sliding, ['see', 5000, 1])).toBe(true);
  });

  it('remembers the newest 50,000 requests', () => {
    const many = () => {
      const sliding = new Sliding(60_000, 1000);
      for (let index = 0; index < 50_010; index += 1) {
        sliding.count(0);
      }
      return sliding;
    };
    expect(isContradicted(many(), ['see', 0, 10_001])).toBe(false);
    expect(isContradicted(many(), ['see', 0, 10_002])).toBe(true);
  });

  it('does not take forgotten requests for remembered ones', () => {
    const sliding = new Sliding(60_000, 1000);
    const countMany = (time: number) => {
      for (let index = 0; index < 30_000; index += 1) {
        sliding.count(time);
      }
    };
    countMany(0);
    sliding.see(5000, 5000, 1);
    countMany(5000);
    expect(isContradicted(sliding, ['see', 5000, 30_001])).toBe(false);
    expect(isContradicted(sliding, ['see', 5000, 30_002])).toBe(true);
  });

  it('forgets many as well as few', () => {
    const sliding = new Sliding(100_000, 1000);
    for (let index = 0; index < 60_000; index += 1) {
      sliding.count(index);
    }
    sliding.see(59_999, 59_999, 1);
    // The newest 800 weigh half on the average.
    expect(isContradicted(sliding, ['see', 59_999, 99_600])).toBe(false);
    expect(isContradicted(sliding, ['see', 59_999, 99_602])).toBe(true);
  });
});
