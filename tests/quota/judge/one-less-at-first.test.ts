import { describe, expect, it } from 'vitest';
import { slidingCounter } from '../../../src/quota/judge/clock-windows.ts';
import type { LimiterModel } from '../../../src/quota/judge/limiter-model.ts';
import { judgeOneLessAtFirst } from '../../../src/quota/judge/remaining.ts';
import { requestWindows } from '../../../src/quota/judge/request-windows.ts';
import { type Answer, anyLimiter, ofEachKey, saying, spaced } from './case-of.ts';
import { free } from './trace.ts';

/** Eight a minute of eight seconds: a bucket is full again 1,201 ms after the answer. */
const plan = { ...free, perMinute: 8, minuteMs: 8_000 };
const refusal = (sentAtMs: number): Answer => ({ sentAtMs, status: 429, limit: 8, remaining: 0 });

/** Served every so many ms, with figures counted down. */
function series(fromMs: number, count: number, first: number, everyMs = 20): Answer[] {
  return spaced(fromMs, count, everyMs, { limit: 8 }).map((one, position) => ({
    ...one,
    remaining: first - position,
  }));
}

const say = saying(ofEachKey(judgeOneLessAtFirst), { plan });
const said = (...given: Parameters<typeof say>) => say(...given).findings;

const wrongFigure = (...entries: number[]) => [
  ['rate/remaining-counts-down starts-one-less', entries, '7', true],
];
const oneShort = (...entries: number[]) => [['quota/fully-granted starts-one-short', entries, '7', true]];

/** One request, and after a silence a quota that shows one less than it has. */
const again = (count: number, other: Partial<Answer> = {}) => [
  ...series(0, 1, 7),
  ...series(25_000, count, 6).map((one) => ({ ...one, ...other })),
];

describe('a quota that shows one less than it has', () => {
  it('counts what got no answer, or another one, as served', () => {
    const lost = { sentAtMs: 25_150, status: 0 };
    expect(said([...again(6), lost, refusal(25_200)])).toEqual(oneShort(8, 1));
    expect(said([...again(7), lost, refusal(25_200)])).toEqual([]);
    // And what was sent before the refusal came.
    expect(said([...again(7), refusal(25_200), { sentAtMs: 25_210, status: 404 }])).toEqual([]);
    expect(said([...again(7), refusal(25_200), { sentAtMs: 25_211, status: 404 }])).toEqual(oneShort(8, 1));
    expect(said([...again(6), { ...refusal(25_190), answeredAtMs: 25_300 }, refusal(25_200)])).toEqual(
      oneShort(8, 1),
    );
  });

  it('may be one that was used before, unless it was silent for long enough', () => {
    const afterMs = (sentAtMs: number, count: number) =>
      said([...series(0, count, 7), ...series(sentAtMs, 8, 6)]);
    // Each takes a second; clocks add 201.3 ms.
    expect([afterMs(1_211, 1), afterMs(1_212, 1)]).toEqual([[], wrongFigure(1, 3)]);
    expect([afterMs(2_231, 2), afterMs(2_232, 2)]).toEqual([[], wrongFigure(2, 4)]);
    // One that refuses the eighth may be a bucket that refills in steps of a whole window.
    const shortMs = (sentAtMs: number) =>
      said([...series(0, 1, 7), ...series(sentAtMs, 7, 6), refusal(sentAtMs + 150)]);
    expect([shortMs(16_211), shortMs(16_212)]).toEqual([[], oneShort(8, 1)]);
    const late = [{ ...series(0, 1, 7)[0], sentAtMs: 0, answeredAtMs: 23_800 }, ...series(25_000, 8, 6)];
    expect(said(late)).toHaveLength(0);
    // A sliding counter still counts it in the next window.
    const nextWindow = (...explainedBy: LimiterModel[]) =>
      said([...series(0, 1, 7), ...series(12_000, 8, 6)], { explainedBy });
    expect(nextWindow(requestWindows)).toEqual(wrongFigure(1, 3));
    expect(nextWindow(requestWindows, slidingCounter)).toEqual([]);
  });

  it('is looked at where it began last, before the first refusal', () => {
    const twice = [...again(3), ...series(45_000, 8, 7)];
    expect(said(twice)).toEqual([]);
    expect(said([...series(0, 3, 6), ...series(25_000, 8, 6)])).toEqual(wrongFigure(3, 5));
    expect(said([...series(0, 8, 6), refusal(5_000), ...series(65_000, 8, 7)])).toEqual(wrongFigure(0, 2));
    expect(said([...series(0, 2, 7), refusal(50), ...series(65_000, 8, 6)])).toEqual([]);
  });

  it('shows it in three requests in a row, one after the other', () => {
    const changed = (position: number, change: Partial<Answer>) =>
      said(again(8).map((one, at) => (at === position ? { ...one, ...change } : one)));
    expect(changed(2, { remaining: 6 })).toEqual([]);
    expect(changed(3, { remaining: 5 })).toEqual([]);
    expect(changed(1, { limit: 1000 })).toEqual([]);
    expect(changed(2, { status: 404 })).toEqual([]);
    expect(changed(2, { status: 300 })).toEqual([]);
    expect(changed(2, { status: 299 })).toEqual(wrongFigure(1, 3));
    expect(changed(1, { answeredAtMs: 25_035 })).toEqual([]);
    expect(changed(1, { answeredAtMs: 25_034 })).toEqual(wrongFigure(1, 3));
    expect(said([...again(2), refusal(25_100)])).toEqual([]);
  });

  it('counts the requests before any refill is possible', () => {
    const limiter = (restsMs: number) => ({ ...anyLimiter, restsMs: () => restsMs });
    const rests = (...rested: number[]) => said(again(8), { explainedBy: rested.map(limiter) });
    // The last answer came 150 ms after the first request.
    expect([rests(149), rests(150), rests(400, 149)]).toEqual([[], wrongFigure(1, 3), []]);
    const half = (change: (one: Answer) => Partial<Answer>) =>
      said(again(8).map((one, at) => (at === 5 ? { ...one, ...change(one) } : one)));
    // One step of the figure shows that what got another answer was counted.
    expect(half(() => ({ status: 404 }))).toEqual(wrongFigure(1, 3));
    expect(half(() => ({ status: 404, remaining: 3 }))).toEqual([]);
    expect(half(() => ({ status: 429 }))).toEqual(oneShort(5, 1));
    expect(half(() => ({ status: 404, sentAtMs: 25_065 }))).toEqual([]);
    expect(half(() => ({ status: 404, sentAtMs: 25_070, answeredAtMs: 25_090 }))).toEqual(wrongFigure(1, 3));
    expect(half(() => ({ remaining: 3 }))).toEqual(wrongFigure(1, 3));
  });
});
