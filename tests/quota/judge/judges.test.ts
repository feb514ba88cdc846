import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inOrder, type Judge, judges } from '../../../src/quota/judge/judges.ts';

it('judges come after those that report what they ask for, however the table stands', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...judges], { minLength: judges.length }), (rows) => {
      const ordered = inOrder(rows);
      expect(ordered).toEqual(inOrder(judges));
      ordered.forEach(({ asks }, position) => {
        const later = ordered.slice(position).flatMap(({ reports }) => reports);
        expect(asks.filter((asked) => later.includes(asked))).toEqual([]);
      });
    }),
  );
});

it('what a judge asks for is reported by another', () => {
  const reported = judges.flatMap(({ reports }) => reports);
  expect(judges.flatMap(({ asks }) => asks).filter((asked) => !reported.includes(asked))).toEqual([]);
});

it('judges that ask for each other are an error', () => {
  const judge = () => {};
  const rows: Judge[] = [
    { judge, reports: ['a'], asks: ['b'] },
    { judge, reports: ['b'], asks: ['a'] },
  ];
  expect(() => inOrder(rows)).toThrow('ask for each other');
});
