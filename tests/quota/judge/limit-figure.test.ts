import { expect, it } from 'vitest';
import { judgeLimitFigure } from '../../../src/quota/judge/judge-quota.ts';
import { caseOf, saidOf } from './case-of.ts';
import { free } from './trace.ts';

const id = 'rate/limit-matches-plan';

function said(...figures: readonly (readonly [key: number, limit: number])[]) {
  const judged = caseOf(
    figures.map(([key, limit], position) => ({ sentAtMs: position * 20, key, limit })),
    { plan: { ...free, keys: [1, 2] } },
  );
  judgeLimitFigure(judged);
  const { findings, supported } = saidOf(judged);
  return { findings, supported: supported[id] ?? [] };
}

it('reads the limits per minute and per day', () => {
  expect(said([1, 60], [1, 1000], [2, 60])).toEqual({ findings: [], supported: [0, 1, 2] });
});

it('hasFlagged the first other one, of any key', () => {
  const found = (entry: number) => [
    [`${id} other-limit`, [entry], '60 (per minute) or 1000 (per day)', false],
  ];
  expect(said([1, 61])).toEqual({ findings: found(0), supported: [] });
  expect(said([1, 60], [2, 300], [2, 300]).findings).toEqual(found(1));
});

it('is undecided if no value can be read, and for keys of other plans', () => {
  expect(said([1, Number.NaN], [9, 300])).toEqual({ findings: [], supported: [] });
});
