import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loneRequests } from '../../../src/quota/judge/selected-entries.ts';
import { propertyRuns } from '../../property-runs.ts';
import { caseOf } from './case-of.ts';

it('finds requests during which no other was under way, and what was under way last before them', () => {
  const requests = fc.array(fc.tuple(fc.nat(40), fc.nat(4)), { maxLength: 14 });
  fc.assert(
    fc.property(requests, (list) => {
      const sent = list.toSorted(([one], [other]) => one - other);
      const { timeline } = caseOf(
        sent.map(([sentAtMs, tookMs]) => ({ sentAtMs, answeredAtMs: sentAtMs + tookMs })),
      );
      const all = [...sent.keys()];
      const endOf = (index: number) => timeline.answeredAtMs(index);
      const expected = [...all].slice(1).flatMap((index) => {
        const sentMs = timeline.sentAtMs(index);
        const isLone =
          all.slice(0, index).every((one) => endOf(one) <= sentMs) &&
          all.slice(index + 1).every((one) => timeline.sentAtMs(one) >= endOf(index));
        const lastMs = timeline.sentAtMs(index - 1);
        const before = [...all].filter((one) => one === index - 1 || (one < index && endOf(one) > lastMs));
        return isLone ? [{ index, before: before.reverse() }] : [];
      });
      expect([...loneRequests(timeline, all)]).toEqual(expected);
    }),
    { numRuns: propertyRuns(300) },
  );
});
