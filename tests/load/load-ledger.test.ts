import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { seededNumbers } from '../../src/exchange/seeded-numbers.ts';
import { EvidenceSample } from '../../src/load/evidence-sample.ts';
import { LatencyHistograms } from '../../src/load/latency-histograms.ts';
import type { LoadAnswer } from '../../src/load/load-engine.ts';
import { LoadSeries } from '../../src/load/load-figures.ts';
import { LoadLedger } from '../../src/load/load-ledger.ts';
import { DeviationTally } from '../../src/load/load-watch.ts';
import { propertyRuns } from '../property-runs.ts';
import { answersOf, step } from './load-answers.ts';

const [sample] = answersOf(fc.sample(step, 1));
const histograms = new LatencyHistograms();

function numbered(number: number): LoadAnswer {
  if (sample === undefined) {
    throw new Error('no sample');
  }
  return { ...sample, number };
}

/** A ledger, and the numbers of the answers that it has counted. */
function started() {
  const counted: number[] = [];
  const ledger = new LoadLedger({
    span: { fromMs: 0, toMs: 60_000 },
    histograms,
    series: new LoadSeries(histograms, { firstSecond: 0, lengthSeconds: 60 }),
    plan: { maxCreations: 10 },
    bounds: { perSecond: null, total: null, refusedInARow: null, creations: 10 },
    onStart: () => {},
    onAnswer: ({ number }) => counted.push(number),
  });
  return { ledger, counted };
}

it('counts every answer once, in their order, at the latest when it is flushed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(600), { maxLength: 5 }), async (counts) => {
      const { ledger, counted } = started();
      let ended = 0;
      for (const count of counts) {
        for (let index = 0; index < count; index += 1) {
          ended += 1;
          ledger.ended(numbered(ended));
        }
        await turn();
      }
      ledger.flush();
      expect(counted).toEqual(Array.from({ length: ended }, (_, index) => index + 1));
    }),
    { numRuns: propertyRuns(50) },
  );
});

it('keeps a bounded number of answers', () => {
  const { ledger, counted } = started();
  for (let number = 1; number <= 1_000; number += 1) {
    ledger.ended(numbered(number));
    expect(number - counted.length).toBeLessThan(256);
  }
});

describe('LoadSeries', () => {
  it('has a step for each second, including the warm-up, below 0, and seconds without responses', () => {
    const series = new LoadSeries(histograms, { firstSecond: -1, lengthSeconds: 10 });
    series.started();
    series.answered(200, 5);
    series.advance(0);
    expect(series.last).toMatchObject({ second: -1, started: 1, answered: 1, p50Ms: expect.closeTo(5, 0) });
    series.started();
    series.failed();
    series.advance(1.2);
    const none = { answered: 0, refused: 0, p50Ms: null, p99Ms: null, maxMs: null };
    expect(series.last).toEqual({ second: 0, started: 1, failed: 1, ...none });
    series.answered(429, 2);
    series.advance(2);
    expect(series.last).toMatchObject({ second: 1, answered: 1, refused: 1, maxMs: expect.closeTo(2, 0) });
    expect(series.steps.map(({ second, latencies }) => [second, latencies === null])).toEqual([
      [-1, false],
      [0, true],
      [1, false],
    ]);
  });
});

describe('the evidence of a load', () => {
  test('keeps five exchanges of a deviation, and the first of each operation', () => {
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
