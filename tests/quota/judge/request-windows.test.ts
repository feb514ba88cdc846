import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Demand } from '../../../src/quota/judge/limiter-model.ts';
import {
  admissionsAsAnnounced,
  admissionsOnly,
  allDecisions,
  allThatWasSaid,
  refusalsOnly,
} from '../../../src/quota/judge/permitted-limiters.ts';
import {
  overfullStarts,
  requestWindows,
  unjustifiedStarts,
} from '../../../src/quota/judge/request-windows.ts';
import type { Spans } from '../../../src/quota/judge/times.ts';
import { propertyRuns } from '../../property-runs.ts';
import { counterWith, ledgerOf, type Span, type Start } from './ledger-of.ts';

/** A clock of whole seconds may make a window 1,070 ms shorter or longer: by so much of ten seconds. */
const allowance = { limit: 3, windowMs: 10_000, slackMs: 70, tickMs: 20 };
/** Requests that take four ms each. */
const at = (...moments: number[]) => moments.map((sentMs): Span => [sentMs, sentMs + 4]);
const full = at(0, 10, 20);

function explains(
  refused: readonly Span[],
  admitted: readonly Span[],
  { demand = allDecisions, start = 'untouched' }: { demand?: Demand; start?: Start } = {},
) {
  return requestWindows.explains([counterWith(refused, admitted, start)], allowance, demand);
}

describe('windows from the first request', () => {
  it('begin with a request, and not by a clock', () => {
    const late = (count: number, demand = allDecisions) =>
      explains([], [...full, ...at(15_000, 20_500, 20_510, 20_520).slice(0, count)], { demand });
    expect([late(3), late(4), late(4, admissionsOnly)]).toEqual([true, false, true]);
    const third = (atMs: number) => explains([], [...full, ...at(15_000, 15_010, 15_020, atMs)]);
    expect([third(23_000), third(24_000)]).toEqual([false, true]);
  });

  it('begin at a request that exceeds the limit of the previous window', () => {
    // The fourth request, at 9,000, begins a window, which admits two more.
    const fourth = (...later: number[]) => explains([], [...full, ...at(9_000, ...later)]);
    expect([fourth(10_500, 10_510), fourth(10_500, 10_510, 10_520)]).toEqual([true, false]);
    // A slow request may begin the second window, or follow three others that begin it.
    const long = (...later: number[]) => explains([], [...full, [9_000, 15_000], ...at(...later)]);
    expect([long(12_000, 12_010, 18_500), long(12_000, 12_010, 12_020, 18_500)]).toEqual([true, false]);
    // Two consecutive windows of the minimum length.
    expect(explains([], [...full, ...at(9_000, 9_010, 9_020, 18_000, 18_010)])).toBe(true);
  });

  it('may last longer by the resolution of a clock in whole seconds', () => {
    expect(explains(at(9_500), [...full, ...at(11_000)])).toBe(true);
    expect(explains(at(0, 9_500), at(11_060), { start: 'unknown' })).toBe(true);
  });

  it('refuse what comes after the limit, as long as they last', () => {
    expect([explains(at(30), full), explains(at(30), at(0, 10))]).toEqual([true, false]);
    expect(explains(at(30), at(0, 10), { demand: admissionsOnly })).toBe(true);
    expect(explains(at(30), at(0, 10, 20, 25), { demand: refusalsOnly })).toBe(true);
    expect([explains(at(11_074), full), explains(at(11_075), full)]).toEqual([true, false]);
    // What is refused in the end has to be justified by the window that began last.
    expect(explains(at(16_000), [...full, ...at(15_000, 15_010, 15_020)])).toBe(true);
    expect(explains(at(16_000), [...full, ...at(15_000, 15_010)])).toBe(false);
    // A window may not be begun by what was refused.
    expect(explains(at(30, 12_000), [...full, ...at(12_100)])).toBe(false);
  });

  it('may be closed for a window by what they refused', () => {
    expect(explains(at(5_000, 14_900), [...full, ...at(15_100)])).toBe(true);
    expect(explains(at(5_000, 14_900), [...full, ...at(14_500)])).toBe(false);
    expect(explains(at(5_000), [...full, ...at(14_800)])).toBe(true);
    // From each: a refusal puts off the end of the block.
    expect(explains(at(5_000, 14_500, 24_000), [...full, ...at(34_200)])).toBe(true);
    expect(explains(at(5_000, 14_500, 24_000), [...full, ...at(33_000)])).toBe(false);
    // What was admitted after it is of another window, which justifies what it refused.
    const next = (...moments: number[]) =>
      explains(at(5_000, 14_900, 15_300), [...full, ...at(...moments)], { demand: refusalsOnly });
    expect([next(15_200, 15_210, 15_220), next(15_210, 15_220)]).toEqual([true, false]);
    // And another window follows, which is used up again.
    const again = at(15_200, 15_210, 15_220);
    expect(explains(at(5_000, 14_900, 15_300), [...full, ...again])).toBe(true);
    expect(explains(at(5_000, 14_900, 15_300), [...full, ...again.slice(1)])).toBe(false);
  });

  it('may have been closed all the time, by an earlier use', () => {
    const closed = (...moments: number[]) => explains(at(...moments), [], { start: 'unknown' });
    expect([closed(0), closed(0, 5_000, 11_069), explains(at(0), [])]).toEqual([true, true, false]);
    expect([closed(0, 11_069), closed(0, 11_070)]).toEqual([true, false]);
    // A block goes on where each refusal renews it: by 90 ms more than a window.
    expect([closed(0, 11_070), closed(0, 10_090, 20_184), closed(0, 10_090, 20_185)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(explains(at(0), at(10), { start: 'unknown' })).toBe(true);
    expect(explains(at(0, 12_000), at(10), { start: 'unknown' })).toBe(false);
  });

  it('are extended only by their own refusals', () => {
    // A block ends with a refusal that overlaps the request that begins the next window.
    const blocked = at(5_000, 12_000);
    const beside = (...refused: Span[]) =>
      explains([...blocked, ...refused], [...full, [14_990, 15_100], ...at(15_200, 15_300)]);
    expect([beside(), beside([15_000, 15_050]), beside([15_150, 15_160])]).toEqual([true, true, false]);
    // A window without refusals ends after its length, even if a refusal extended the previous one.
    const open = (...later: number[]) =>
      explains(blocked, [...full, ...at(15_000, 26_500, 26_510, ...later)]);
    expect([open(30_000), open(30_000, 30_010)]).toEqual([true, false]);
  });

  it('end when their answers say', () => {
    const extent = { firstSentMs: 0, lastSentMs: 20, firstAnsweredMs: 4 };
    const announcing = (endMs: number, demand: Demand, start: Start = 'untouched') => {
      const counter = counterWith([], full, start);
      const times = { reset: endMs / 1000, earliestMs: endMs - 100, latestMs: endMs + 100 };
      const labels = [{ ...times, ...extent, entries: counter.ledger.entries }];
      return requestWindows.explains([{ ...counter, labels }], allowance, demand);
    };
    expect(announcing(10_000, allThatWasSaid)).toBe(true);
    expect([announcing(9_880, allThatWasSaid), announcing(9_881, allThatWasSaid)]).toEqual([false, true]);
    expect([announcing(10_103, allThatWasSaid), announcing(10_105, allThatWasSaid)]).toEqual([true, false]);
    expect([announcing(30_000, allThatWasSaid), announcing(30_000, allDecisions)]).toEqual([false, true]);
    // An earlier one may have been open.
    expect(announcing(5_000, allThatWasSaid, 'unknown')).toBe(true);
    expect(announcing(5_000, admissionsAsAnnounced, 'unknown')).toBe(true);
    expect(announcing(30_000, admissionsAsAnnounced, 'unknown')).toBe(false);
  });

  it('end when the last of their answers says, or another one follows', () => {
    const counter = counterWith([], at(0, 10, 9_500));
    const label = (endMs: number, firstSentMs: number, lastSentMs: number) => ({
      reset: endMs / 1000,
      earliestMs: endMs - 100,
      latestMs: endMs + 100,
      firstSentMs,
      lastSentMs,
      firstAnsweredMs: firstSentMs + 4,
      entries: counter.ledger.entries,
    });
    const announcing = (endMs: number) =>
      [
        [label(10_000, 0, 20), label(endMs, 9_500, 9_500)],
        [label(endMs, 9_500, 9_500), label(10_000, 0, 20)],
      ].map((labels) => requestWindows.explains([{ ...counter, labels }], allowance, allThatWasSaid));
    expect([announcing(19_500), announcing(20_000)]).toEqual([
      [true, true],
      [false, false],
    ]);
  });
});

const limits = fc.integer({ min: 1, max: 4 });
const spans = fc.array(
  fc.tuple(fc.nat(300), fc.nat(25)).map(([sentMs, tookMs]): Span => [sentMs, sentMs + tookMs]),
  { maxLength: 24 },
);
/** Beginnings of windows that are no end of a span. */
const moments = Array.from({ length: 470 }, (_, position) => position - 119.5);

const holds = (list: Spans, moment: number) => list.some(([from, to]) => from < moment && moment < to);
const apart = (list: Spans) =>
  list.every(([from, to], position) => from < to && from > (list[position - 1]?.[1] ?? -Infinity));

describe('windows', () => {
  it('can not begin where more than the limit was surely admitted in the one that follows', () => {
    fc.assert(
      fc.property(spans, limits, fc.integer({ min: 80, max: 100 }), (admitted, limit, lengthMs) => {
        const found = overfullStarts(ledgerOf([], admitted), limit, lengthMs);
        const isOverfull = (start: number) => {
          const by = admitted.filter(([, answeredMs]) => answeredMs <= start + lengthMs).length;
          return by - admitted.filter(([sentMs]) => sentMs < start).length > limit;
        };
        expect(moments.filter((moment) => holds(found, moment))).toEqual(moments.filter(isOverfull));
        expect(apart(found)).toBe(true);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('can not begin where a request was refused before the window was used up', () => {
    fc.assert(
      fc.property(spans, spans, limits, (admitted, refused, limit) => {
        const ledger = ledgerOf(refused, admitted);
        const found = unjustifiedStarts(ledger, ledger.refusals, limit);
        const by = (toMs: number) => admitted.filter(([sentMs]) => sentMs <= toMs).length;
        if (refused.some(([, answeredMs]) => by(answeredMs) < limit)) {
          expect(found).toBeNull();
          return;
        }
        const isUnjustified = (start: number) =>
          refused.some(
            ([sentMs, answeredMs]) =>
              start < sentMs && by(answeredMs) - admitted.filter(([, end]) => end < start).length < limit,
          );
        expect(moments.filter((moment) => holds(found ?? [], moment))).toEqual(moments.filter(isUnjustified));
        expect(apart(found ?? [])).toBe(true);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
