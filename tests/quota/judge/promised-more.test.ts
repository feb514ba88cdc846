import { describe, expect, it } from 'vitest';
import { judgePromisedMore } from '../../../src/quota/judge/promised-more.ts';
import { type Answer, nothing, ofEachKey, saying, spaced } from './case-of.ts';
import { epochMs, free } from './trace.ts';

const countsDown = 'rate/remaining-counts-down';

const said = saying(ofEachKey(judgePromisedMore));
/** From here on, nothing of an earlier use counts. */
const before: Answer = { sentAtMs: 0 };
const refusal = (sentAtMs: number, answeredAtMs = sentAtMs + 10): Answer => {
  return { sentAtMs, answeredAtMs, status: 429, remaining: 0 };
};

/** A promise, two requests that are served, and a refusal. */
function promising(remaining: number, answer: Partial<Answer> = {}): Answer[] {
  return [before, { sentAtMs: 100, remaining, ...answer }, ...spaced(200, 2, 20), refusal(300)];
}

describe('Remaining promised more', () => {
  const more = (...entries: number[]) => [[`${countsDown} promised-more`, entries, 'at most 2', false]];

  it('by any answer that counts the request, and by no other', () => {
    expect(said(promising(3, { status: 404 })).findings).toEqual(more(1, 4));
    expect(said(promising(3, { status: 499 })).findings).toEqual(more(1, 4));
    for (const answer of [{ status: 429 }, { status: 500 }, { status: 503 }, { limit: 1000 }]) {
      expect(said(promising(3, answer))).toEqual(nothing);
    }
    expect(said(promising(Number.NaN))).toEqual(nothing);
    expect(said([before, { sentAtMs: 100, remaining: 0 }, refusal(300)])).toEqual(nothing);
    expect(said([before, { sentAtMs: 100, remaining: 1 }, refusal(300)]).findings).toEqual([
      [`${countsDown} promised-more`, [1, 2], 'at most 0', false],
    ]);
  });

  it('counts what was under way when it was said, and what was refused meanwhile', () => {
    const [, promise, ...rest] = promising(3) as [Answer, Answer, ...Answer[]];
    expect(said([before, { sentAtMs: 90 }, promise, ...rest])).toEqual(nothing);
    expect(said([before, { sentAtMs: 89 }, promise, ...rest]).findings).toHaveLength(1);
    expect(said([before, refusal(90), promise, ...rest])).toEqual(nothing);
    expect(said([before, refusal(89), promise, ...rest]).findings).toHaveLength(1);
  });

  it('as a full quota is not granted in full', () => {
    const granted = (remaining: number) => [
      ['quota/fully-granted refused-within-limit', [4, 1], `${remaining + 1} requests are served`, false],
    ];
    expect(said(promising(59)).findings).toEqual(granted(59));
    expect(said(promising(58)).findings).toEqual(granted(58));
    expect(said(promising(57)).findings).toEqual(more(1, 4));
  });

  it('is none of a full quota after another request of its window', () => {
    const ofWindow = (reset: number) => promising(59).map((one) => ({ ...one, reset }));
    const [first, ...others] = ofWindow(epochMs / 1_000 + 30) as [Answer, ...Answer[]];
    expect(said([first, ...others]).findings).toEqual(more(1, 4));
    const earlier = { ...first, reset: epochMs / 1_000 };
    expect(said([earlier, ...others]).findings[0]?.[0]).toBe('quota/fully-granted refused-within-limit');
  });
});

describe('Remaining may have been taken', () => {
  const shared = {
    ...nothing,
    undecided: {
      [countsDown]: 'the other keys may share the quota: run again with this key alone',
    },
  };
  const plan = { ...free, keys: [1, 2] };

  it('by other keys between the promise and the refusal', () => {
    const other = (sentAtMs: number, answer: Partial<Answer> = {}) => ({ sentAtMs, key: 0, ...answer });
    expect(said([...promising(3), other(250)])).toEqual(shared);
    expect(said([...promising(4), other(250)]).findings).toHaveLength(1);
    expect(said([...promising(4), other(250), other(260, { key: 2 })], { plan })).toEqual(shared);
    expect(said([...promising(3), other(91)])).toEqual(shared);
    expect(said([...promising(3), other(90)]).findings).toHaveLength(1);
    expect(said([...promising(3), other(309)])).toEqual(shared);
    expect(said([...promising(3), other(310)]).findings).toHaveLength(1);
    expect(said([...promising(3), other(250, { key: 9 })]).findings).toHaveLength(1);
  });
});
