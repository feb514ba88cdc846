import { describe, expect, it } from 'vitest';
import { otherUsers } from '../../../src/quota/judge/case.ts';
import { judgePromises } from '../../../src/quota/judge/retry-after.ts';
import { type Answer, nothing, saying } from './case-of.ts';
import { free } from './trace.ts';

const honest = 'quota/retry-after-honest';
const readable = 'quota/retry-after-readable';
const proportionate = 'quota/retry-after-proportionate';

const said = saying(judgePromises);

function refused(sentAtMs: number, seconds: number, answer: Partial<Answer> = {}): Answer {
  return { sentAtMs, status: 429, retryAfterForm: 'seconds', retryAfterMs: 1000 * seconds, ...answer };
}

/** When a request keeps to what was said by an answer, in ms: clocks drift, and timers are late. */
const dueMs = (answeredMs: number, seconds: number) => answeredMs + 1001 * seconds + 30;
const broken = (lone: number, refusal: number) => ({
  ...nothing,
  findings: [[`${honest} refused-after`, [lone, refusal], 'a served request', true]],
});
const kept = (...entries: number[]) => ({ ...nothing, supported: { [honest]: entries } });

describe('a promise of Retry-After', () => {
  const served = (sentAtMs: number, answer: Partial<Answer> = {}) =>
    said([refused(0, 2, answer), { sentAtMs }]);

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
    expect(said([refused(0, 2), { sentAtMs: 5 }, refused(due + 5, 2)])).toEqual(nothing);
    expect(said([refused(0, 2), { sentAtMs: due, status: 404 }])).toEqual(nothing);
    expect(said([refused(0, 2), refused(due, 2, { limit: 1000 })])).toEqual(nothing);
    expect(said([refused(0, Number.NaN), { sentAtMs: due }])).toEqual(nothing);
    expect(said([{ sentAtMs: 0 }, { sentAtMs: due }])).toEqual(nothing);
  });

  it('is left open where others use the key', () => {
    const answers = [refused(0, 2), refused(2500, 2)];
    expect(said(answers, { users: true })).toEqual({ ...nothing, undecided: { [honest]: otherUsers } });
    expect(said([refused(0, 2), { sentAtMs: 2500 }], { users: true })).toEqual(kept(1));
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
    expect(said(asked(4010, 60_010))).toEqual(flagged(0, 1));
    expect(said(asked(4009, 60_010))).toEqual(unsure);
    expect(said(asked(4010, 60_009))).toEqual(unsure);
    expect(said(asked(4010, 60_010), { decisions: 'unclear' })).toEqual(unsure);
    expect(said(asked(4010, 60_010).slice(0, -1))).toEqual(unsure);
  });

  it('looks at all keys', () => {
    const plan = { ...free, keys: [2, 1, 3] };
    const other = [{ sentAtMs: 1, key: 2 }];
    expect(said([...other, ...asked(4010, 60_010)], { plan })).toEqual(flagged(1, 2));
    expect(
      said(
        asked(4010, 60_010).map((one) => ({ ...one, key: 3 })),
        { plan },
      ),
    ).toEqual(flagged(0, 1));
  });

  it('is none where the minutes are longer than a limiter asks for, or none at all', () => {
    expect(said([refused(0, 2), refused(2500, 2), { sentAtMs: 70_000 }])).toEqual(broken(1, 0));
    expect(said([refused(0, 0), refused(45, 0)])).toEqual(broken(1, 0));
    expect(said([refused(0, 1), refused(1500, Number.NaN), { sentAtMs: 2000 }])).toEqual(unsure);
  });

  it('is none where a request after the minutes was refused', () => {
    const due = dueMs(10, 60);
    expect(said([refused(0, 1), refused(due, 1)])).toEqual(broken(1, 0));
    expect(said([refused(0, 1), refused(due - 1, 1)])).toEqual(unsure);
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
    expect(said([refused(0, 78_000), { sentAtMs: 70_000 }], { violated: proportionate })).toEqual(nothing);
    expect(said([refused(0, 78_001), { sentAtMs: 70_000 }], { violated: proportionate })).toEqual(unknown);
    expect(said([refused(0, 57_000), refused(dueMs(10, 57), 57_000)], { violated: proportionate })).toEqual(
      unknown,
    );
  });
});
