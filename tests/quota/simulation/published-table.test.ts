import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brokenLimiters } from './catalogue/broken-limiters.ts';
import { correctLimiters, limitersInSteps } from './catalogue/correct-limiters.ts';
import { madeUpTally } from './made-up-tally.ts';
import { publishedSeries } from './table/published-series.ts';
import { publishedTable } from './table/published-table.ts';
import { mostAccusedInSteps, shortcomings } from './table/shortcomings.ts';

const page = readFileSync(new URL('../../../docs/plan-limit-simulation.md', import.meta.url), 'utf8');

/** A page without what was measured: of a row its name, and the claim of a broken limiter. */
function withoutFigures(text: string): string[] {
  return text.split('\n').map((line) => {
    const cells = line.split(' | ');
    return line.startsWith('| ') && cells.length > 2
      ? cells.slice(0, cells.length === 5 ? 2 : 1).join(' | ')
      : line.replaceAll(/\d+ of them accused/g, '');
  });
}

describe('docs/plan-limit-simulation.md (node scripts/simulate-limiters.mjs writes it)', () => {
  it('has the rows and the claims of the catalogue', () => {
    const madeUp = publishedTable(publishedSeries.map((series) => madeUpTally(series)));
    expect(withoutFigures(page)).toEqual(withoutFigures(madeUp));
  });

  it('rests on enough runs, in which no correct limiter was accused', () => {
    const runs = publishedSeries
      .filter(({ limiter, foreignPerSecond }) => correctLimiters.includes(limiter) && foreignPerSecond === 0)
      .reduce((total, series) => total + series.runs, 0);
    expect(runs).toBeGreaterThanOrEqual(20_000);
    expect(page).toContain(`${runs} runs of ${correctLimiters.length} correct limiters, 0 of them accused.`);
  });

  it('accused those that give back in steps in few runs', () => {
    for (const { name } of limitersInSteps) {
      const cells = [
        ...(page.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '').matchAll(
          /(\d+) of (\d+)/g,
        ),
      ];
      expect(cells).toHaveLength(3);
      for (const [, accused, runs] of cells) {
        expect(Number(accused), name).toBeLessThanOrEqual(mostAccusedInSteps * Number(runs));
      }
    }
  });

  it('saw each of the broken ones caught as often as it claims', () => {
    const rows = page
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter(([, , claimed]) => claimed?.startsWith('≥'));
    expect(rows.length).toBeGreaterThanOrEqual(40);
    for (const [, name, , caught] of rows) {
      expect(Number.parseFloat(caught ?? ''), name).toBeGreaterThanOrEqual(98);
    }
  });
});

describe('what falls short', () => {
  const [correct] = publishedSeries;
  const shared = publishedSeries.find(({ foreignPerSecond }) => foreignPerSecond > 0);
  const broken = publishedSeries.find(({ limiter }) => limiter === brokenLimiters[0]);
  if (correct === undefined || shared === undefined || broken === undefined) {
    throw new Error('the published series are incomplete');
  }

  it('is nothing where nobody was accused and everything caught', () => {
    expect(shortcomings(publishedSeries.map((series) => madeUpTally(series)))).toEqual([]);
  });

  it('is an accusation of a correct limiter, with the way to repeat it', () => {
    const stray = { 'quota/fully-granted refused-within-limit': { runs: 1, seed: 7 } };
    const [line] = shortcomings([madeUpTally(correct, { accused: 1, stray })]);
    expect(line).toContain('ACCUSED');
    expect(line).toContain('--seed 7');
  });

  it('is with others on the key only what holds whoever uses it', () => {
    const lower = { 'quota/fully-granted refused-within-limit': { runs: 1, seed: 7 } };
    const upper = { 'quota/never-exceeded race': { runs: 1, seed: 7 } };
    expect(shortcomings([madeUpTally(shared, { stray: lower })])).toEqual([]);
    expect(shortcomings([madeUpTally(shared, { stray: upper })])).toHaveLength(1);
  });

  it('is no accusation of one in steps that comes seldom', () => {
    const steps = publishedSeries.find(({ limiter }) => limiter === limitersInSteps[0]);
    const stray = { 'quota/never-exceeded race': { runs: 8, seed: 7 } };
    const seen = (accused: number) =>
      steps === undefined ? null : shortcomings([madeUpTally(steps, { accused, stray })]);
    expect(seen(16)).toEqual([]);
    expect(seen(17)).toHaveLength(1);
  });

  it('is a broken limiter that was caught too rarely', () => {
    const missed = { 'no reason given': { runs: 3, seed: 9 } };
    expect(shortcomings([madeUpTally(broken, { caught: broken.runs - 3, missed })])).toHaveLength(1);
    expect(shortcomings([madeUpTally(broken, { caught: broken.runs - 2, missed })])).toEqual([]);
  });
});
