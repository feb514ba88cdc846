import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LatencyHistograms } from '../../src/load/latency-histograms.ts';
import type { LoadAnswer } from '../../src/load/load-engine.ts';
import { LoadLedger } from '../../src/load/load-ledger.ts';
import { LoadSeries } from '../../src/load/load-series.ts';
import { answersOf, step } from './load-answers.ts';

const [sample] = answersOf(fc.sample(step, 1));
const histograms = await LatencyHistograms.create();

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
    series: new LoadSeries(histograms.forOneSecond(), { firstSecond: 0, lengthSeconds: 60 }),
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
    { numRuns: 50 },
  );
});

it('counts answers after the turn of the event loop in which they are received', async () => {
  const { ledger, counted } = started();
  ledger.ended(numbered(1));
  ledger.ended(numbered(2));
  expect(counted).toEqual([]);
  await turn();
  expect(counted).toEqual([1, 2]);
});

it('keeps a bounded number of answers', () => {
  const { ledger, counted } = started();
  for (let number = 1; number <= 1_000; number += 1) {
    ledger.ended(numbered(number));
    expect(number - counted.length).toBeLessThan(256);
  }
});
