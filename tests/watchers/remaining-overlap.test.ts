import { describe, expect, it } from 'vitest';
import { RemainingSeries, type ServedRequest } from '../../src/watchers/remaining-series.ts';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { answer, unknownPlan } from './counted-answer.ts';
import { findingsOf, reportedRequirements } from './exchanges.ts';

const id = 'rate/remaining-counts-down';

/** Lists that are served one after another, every `gapMs`, each `durationMs` on its way. */
const served = (figures: readonly number[], gapMs: number, durationMs: number) =>
  figures.map((left, index) => answer(index + 1, index * gapMs, durationMs, 200, 60, left));

const still = Array.from({ length: 40 }, () => 59);

describe('a frozen Remaining is found', () => {
  it('if the bodies take long: a request was counted when its header fields arrived', () => {
    const long = served(still, 3, 1).map((one) => ({ ...one, finishedAtMs: one.sentAtMs + 1000 }));
    expect(reportedRequirements(long, unknownPlan)).toEqual([id]);
  });
});

describe('of an answer that was under way together with others', () => {
  it('the value is judged if none of them had arrived when it was requested', () => {
    const watch = startWatch(unknownPlan);
    const isJudged = served([59, 58, 57, 56, 55], 3, 20).map((one) => watch.see(one).touched.includes(id));
    expect(isJudged).toEqual([false, false, false, true, true]);
  });

  it('the value may be older than theirs, and does not cover later ones', () => {
    const figures = Array.from({ length: 40 }, (_, index) => 54 - index);
    const answers = served(figures, 3, 1).flatMap((one, index) =>
      // One of the five that were sent before all others, and served before them.
      index % 5 === 4 && index < 25
        ? [one, answer(100 + index, 0, one.finishedAtMs, 200, 60, 59 - Math.floor(index / 5))]
        : [one],
    );
    expect(findingsOf(answers, unknownPlan)).toEqual([]);
  });

  it('is counted once, whatever was reported of others between its response and its report', () => {
    const at = (sent: number, received: number, remaining = 40): ServedRequest => ({
      exchange: sent,
      sent,
      received,
      remaining,
    });
    const [first, slow, next] = [at(0, 10), at(5, 5000), at(20, 30)];
    const early = Array.from({ length: 5 }, (_, index) => at(1, 9 - index));
    const unexplainedAfter = (reported: readonly ServedRequest[]) => {
      const series = new RemainingSeries(60, 60_000, first);
      for (const request of reported) {
        series.see(request);
      }
      const later = Array.from({ length: 80 }, (_, index) => at(40 + 3 * index, 41 + 3 * index));
      return later.findIndex((request) => series.see(request) === 'unexplained');
    };
    const inOrder = unexplainedAfter([...early.toReversed(), first, slow, next]);
    expect(inOrder).toBeGreaterThan(0);
    expect(unexplainedAfter([first, slow, next, ...early])).toBe(inOrder);
  });
});
