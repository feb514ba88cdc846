import { describe, expect, it } from 'vitest';
import { judgeDay } from '../../../src/quota/judge/day.ts';
import { type Answer, caseOf, saidOf, spaced } from './case-of.ts';
import { epochMs, free } from './trace.ts';

const id = 'quota/day-limit';
/** Ten in a day of a hundred seconds, of which the minute is but a share. */
const plan = { ...free, perMinute: 6, perDay: 10, dayMs: 100_000, minuteMs: 6_000, dayQuota: true };
const day: Partial<Answer> = { phase: 'day', limit: plan.perDay };
const refusal = { ...day, status: 429, remaining: 0 };
/** Where the figure of the minute is the same: refusals of the day are told by how long they last. */
const ofBoth = (answers: readonly Answer[]) =>
  answers.map((one) => (one.status === 429 ? { ...one, limit: Number.NaN, retryAfterMs: 80_000 } : one));

function said(answers: readonly Answer[], other: Partial<typeof plan> = {}) {
  const judged = caseOf(answers, { plan: { ...plan, ...other } });
  judgeDay(judged);
  return saidOf(judged);
}

/** So many served, with what is left of so many. */
function countedDown(count: number, from: number, fromMs = 1_000, everyMs = 1_000): Answer[] {
  return spaced(fromMs, count, everyMs, day).map((one, position) => ({
    ...one,
    remaining: from - 1 - position,
  }));
}

const violation = (kind: string, entries: number[], expected: string, actual?: string) => ({
  findings: [[`${id} ${kind}`, entries, expected, false, ...(actual === undefined ? [] : [actual])]],
  supported: {},
});

describe('the limit of the day', () => {
  it('is judged only where it was measured, and of keys that were asked so', () => {
    const many = spaced(0, 50, 10, day);
    expect(said(many, { dayQuota: false })).toEqual({ findings: [], supported: {}, undecided: {} });
    const open = { [id]: 'the measurement of the daily limit did not finish' };
    expect(said(spaced(0, 50, 10, { limit: 10 }))).toEqual({ findings: [], supported: {}, undecided: open });
    expect(said(spaced(0, 50, 10, { ...day, status: 0 })).undecided).toEqual(open);
    const other = [
      ...many.map((one) => ({ ...one, phase: 'burst' as const })),
      { ...day, sentAtMs: 600, key: 2 },
    ];
    expect(said(other, { keys: [1, 2] }).undecided).toEqual({
      [id]: 'the daily limit was not reached: 1 request served; the plan grants 10 in 100 s',
    });
  });

  const resetMs = (atMs: number) => ({ reset: (epochMs + atMs) / 1000 });

  it('is exceeded by more in the day that ends with an announced Reset', () => {
    const announcing = (count: number, atMs: number) =>
      spaced(1_000, count, 1_000, { ...day, ...resetMs(atMs) });
    expect(said(announcing(11, 99_000)).findings).toEqual(
      violation('exceeded', [10, 0], 'at most 10 in 100 s').findings,
    );
    expect(said(announcing(10, 99_000)).findings).toEqual([]);
    // What was sent before that day began is none of it.
    expect(said(announcing(11, 101_000)).findings).toEqual([]);
    // A bucket's next two tokens are due within twenty seconds of each of these.
    expect(said(announcing(11, 22_000)).findings).toEqual([]);
    expect(said(announcing(11, 23_000)).findings).toEqual(
      violation('exceeded', [10, 0], 'at most 10 in 100 s').findings,
    );
    expect(said(announcing(11, 99_000), { perMinute: 10, perDay: 10 }).findings).toEqual([]);
  });

  it('is not granted where less was served of a day that began full', () => {
    const short = [...countedDown(9, 10), { ...refusal, sentAtMs: 20_000 }];
    const silent = short.map((one, position) => (position === 0 ? one : { ...one, remaining: Number.NaN }));
    const isShort = { ...violation('refused-within-limit', [9], '10 in 100 s'), undecided: {} };
    // Neither of these announces it beforehand: the figure is the minute's too, or came at the same time.
    expect(said(ofBoth(silent), { perMinute: 10 })).toEqual(isShort);
    expect(said(silent.map((one) => ({ ...one, answeredAtMs: 20_005 })))).toEqual(isShort);
    // One that is counted in fractions may have had two fewer.
    const lower = silent.map((one, position) => (position === 0 ? { ...one, remaining: 8 } : one));
    expect(said(ofBoth(lower), { perMinute: 10 }).supported).toEqual({ [id]: [9] });
    // What got no answer may have been counted.
    const lost = [...silent.slice(0, 9), { ...day, status: 0, sentAtMs: 15_000 }, ...silent.slice(9)];
    expect(said(ofBoth(lost), { perMinute: 10 }).supported).toEqual({ [id]: [10] });
  });

  it('is not reported for a refusal after unknown earlier use', () => {
    const refusedAfter = (count: number) =>
      said([...spaced(1_000, count, 1_000, day), { ...refusal, sentAtMs: 20_000 }]);
    expect(refusedAfter(9)).toEqual({
      findings: [],
      supported: {},
      undecided: {
        [id]: 'the daily quota was exhausted after 9 requests of this run, and earlier use of the key is unknown; use a key without earlier requests today',
      },
    });
    expect(refusedAfter(10).supported).toEqual({ [id]: [10] });
  });

  it('is not granted where it is used up sooner than was announced', () => {
    const used = (from: number) => [...countedDown(5, from), { ...refusal, sentAtMs: 20_000 }];
    expect(said(used(9))).toEqual({
      ...violation('refused-within-announced', [5, 0], '8 more'),
      undecided: {},
    });
    expect(said(used(5)).findings).toEqual([]);
    expect(said(used(6)).findings).toHaveLength(1);
    // Figures of another limit, or of a request that was under way together with the refused one.
    expect(said(used(9).map((one) => ({ ...one, limit: one.status === 429 ? 10 : 6 }))).findings).toEqual([]);
    expect(said(ofBoth(used(9)), { perMinute: 10 }).findings).toEqual(
      violation('refused-within-limit', [5], '10 in 100 s').findings,
    );
  });
});
