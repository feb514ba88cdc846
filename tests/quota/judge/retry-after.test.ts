import { describe, expect, it } from 'vitest';
import { otherUsers } from '../../../src/quota/judge/case.ts';
import { judgePromises, judgeRefusalFields, judgeRetryAfter } from '../../../src/quota/judge/retry-after.ts';
import { type Answer, caseOf, nothing, saidOf, saying } from './case-of.ts';
import { epochMs, free } from './trace.ts';

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

const promised = saying(judgePromises);

function refused(sentAtMs: number, seconds: number, answer: Partial<Answer> = {}): Answer {
  return { sentAtMs, status: 429, retryAfterForm: 'seconds', retryAfterMs: 1000 * seconds, ...answer };
}

/** When a request keeps to what was promised by an answer, in ms: clocks drift, and timers are late. */
const dueMs = (answeredMs: number, seconds: number) => answeredMs + 1001 * seconds + 30;
const broken = (lone: number, refusal: number) => ({
  ...nothing,
  findings: [[`${honest} refused-after`, [lone, refusal], 'a served request', true]],
});
const kept = (...entries: number[]) => ({ ...nothing, supported: { [honest]: entries } });

describe('a promise of Retry-After', () => {
  const served = (sentAtMs: number, answer: Partial<Answer> = {}) =>
    promised([refused(0, 2, answer), { sentAtMs }]);

  it('is kept where a request is served shortly after its time', () => {
    expect(served(dueMs(10, 2) - 1)).toEqual(nothing);
    expect(served(dueMs(10, 2))).toEqual(kept(1));
    expect(served(dueMs(10, 2) + 499)).toEqual(kept(1));
    expect(served(dueMs(10, 2) + 501)).toEqual(nothing);
    const date = { retryAfterForm: 'date' } as const;
    expect(served(dueMs(10, 2) + 2999, date)).toEqual(kept(1));
    expect(served(dueMs(10, 2) + 3001, date)).toEqual(nothing);
  });

  it('is tested by no request behind one that was served, and by none that is neither', () => {
    const due = dueMs(10, 2);
    expect(promised([refused(0, 2), { sentAtMs: 5 }, refused(due + 5, 2)])).toEqual(nothing);
    expect(promised([refused(0, 2), { sentAtMs: due, status: 404 }])).toEqual(nothing);
    expect(promised([refused(0, 2), refused(due, 2, { limit: 1000 })])).toEqual(nothing);
    expect(promised([refused(0, Number.NaN), { sentAtMs: due }])).toEqual(nothing);
    expect(promised([{ sentAtMs: 0 }, { sentAtMs: due }])).toEqual(nothing);
  });

  it('is left open where others use the key', () => {
    const answers = [refused(0, 2), refused(2500, 2)];
    expect(promised(answers, { users: true })).toEqual({ ...nothing, undecided: { [honest]: otherUsers } });
    expect(promised([refused(0, 2), { sentAtMs: 2500 }], { users: true })).toEqual(kept(1));
  });
});

describe('Retry-After in minutes', () => {
  const unsure = {
    ...nothing,
    undecided: {
      [readable]:
        'Retry-After may count minutes, or something else used the key: run again with a key that nothing else uses',
      [honest]: 'Retry-After may count minutes, and no request was sent shortly after that time',
    },
  };
  const asked = (brokenMs: number, servedMs: number, more: readonly Answer[] = []) => [
    ...more,
    refused(0, 1),
    refused(brokenMs, 1),
    { sentAtMs: servedMs },
  ];
  const flagged = (refusal: number, lone: number) => ({
    findings: [[`${readable} minutes`, [refusal, lone], 'whole seconds, or an HTTP date', true]],
    supported: {},
    undecided: { [honest]: unsure.undecided[honest] },
  });

  it('is decided if nothing was served for several refills, and one request was later', () => {
    expect(promised(asked(4010, 60_010))).toEqual(flagged(0, 1));
    expect(promised(asked(4009, 60_010))).toEqual(unsure);
    expect(promised(asked(4010, 60_009))).toEqual(unsure);
    expect(promised(asked(4010, 60_010), { decisions: 'unclear' })).toEqual(unsure);
    expect(promised(asked(4010, 60_010).slice(0, -1))).toEqual(unsure);
  });

  it('looks at all keys', () => {
    const plan = { ...free, keys: [2, 1, 3] };
    const other = [{ sentAtMs: 1, key: 2 }];
    expect(promised([...other, ...asked(4010, 60_010)], { plan })).toEqual(flagged(1, 2));
    expect(
      promised(
        asked(4010, 60_010).map((one) => ({ ...one, key: 3 })),
        { plan },
      ),
    ).toEqual(flagged(0, 1));
  });

  it('is none where the minutes are longer than a limiter asks for, or none at all', () => {
    expect(promised([refused(0, 2), refused(2500, 2), { sentAtMs: 70_000 }])).toEqual(broken(1, 0));
    expect(promised([refused(0, 0), refused(45, 0)])).toEqual(broken(1, 0));
    expect(promised([refused(0, 1), refused(1500, Number.NaN), { sentAtMs: 2000 }])).toEqual(unsure);
  });

  it('is none where a request after the minutes was refused', () => {
    const due = dueMs(10, 60);
    expect(promised([refused(0, 1), refused(due, 1)])).toEqual(broken(1, 0));
    expect(promised([refused(0, 1), refused(due - 1, 1)])).toEqual(unsure);
  });
});

describe('Retry-After that is too far off', () => {
  const unknown = {
    ...nothing,
    undecided: {
      [honest]: `Retry-After is much longer than the window: fix ${proportionate} first`,
    },
  };

  it('is nothing where they are no time of the window either', () => {
    expect(promised([refused(0, 78_000), { sentAtMs: 70_000 }], { violated: proportionate })).toEqual(
      nothing,
    );
    expect(promised([refused(0, 78_001), { sentAtMs: 70_000 }], { violated: proportionate })).toEqual(
      unknown,
    );
    expect(
      promised([refused(0, 57_000), refused(dueMs(10, 57), 57_000)], { violated: proportionate }),
    ).toEqual(unknown);
  });
});
