import { describe, expect, it } from 'vitest';
import { otherUsers } from '../../../src/quota/judge/case.ts';
import { judgeReset } from '../../../src/quota/judge/reset.ts';
import { type Answer, anyLimiter, caseOf } from './case-of.ts';
import { alone, at, exceeded, honest, none, refused, said, timestamp } from './judged-reset.ts';
import { epochMs } from './trace.ts';

describe('Reset', () => {
  it('is a Unix time in seconds', () => {
    const of = (reset: number, answer: Partial<Answer> = {}) =>
      said([{ sentAtMs: 0, ...answer, reset }], { clock: null });
    const noDate = { [honest]: 'no response has a Date to compare X-RateLimit-Reset with' };
    for (const reset of [1e9, 99_999_999_999]) {
      expect(of(reset)).toEqual({ findings: [], supported: { [timestamp]: [0] }, undecided: noDate });
    }
    expect(of(Number.NaN)).toEqual({ findings: [], supported: {}, undecided: noDate });
    const other = (kind: string) => ({
      findings: [[`${timestamp} ${kind}`, [0], 'a Unix time in seconds', false]],
      supported: {},
      undecided: { [honest]: `X-RateLimit-Reset is not a Unix time in seconds: fix ${timestamp} first` },
    });
    expect(of(999_999_999)).toEqual(other('seconds-to-go'));
    expect(of(1e11)).toEqual(other('milliseconds'));
    expect(of(30, { key: 9 }).findings).toEqual([]);
  });

  it('is no time that is past', () => {
    const past = (sentAtMs: number, answer: Partial<Answer> = {}) =>
      said([{ sentAtMs, ...at(1000), ...answer }]);
    expect(past(2060)).toMatchObject({ findings: [], undecided: alone });
    expect(past(2061)).toEqual({
      findings: [[`${timestamp} in-the-past`, [0], 'a time that is not in the past', false]],
      supported: {},
      undecided: { [honest]: `X-RateLimit-Reset is in the past: fix ${timestamp} first` },
    });
    expect(past(2061, { limit: 1000 }).findings).toEqual([]);
    expect(past(2061, { reset: Number.NaN }).findings).toEqual([]);
    const clock = { leastMs: epochMs - 500, mostMs: epochMs + 700 };
    expect(said([{ sentAtMs: 2560, ...at(1000) }], { clock }).findings).toEqual([]);
    expect(said([{ sentAtMs: 2561, ...at(1000) }], { clock }).findings).toHaveLength(1);
  });

  it('says how long it is past', () => {
    const judged = caseOf([{ sentAtMs: 11_000, ...at(1000) }]);
    judgeReset(judged);
    expect(judged.notes.summary().findings[0]?.message).toContain('by about 10 s');
  });
});

describe('Reset that is too far off', () => {
  /** Refused where so little was used: no limiter in steps decides so. */
  const wrong = (sentAtMs: number, endMs: number, answer: Partial<Answer> = {}): Answer[] => [
    { sentAtMs: 0, remaining: 59 },
    { sentAtMs: 20, ...refused },
    { sentAtMs, ...at(endMs), ...answer },
  ];
  const far = [[`${honest} too-far`, [2], 'at most a minute ahead', false]];

  it('is later than any limiter that explains the decisions resets', () => {
    expect(said(wrong(929, 66_000)).findings).toEqual(far);
    expect(said(wrong(930, 66_000)).findings).toEqual([]);
    const clock = { leastMs: epochMs - 500, mostMs: epochMs + 700 };
    expect(said(wrong(229, 66_000), { clock }).findings).toEqual(far);
    expect(said(wrong(230, 66_000), { clock }).findings).toEqual([]);
    const longer = { ...anyLimiter, latestResetMs: () => 90_000 };
    expect(said(wrong(929, 95_000), { explainedBy: [longer] }).findings).toEqual([]);
    expect(said(wrong(929, 96_000), { explainedBy: [anyLimiter, longer, anyLimiter] }).findings).toEqual([
      [`${honest} too-far`, [2], 'at most 90 s ahead', false],
    ]);
  });

  it('says how far', () => {
    const judged = caseOf(wrong(990, 71_000));
    judgeReset(judged);
    expect(judged.notes.summary().findings[0]?.message).toContain('is 70 s ahead');
  });
});

describe('fixed windows that do not end when Reset says', () => {
  const window = { ...anyLimiter, announcesEnd: true, explains: () => false };
  const explainedBy = [window];
  const answers: Answer[] = [
    { sentAtMs: 0, remaining: 59, ...at(50_000) },
    { sentAtMs: 20, ...refused },
  ];
  const edge = [
    [`${honest} not-the-edge`, [0], 'X-RateLimit-Reset is the time at which the limit resets', true],
  ];

  it('are reported by the first announcement', () => {
    expect(said(answers, { explainedBy }).findings).toEqual(edge);
    const supported = { [timestamp]: [0] };
    expect(said(answers, { explainedBy, users: true })).toEqual({
      findings: [],
      supported,
      undecided: { [honest]: otherUsers },
    });
  });

  it('are the only ones that explain what was decided, and none of them agrees', () => {
    const open = { findings: [], supported: { [timestamp]: [0] }, undecided: alone };
    expect(said(answers, { explainedBy: [] })).toEqual(open);
    expect(said(answers, { explainedBy: [window, anyLimiter] })).toEqual(open);
    expect(said(answers, { explainedBy: [window, { ...window, explains: () => true }] })).toEqual(open);
    expect(said(answers.slice(0, 1), { explainedBy })).toEqual(open);
    expect(said(answers.slice(1), { explainedBy })).toEqual(none);
    expect(said(answers, { explainedBy, violated: exceeded })).toEqual(open);
    expect(said(answers, { explainedBy, violated: timestamp }).findings).toEqual([]);
  });
});
