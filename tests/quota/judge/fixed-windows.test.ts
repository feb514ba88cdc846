import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutMs,
  fixedWindows,
  overfullStarts,
  unjustifiedStarts,
} from '../../../src/quota/judge/fixed-windows.ts';
import type { Spans } from '../../../src/quota/judge/spans.ts';
import { propertyRuns } from '../../property-runs.ts';
import { ledgerOf, type Span } from './ledger-of.ts';

const allowance = { limit: 3, windowMs: 100, slackMs: 7, tickMs: 2 };
const sharp = { startMs: 0, shorterMs: 0 };
const blurs = fc.record({ startMs: fc.nat(5), shorterMs: fc.nat(20) });
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
      fc.property(spans, blurs, fc.integer({ min: 1, max: 4 }), (admitted, blur, limit) => {
        const found = overfullStarts(ledgerOf([], admitted), { ...allowance, limit }, blur);
        const isOverfull = (start: number) => {
          const end = start + allowance.windowMs - blur.shorterMs;
          const by = admitted.filter(([, answeredMs]) => answeredMs <= end).length;
          return by - admitted.filter(([sentMs]) => sentMs < start + blur.startMs).length > limit;
        };
        expect(moments.filter((moment) => holds(found, moment))).toEqual(moments.filter(isOverfull));
        expect(apart(found)).toBe(true);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('can not begin where a request was refused before the window was used up', () => {
    fc.assert(
      fc.property(spans, spans, blurs, fc.integer({ min: 1, max: 4 }), (admitted, refused, blur, limit) => {
        const ledger = ledgerOf(refused, admitted);
        const found = unjustifiedStarts(ledger, ledger.refusals, { ...allowance, limit }, blur);
        const by = (toMs: number) => admitted.filter(([sentMs]) => sentMs <= toMs).length;
        if (refused.some(([, answeredMs]) => by(answeredMs) < limit)) {
          expect(found).toBeNull();
          return;
        }
        const isUnjustified = (start: number) =>
          refused.some(
            ([sentMs, answeredMs]) =>
              start < sentMs - blur.startMs &&
              by(answeredMs) - admitted.filter(([, end]) => end + blur.startMs < start).length < limit,
          );
        expect(moments.filter((moment) => holds(found ?? [], moment))).toEqual(moments.filter(isUnjustified));
        expect(apart(found ?? [])).toBe(true);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('give nothing back before they end, as they announce', () => {
    const ledger = ledgerOf([], [[0, 10]]);
    expect(fixedWindows.mostRestored(ledger, allowance, 0, 1_000)).toBe(0);
    expect([fixedWindows.restsMs(allowance), fixedWindows.latestResetMs(allowance)]).toEqual([93, 100]);
    expect(fixedWindows.announcesEnd).toBe(true);
  });

  const times = (...list: number[]): Span[] => list.map((sentMs) => [sentMs, sentMs + 1]);

  it('cannot begin where admissions exclude it, to the ms', () => {
    const starts = (...list: number[]) => overfullStarts(ledgerOf([], times(...list)), allowance, sharp);
    expect(starts(0, 10, 20)).toEqual([]);
    expect(starts(0, 10, 20, 30)).toEqual([[-69, 0]]);
    expect(starts(0, 10, 20, 98, 99)).toEqual([[-1, 10]]);
    expect(starts(0, 10, 20, 99, 140)).toEqual([]);
    expect(starts(0, 10, 20, 30, 200, 210, 220, 230)).toEqual([
      [-69, 0],
      [131, 200],
    ]);
    const blurred = overfullStarts(ledgerOf([], times(0, 10, 20, 30)), allowance, {
      startMs: 5,
      shorterMs: 7,
    });
    expect(blurred).toEqual([[-62, -5]]);
  });

  it('end a tenth of them sooner at most', () => {
    expect([cutMs({ ...allowance, windowMs: 60_000, slackMs: 120 }), cutMs(allowance)]).toEqual([1_120, 17]);
  });
});
