import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerQueue } from '../../src/load/answer-queue.ts';
import type { LoadAnswer } from '../../src/load/load-engine.ts';
import { answersOf, step } from './load-answers.ts';

const [sample] = answersOf(fc.sample(step, 1));

function numbered(number: number): LoadAnswer {
  if (sample === undefined) {
    throw new Error('no sample');
  }
  return { ...sample, number };
}

describe('AnswerQueue', () => {
  it('judges every answer once, in their order, at the latest when it is flushed', async () => {
    const turns = fc.array(fc.nat(600), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(turns, async (counts) => {
        const judged: number[] = [];
        const queue = new AnswerQueue(({ number }) => judged.push(number));
        let added = 0;
        for (const count of counts) {
          for (let index = 0; index < count; index += 1) {
            added += 1;
            queue.add(numbered(added));
          }
          await turn();
        }
        queue.flush();
        expect(judged).toEqual(Array.from({ length: added }, (_, index) => index + 1));
      }),
      { numRuns: 50 },
    );
  });

  it('judges after the turn of the event loop in which answers came', async () => {
    const judged: number[] = [];
    const queue = new AnswerQueue(({ number }) => judged.push(number));
    queue.add(numbered(1));
    queue.add(numbered(2));
    expect(judged).toEqual([]);
    await turn();
    expect(judged).toEqual([1, 2]);
  });

  it('keeps a bounded number of answers', () => {
    const judged: number[] = [];
    const queue = new AnswerQueue(({ number }) => judged.push(number));
    for (let number = 1; number <= 1_000; number += 1) {
      queue.add(numbered(number));
      expect(number - judged.length).toBeLessThan(256);
    }
  });
});
