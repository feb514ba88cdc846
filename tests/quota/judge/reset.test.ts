import { describe, expect, it } from 'vitest';
import { otherUsers } from '../../../src/quota/judge/case.ts';
import { judgeReset } from '../../../src/quota/judge/reset.ts';
import { type Answer, anyLimiter, caseOf, saying } from './case-of.ts';
import { epochMs } from './trace.ts';

const honest = 'quota/reset-honest';
const timestamp = 'rate/reset-is-timestamp';
const exceeded = 'quota/never-exceeded';
const retry = 'quota/retry-after-honest';

/** What the judgement of `Reset` says, beside findings that it was given of another judge. */
const said = saying(judgeReset);

/** A `Reset` at a moment of the timeline. */
const at = (endMs: number) => ({ reset: (epochMs + endMs) / 1000 });
const refused = { status: 429, remaining: 0 } as const;
const alone = {
  [honest]:
    'no single request was sent right after the time of an X-RateLimit-Reset: run again; if the responses announce the daily limit, pass a key with more of it left',
};
const none = { findings: [], supported: {}, undecided: alone };

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
    expect(said(wrong(929, 69_000)).findings).toEqual(far);
    expect(said(wrong(930, 69_000)).findings).toEqual([]);
    const clock = { leastMs: epochMs - 500, mostMs: epochMs + 700 };
    expect(said(wrong(229, 69_000), { clock }).findings).toEqual(far);
    expect(said(wrong(230, 69_000), { clock }).findings).toEqual([]);
    const longer = { ...anyLimiter, latestResetMs: () => 90_000 };
    expect(said(wrong(929, 98_000), { explainedBy: [longer] }).findings).toEqual([]);
    expect(said(wrong(929, 99_000), { explainedBy: [anyLimiter, longer, anyLimiter] }).findings).toEqual([
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

describe('the first request after Reset', () => {
  const openMs = 10_000 + 2180;
  /** The clock that stamps `Date`, perhaps a proxy's, may be ahead of the one that computes `Reset`. */
  const closedMs = openMs + 3000;
  const asked = (sentAtMs: number, last: Partial<Answer>, first: Partial<Answer> = refused): Answer[] => [
    { sentAtMs: 0, ...at(10_000), ...first },
    { sentAtMs, ...last },
  ];
  const open = { findings: [], supported: { [timestamp]: [0] }, undecided: alone };
  const closed = [[`${honest} refused-after`, [1, 0], 'a served request', true]];

  it('tells where nothing was left before, or it was sent to tell', () => {
    const left = (remaining: number, phase: 'burst' | 'reset') =>
      said(asked(openMs, { phase }, { remaining })).supported[honest];
    expect([left(0, 'burst'), left(1, 'burst'), left(1, 'reset')]).toEqual([[1], undefined, [1]]);
    expect(said(asked(closedMs, refused, { remaining: 0 })).findings).toEqual(closed);
    expect(said(asked(closedMs - 1, refused, { remaining: 0 }))).toEqual(open);
    expect(said(asked(closedMs, refused, { remaining: 1 }))).toEqual(open);
    expect(said(asked(openMs, { status: 404, phase: 'reset' }))).toEqual(open);
    expect(said(asked(closedMs, { limit: 1000, ...refused }))).toEqual(open);
  });

  it('comes after the latest of those that were under way before', () => {
    const two = (sentAtMs: number) => [
      { sentAtMs: 0, answeredAtMs: 40, ...refused, ...at(10_000) },
      { sentAtMs: 5, answeredAtMs: 30, ...refused, ...at(9_000) },
      { sentAtMs, ...refused },
    ];
    expect(said(two(closedMs - 1)).findings).toEqual([]);
    expect(said(two(closedMs)).findings.map(([, entries]) => entries)).toEqual([[2, 1]]);
    const silent = [{ sentAtMs: 0, answeredAtMs: 40, ...refused }, ...two(closedMs).slice(1)];
    expect(said(silent).findings).toEqual([]);
  });

  it('is not reported if others use the key, Reset was past, or another deviation covers it', () => {
    expect(said(asked(closedMs, refused), { users: true })).toEqual({
      ...open,
      undecided: { [honest]: otherUsers },
    });
    const past = (endMs: number) =>
      asked(closedMs + 9000, refused).map((one) => (one.sentAtMs === 0 ? { ...one, ...at(endMs) } : one));
    expect(said(past(-8000)).findings.map(([name]) => name)).toEqual([`${timestamp} in-the-past`]);
    expect(said(past(-4000)).findings).toEqual(closed);
    expect(said(asked(closedMs, refused), { violated: retry, violatedBy: 1 })).toEqual({
      ...open,
      undecided: {
        [honest]: `the same request was refused after the time of Retry-After: fix ${retry} first`,
      },
    });
    expect(said(asked(closedMs, refused), { violated: retry, violatedBy: 0 }).findings).toEqual(closed);
  });
});

describe('a quota that is full again', () => {
  const full = (sentAtMs: number, remaining = 59, answer: Partial<Answer> = {}): Answer[] => [
    { sentAtMs: 0, remaining: 30, ...at(60_000) },
    { sentAtMs, remaining, ...at(sentAtMs + 55_000), ...answer },
  ];
  const early = [
    [`${honest} restored-before`, [1, 0], 'X-RateLimit-Reset is the time at which the limit resets', true],
  ];

  it('was not to be before Reset', () => {
    expect(said(full(54_000)).findings).toEqual(early);
    expect(said(full(54_000, 58)).findings).toEqual([]);
    expect(said(full(54_000, 59, { answeredAtMs: 54_939 })).findings).toEqual(early);
    expect(said(full(54_000, 59, { answeredAtMs: 54_940 })).findings).toEqual([]);
    expect(said(full(54_000), { decisions: 'unclear' }).findings).toEqual([]);
  });

  it('is one of the minute, that was admitted', () => {
    for (const answer of [{ limit: 1000 }, { status: 404 }, { reset: Number.NaN }]) {
      expect(said(full(20_000, 59, answer)).findings).toEqual([]);
    }
    const [, again] = full(20_000) as [Answer, Answer];
    for (const answer of [{ limit: 1000 }, { status: 404 }, { reset: Number.NaN }, { remaining: 59 }]) {
      expect(said([{ sentAtMs: 0, remaining: 30, ...at(60_000), ...answer }, again]).findings).toEqual([]);
    }
  });

  it('is compared with the latest time that was announced, if that was answered before', () => {
    const [first, again] = full(20_000) as [Answer, Answer];
    const other = (sentAtMs: number, endMs: number, answeredAtMs = sentAtMs + 10) =>
      said([first, { sentAtMs, answeredAtMs, remaining: 29, ...at(endMs) }, again]).findings.map(
        ([, entries]) => entries,
      );
    expect(other(10_000, 55_000)).toEqual([[2, 0]]);
    expect(other(10_000, 60_000)).toEqual([[2, 0]]);
    expect(other(10_000, 62_000)).toEqual([[2, 1]]);
    expect(other(10_000, 62_000, 20_000)).toEqual([[2, 1]]);
    expect(other(10_000, 62_000, 20_001)).toEqual([]);
  });
});
