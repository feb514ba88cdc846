import { describe, expect, it } from 'vitest';
import { counterOf, minuteEntries } from '../../../src/quota/judge/key-ledger.ts';
import { hasOtherUsers, takesTooMuch } from '../../../src/quota/judge/other-users.ts';
import { type Answer, caseOf } from './case-of.ts';
import { epochMs, free } from './trace.ts';

/** One request a moment that a bucket gives a third of one back in. */
const everyMs = 300;

function asked(figures: readonly number[], other: readonly Partial<Answer>[] = [], apartMs = everyMs) {
  return figures.map((remaining, position): Answer => {
    return { sentAtMs: 1_000 + position * apartMs, remaining, ...other[position] };
  });
}

function ask(answers: readonly Answer[], plan = free) {
  const clock = { leastMs: epochMs, mostMs: epochMs };
  const { timeline } = caseOf(answers, { plan });
  const counter = counterOf(minuteEntries(timeline, [1]), plan, clock);
  return { isShared: hasOtherUsers(counter, plan), isGreedy: takesTooMuch(counter, plan) };
}

const alone = { isShared: false, isGreedy: false };
const shared = { isShared: true, isGreedy: false };
const greedy = { isShared: false, isGreedy: true };

describe('another client', () => {
  it('is not reported for concurrent requests', () => {
    const together = [{}, { answeredAtMs: 2_000 }];
    expect(ask(asked([59, 55, 54], together))).toEqual(alone);
    expect(ask(asked([59, 55, 54], [{ answeredAtMs: 1_300 }]))).toEqual(shared);
    expect(ask(asked([59, 55, 54], [{ answeredAtMs: 1_301 }]))).toEqual(alone);
    expect(ask(asked([59, 55, 54], [{}, { answeredAtMs: 1_600 }]))).toEqual(shared);
    // The first one is answered after both.
    expect(ask(asked([59, 58, 52], [{ answeredAtMs: 1_900 }]))).toEqual(alone);
  });

  it('is not reported for other responses or values', () => {
    for (const other of [{ status: 404 }, { status: 199 }, { status: 300 }, { limit: 1000 }]) {
      expect(ask(asked([59, 52, 51], [{}, other, {}]))).toEqual(alone);
    }
    expect(ask(asked([59, 52, 51], [{}, { status: 299 }, {}]))).toEqual(shared);
    expect(ask(asked([59, 0, 0]))).toEqual(alone);
    expect(ask(asked([59, 1, 0]))).toEqual(shared);
    expect(ask(asked([59, Number.NaN, 40]))).toEqual(alone);
  });

  it('is not confused with a service that counts each request several times', () => {
    expect(ask(asked([57, 54, 51]))).toEqual(greedy);
    expect(ask(asked([57, 54]))).toEqual(shared);
    expect(ask(asked([57, 54, 52]))).toEqual(shared);
    expect(ask(asked([57, 52, 49]))).toEqual(shared);
    expect(ask(asked([59, 57, 55]))).toEqual(greedy);
    // From the one before to its answer: half the time in which a token comes back.
    expect(ask(asked([57, 54, 51], [], 490))).toEqual(greedy);
    expect(ask(asked([57, 54, 51], [], 491))).toEqual(shared);
  });
});

describe('values that are missing under one Reset', () => {
  const reset = (epochMs + 60_000) / 1000;
  const at = (figures: readonly number[], other: Partial<Answer> = {}) =>
    asked(figures, [], 1).map((one) => ({ ...one, reset, answeredAtMs: 2_000, ...other }));

  it('may be those of requests without an answer', () => {
    const lost = { sentAtMs: 1_500, answeredAtMs: 2_000, status: 0 };
    expect(ask([...at([59, 57, 56]), lost])).toEqual(alone);
    expect(ask([...at([59, 56, 55]), lost])).toEqual(shared);
    expect(ask([...at([59, 58, 58, 56, 55]), lost])).toEqual(alone);
    expect(ask([...at([59, 58, 58, 55, 54]), lost])).toEqual(shared);
  });

  it('are reported neither if nothing is left, nor for a short minute', () => {
    expect(ask(at([2, 1, 0, 0]))).toEqual(alone);
    expect(ask(at([3, 0, 0]))).toEqual(alone);
    expect(ask(at([0, 0]))).toEqual(alone);
    const short = { ...free, minuteMs: 19_999 };
    expect(ask(at([59, 57, 56]), short)).toEqual(alone);
    expect(ask(at([59, 57, 56]), { ...free, minuteMs: 20_000 })).toEqual(shared);
  });
});
