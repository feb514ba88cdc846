import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entriesWhere, grouped, selected } from '../../../src/quota/judge/selected-entries.ts';
import { inTurn, traceOf } from './trace.ts';

const lists = fc.array(fc.nat(20), { maxLength: 60 });
const admitted = () => ({ admitted: true, remaining: 9, resetMs: 60_000, retryMs: 0 });

it('selects as a filter does', () => {
  fc.assert(
    fc.property(lists, fc.nat(20), (list, bound) => {
      const wanted = (index: number, position: number) => index < bound && position % 3 !== 0;
      expect([...selected(Int32Array.from(list), wanted)]).toEqual(list.filter(wanted));
    }),
  );
});

it('groups by name, each in the order of the entries, and leaves out what is not wanted', () => {
  fc.assert(
    fc.property(lists, (list) => {
      const groups = grouped(
        Int32Array.from(list),
        (index) => index % 4 !== 0,
        (index) => index % 3,
      );
      const wanted = list.filter((index) => index % 4 !== 0);
      expect([...groups.keys()]).toEqual([...new Set(wanted.map((index) => index % 3))]);
      for (const [name, group] of groups) {
        expect([...group]).toEqual(wanted.filter((index) => index % 3 === name));
      }
    }),
  );
});

it('finds entries in the order in which they were recorded', () => {
  const timeline = traceOf([...inTurn(0, 3, 'calibrate', 1), ...inTurn(100, 2, 'calibrate', 2)], admitted);
  expect([...entriesWhere(timeline, (index) => timeline.key(index) === 2)]).toEqual([3, 4]);
});
