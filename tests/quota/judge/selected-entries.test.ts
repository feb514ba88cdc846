import fc from 'fast-check';
import { expect, it } from 'vitest';
import { grouped } from '../../../src/quota/judge/selected-entries.ts';

const lists = fc.array(fc.nat(20), { maxLength: 60 });

it('groups by name, each in the order of the entries, and leaves out what is not wanted', () => {
  fc.assert(
    fc.property(lists, (list) => {
      const groups = grouped(
        Array.from(list),
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
