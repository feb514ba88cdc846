import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overfullStarts, unjustifiedStarts } from '../../../src/quota/judge/request-windows.ts';
import type { Spans } from '../../../src/quota/judge/spans.ts';
import { propertyRuns } from '../../property-runs.ts';
import { ledgerOf, type Span } from './ledger-of.ts';

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
