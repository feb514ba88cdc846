import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeEarlyRefusals } from '../../../src/quota/judge/early-refusal.ts';
import { judgeExcess } from '../../../src/quota/judge/excess.ts';
import { inOrder, type Judge, judges } from '../../../src/quota/judge/judges.ts';
import { judgeNeighbours, judgeSharedCount } from '../../../src/quota/judge/neighbours.ts';
import { judgeRemaining } from '../../../src/quota/judge/remaining.ts';
import { judgeReset } from '../../../src/quota/judge/reset.ts';
import { judgeRetryAfter } from '../../../src/quota/judge/retry-after.ts';

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

it('each judge comes after those whose findings explain its own', () => {
  const order = inOrder(judges).map(({ judge }) => judge);
  const follows = (later: Judge['judge'], ...earlier: Judge['judge'][]) =>
    earlier.every((one) => order.indexOf(one) >= 0 && order.indexOf(one) < order.indexOf(later));
  expect(follows(judgeEarlyRefusals, judgeSharedCount, judgeExcess, judgeRetryAfter)).toBe(true);
  expect(follows(judgeNeighbours, judgeSharedCount, judgeEarlyRefusals)).toBe(true);
  expect(follows(judgeReset, judgeExcess, judgeRetryAfter)).toBe(true);
  expect(follows(judgeRemaining, judgeNeighbours)).toBe(true);
  expect(order).toHaveLength(judges.length);
});

it('judges report requirements, and what they say of a part of one', () => {
  expect(judges.flatMap(({ reports }) => reports).sort()).toEqual([
    'quota/day-limit',
    'quota/fully-granted',
    'quota/fully-granted for an excess',
    'quota/isolated-between-keys',
    'quota/isolated-between-keys by Remaining',
    'quota/isolated-between-keys by refusals',
    'quota/never-exceeded',
    'quota/remaining-zero',
    'quota/reset-honest',
    'quota/retry-after-honest',
    'quota/retry-after-present',
    'quota/retry-after-readable',
    'rate/limit-matches-plan',
    'rate/remaining-counts-down',
    'rate/reset-is-timestamp',
  ]);
});

it('judges stand in the order of what they report, where none asks for another', () => {
  const row = (...reports: string[]): Judge => ({ judge: () => {}, reports, asks: [] });
  const rows = [row('c'), row('a', 'b'), row('b')];
  expect(inOrder(rows).map(({ reports }) => reports.join())).toEqual(['a,b', 'b', 'c']);
});

it('judges that ask for each other are an error', () => {
  const judge = () => {};
  const rows: Judge[] = [
    { judge, reports: ['a'], asks: ['b'] },
    { judge, reports: ['b'], asks: ['a'] },
  ];
  expect(() => inOrder(rows)).toThrow('judges ask for each other: a; b');
});
