import { describe, expect, test } from 'vitest';
import { seededNumbers } from '../../src/exchange/seeded-numbers.ts';
import { EvidenceSample } from '../../src/load/evidence-sample.ts';
import { DeviationTally } from '../../src/load/load-watch.ts';

describe('the evidence of a load', () => {
  test('has five exchanges of a deviation, and the first of each operation however late it comes', () => {
    const sample = new EvidenceSample(seededNumbers(1));
    const lists = Array.from({ length: 20 }, () => sample.keepsDeviation('no-code', 'listPets'));
    expect(lists.filter(Boolean)).toHaveLength(5);
    expect(sample.keepsDeviation('no-code', 'getPet')).toBe(true);
    expect(sample.keepsDeviation('no-code', 'getPet')).toBe(false);
    expect(sample.keepsDeviation('no-code', 'listPets')).toBe(false);
    expect(sample.keepsDeviation('other', 'listPets')).toBe(true);
  });

  test('has one of each deviation where many are met', () => {
    const sample = new EvidenceSample(seededNumbers(1));
    const kept = (name: number) => sample.keepsDeviation(`kind ${name}`, 'listPets');
    expect(Array.from({ length: 600 }, (_, name) => kept(name)).every(Boolean)).toBe(true);
    expect(Array.from({ length: 600 }, (_, name) => kept(name)).some(Boolean)).toBe(false);
  });
});

test('deviations are counted in all and for each operation', () => {
  const tally = new DeviationTally();
  const finding = {
    requirement: 'errors/body-shape',
    kind: 'no-code',
    message: '',
    expected: '',
    actual: '',
    exchange: 1,
    related: [],
  };
  for (const operation of ['listPets', 'getPet', 'listPets'] as const) {
    tally.count(finding, operation, { second: 1.5, rate: 100 });
  }
  expect(tally.deviations).toEqual([
    {
      requirement: 'errors/body-shape',
      kind: 'no-code',
      count: 3,
      operations: { listPets: 2, getPet: 1 },
      firstSecond: 1,
      rateThen: 100,
    },
  ]);
});
