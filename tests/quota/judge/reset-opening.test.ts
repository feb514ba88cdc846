import { describe, expect, it } from 'vitest';
import { otherUsers } from '../../../src/quota/judge/case.ts';
import { judgeReset } from '../../../src/quota/judge/reset.ts';
import { type Answer, caseOf } from './case-of.ts';
import { alone, at, honest, refused, retry, said, timestamp } from './judged-reset.ts';
import { free } from './trace.ts';

describe('the first request after Reset', () => {
  const openMs = 10_000 + 2180;
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
    expect(said(asked(openMs, refused, { remaining: 0 })).findings).toEqual(closed);
    expect(said(asked(openMs, refused, { remaining: 1 }))).toEqual(open);
    expect(said(asked(openMs, { status: 404, phase: 'reset' }))).toEqual(open);
    expect(said(asked(openMs, { limit: 1000, ...refused }))).toEqual(open);
  });

  it('comes after the latest of those that were under way before', () => {
    const two = (sentAtMs: number) => [
      { sentAtMs: 0, answeredAtMs: 40, ...refused, ...at(10_000) },
      { sentAtMs: 5, answeredAtMs: 30, ...refused, ...at(9_000) },
      { sentAtMs, ...refused },
    ];
    expect(said(two(openMs - 1)).findings).toEqual([]);
    expect(said(two(openMs)).findings.map(([, entries]) => entries)).toEqual([[2, 1]]);
    const silent = [{ sentAtMs: 0, answeredAtMs: 40, ...refused }, ...two(openMs).slice(1)];
    expect(said(silent).findings).toEqual([]);
  });

  it('is not reported if others use the key, Reset was past, or another deviation covers it', () => {
    expect(said(asked(openMs, refused), { users: true })).toEqual({
      ...open,
      undecided: { [honest]: otherUsers },
    });
    const past = asked(openMs + 9000, refused).map((one) =>
      one.sentAtMs === 0 ? { ...one, ...at(-2000) } : one,
    );
    expect(said(past).findings.map(([name]) => name)).toEqual([`${timestamp} in-the-past`]);
    expect(said(asked(openMs, refused), { violated: retry, violatedBy: 1 })).toEqual({
      ...open,
      undecided: {
        [honest]: `the same request was refused after the time of Retry-After: fix ${retry} first`,
      },
    });
    expect(said(asked(openMs, refused), { violated: retry, violatedBy: 0 }).findings).toEqual(closed);
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

  it('may be so a few seconds before, in a short minute', () => {
    const plan = { ...free, minuteMs: 20_000 };
    const short = (answeredAtMs: number) =>
      said(
        [
          { sentAtMs: 0, remaining: 30, ...at(20_000) },
          { sentAtMs: 9000, remaining: 59, answeredAtMs, ...at(29_000) },
        ],
        { plan },
      );
    expect(short(15_606).findings).toHaveLength(1);
    expect(short(15_607).findings).toEqual([]);
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

  it('says how early', () => {
    const judged = caseOf(full(50_000));
    judgeReset(judged);
    expect(judged.notes.summary().findings[0]?.message).toContain('10 s before');
  });
});
