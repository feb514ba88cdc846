import { describe, expect, it } from 'vitest';
import { judgeRefusalFields, judgeRetryAfter } from '../../../src/quota/judge/retry-after.ts';
import { type Answer, caseOf, saidOf } from './case-of.ts';
import { epochMs } from './trace.ts';

const present = 'quota/retry-after-present';
const readable = 'quota/retry-after-readable';
const proportionate = 'quota/retry-after-proportionate';
const honest = 'quota/retry-after-honest';

/** What is said of `Retry-After`; what the same judge says of `Remaining` is for a test of its own. */
function said(answers: readonly Answer[], given?: Parameters<typeof caseOf>[1]) {
  const judged = caseOf(answers, given);
  judgeRefusalFields(judged);
  judgeRetryAfter(judged);
  const { findings, supported, undecided } = saidOf(judged);
  const isOfWait = ([name]: readonly unknown[]) => !String(name).startsWith('quota/remaining-zero');
  return {
    findings: findings.filter(isOfWait),
    supported: Object.fromEntries(Object.entries(supported).filter(isOfWait)),
    undecided: Object.fromEntries(Object.entries(undecided).filter(isOfWait)),
  };
}

/** A 429 that asks to wait so many seconds. */
function waiting(seconds: number, answer: Partial<Answer> = {}): Answer {
  return { sentAtMs: 0, status: 429, retryAfterForm: 'seconds', retryAfterMs: seconds * 1000, ...answer };
}

const none = 'no 429 was received';

describe('Retry-After of a 429', () => {
  it('is looked for whosever key it is, but in no other answer and no cache', () => {
    const absent = waiting(Number.NaN, { retryAfterForm: 'absent' });
    expect(said([{ ...absent, key: 0 }]).findings).toHaveLength(1);
    for (const answer of [{ key: 7 }, { status: 503 }, { cached: true }]) {
      expect(said([{ ...absent, ...answer }])).toEqual({
        findings: [],
        supported: {},
        undecided: { [present]: none, [readable]: none, [proportionate]: none, [honest]: none },
      });
    }
  });
});

describe('the length of Retry-After', () => {
  const kinds = (answers: readonly Answer[], given?: Parameters<typeof caseOf>[1]) =>
    said(answers, given)
      .findings.filter(([name]) => String(name).startsWith(proportionate))
      .map(([name, entries, , restsOnTiming]) => [String(name).split(' ')[1], entries, restsOnTiming]);

  it('is a window and a quarter at most, and room for rounding', () => {
    expect(said([waiting(78)]).supported[proportionate]).toEqual([0]);
    expect(kinds([waiting(79)])).toEqual([['too-long', [0], false]]);
    expect(said([waiting(79)]).supported[proportionate]).toBeUndefined();
  });

  it('is the shortest of those that may have been the first', () => {
    const second = (seconds: number, sentAtMs: number) => [
      waiting(200),
      waiting(seconds, { sentAtMs, answeredAtMs: 100 }),
    ];
    expect(said(second(20, 10)).supported[proportionate]).toEqual([1]);
    expect(kinds(second(20, 11))).toEqual([['too-long', [0], false]]);
    expect(kinds(second(100, 10))).toEqual([['too-long', [1], false]]);
    expect(kinds(second(300, 10))).toEqual([['too-long', [0], false]]);
    expect(kinds([waiting(Number.NaN, { retryAfterForm: 'absent' }), waiting(200, { sentAtMs: 1 })])).toEqual(
      [['too-long', [1], false]],
    );
    expect(kinds([waiting(200), waiting(Number.NaN, { sentAtMs: 1, retryAfterForm: 'absent' })])).toEqual([
      ['too-long', [0], false],
    ]);
    const equal = [waiting(20), waiting(20, { sentAtMs: 1 })];
    expect(said(equal).supported[proportionate]).toEqual([0]);
  });

  it('is not judged of refusals that follow within a quarter of a window', () => {
    const again = (sentAtMs: number) => [waiting(20), waiting(200, { sentAtMs })];
    expect(kinds(again(15_010))).toEqual([]);
    expect(kinds(again(15_011))).toEqual([['too-long', [1], false]]);
    const asking = (sentAtMs: number) => [...again(15_000), waiting(200, { sentAtMs })];
    expect(kinds(asking(30_010))).toEqual([]);
    expect(kinds(asking(30_011))).toEqual([['too-long', [2], false]]);
  });

  it('tells milliseconds by the window', () => {
    const kind = (seconds: number, answer: Partial<Answer> = {}) => kinds([waiting(seconds, answer)])[0]?.[0];
    expect([kind(600), kind(601)]).toEqual(['too-long', 'milliseconds']);
    expect([kind(132_000), kind(132_001)]).toEqual(['milliseconds', 'too-long']);
    expect(kind(57_000, { retryAfterForm: 'date' })).toBe('too-long');
    const message = (seconds: number) => {
      const judged = caseOf([waiting(seconds)]);
      judgeRetryAfter(judged);
      return judged.notes.summary().findings[0]?.message;
    };
    const text = 'Retry-After asks to wait much longer than the window that is used up';
    expect(message(100)).toBe(text);
    expect(message(1000)).toBe(`${text}: it looks like milliseconds`);
    expect(message(epochMs / 1000)).toBe(`${text}: it looks like a Unix time`);
  });

  it('tells none where the window is so short that it may be as many seconds', () => {
    const plan = { ...caseOf([]).plan, minuteMs: 20_000 };
    const kind = (seconds: number) => kinds([waiting(seconds)], { plan })[0]?.[0];
    expect([kind(300), kind(301)]).toEqual(['too-long', 'milliseconds']);
  });
});
