import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerQueue } from '../../src/load/answer-queue.ts';
import type { LoadAnswer, LoadSink } from '../../src/load/load-engine.ts';
import { answersOf, step } from './load-answers.ts';

const [sample] = answersOf(fc.sample(step, 1));

function numbered(number: number): LoadAnswer {
  if (sample === undefined) {
    throw new Error('no sample');
  }
  return { ...sample, number };
}

/** A queue, and what it passed on: the numbers of answers, and the names of other calls. */
function started() {
  const passed: (number | string)[] = [];
  const sink: LoadSink = {
    started: (_request, _intendedAtMs, atMs) => passed.push(`started at ${atMs}`),
    missed: (_request, _intendedAtMs, atMs) => passed.push(`missed at ${atMs}`),
    repeated: () => passed.push('repeated'),
    withdrawn: (_request, intendedAtMs) => passed.push(`withdrawn of ${intendedAtMs}`),
    ended: ({ number }) => passed.push(number),
  };
  return { queue: new AnswerQueue(sink), passed };
}

describe('AnswerQueue', () => {
  it('passes on every answer once, in their order, at the latest when it is flushed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(600), { maxLength: 5 }), async (counts) => {
        const { queue, passed } = started();
        let ended = 0;
        for (const count of counts) {
          for (let index = 0; index < count; index += 1) {
            ended += 1;
            queue.ended(numbered(ended));
          }
          await turn();
        }
        queue.flush();
        expect(passed).toEqual(Array.from({ length: ended }, (_, index) => index + 1));
      }),
      { numRuns: 50 },
    );
  });

  it('passes answers on after the turn of the event loop in which they are received, all else immediately', async () => {
    const { queue, passed } = started();
    const { request } = numbered(1);
    queue.ended(numbered(1));
    queue.started(request, 4, 5);
    queue.ended(numbered(2));
    queue.missed(request, 6, 7);
    queue.withdrawn(request, 8);
    queue.repeated();
    const immediate = ['started at 5', 'missed at 7', 'withdrawn of 8', 'repeated'];
    expect(passed).toEqual(immediate);
    await turn();
    expect(passed).toEqual([...immediate, 1, 2]);
  });

  it('keeps a bounded number of answers', () => {
    const { queue, passed } = started();
    for (let number = 1; number <= 1_000; number += 1) {
      queue.ended(numbered(number));
      expect(number - passed.length).toBeLessThan(256);
    }
  });
});
