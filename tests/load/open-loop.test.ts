import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueStarts, startTimes } from '../../src/load/open-loop.ts';

const never = new AbortController().signal;
const beginMs = 5_000;
const untilMs = 7_000;

/** The times of a schedule from its beginning on, up to `nowMs` and before the load is over. */
function intended(perSecond: number, nowMs: number): number[] {
  const startOf = startTimes(perSecond, 0);
  const times: number[] = [];
  for (let index = 0; beginMs + startOf(index) <= nowMs; index += 1) {
    times.push(beginMs + startOf(index));
  }
  return times.filter((atMs) => atMs < untilMs);
}

describe('the due starts', () => {
  it('makes every start once, in order and never before its time, whenever it is asked', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 300, noNaN: true }), { minLength: 1, maxLength: 40 }),
        fc.constantFrom(1, 7, 100, 1_000),
        (pauses, perSecond) => {
          let nowMs = beginMs;
          const made: number[] = [];
          const starts = dueStarts({ now: () => nowMs, untilMs, signal: never }, startTimes(perSecond, 0), {
            start: (atMs) => made.push(atMs),
            giveUp: (atMs) => made.push(-atMs),
          });
          for (const pauseMs of pauses) {
            nowMs += pauseMs;
            while (starts.leftMs() <= 0 && !starts.isOver()) {
              starts.make();
            }
          }
          const due = intended(perSecond, nowMs);
          expect(made).toEqual(due.slice(0, made.length));
          if (starts.isOver()) {
            starts.finish();
            // What was overdue at the end is given up: all of it is in the books.
            expect(made.map(Math.abs)).toEqual(intended(perSecond, untilMs));
          } else {
            expect(made).toEqual(due);
          }
        },
      ),
    );
  });

  it('starts some at a time where it is behind, and gives up what is overdue by more than a second', () => {
    let nowMs = 0;
    const started: number[] = [];
    const givenUp: number[] = [];
    const starts = dueStarts({ now: () => nowMs, untilMs: 10_000, signal: never }, startTimes(100, 0), {
      start: (atMs) => started.push(atMs),
      giveUp: (atMs) => givenUp.push(atMs),
    });
    nowMs = 1_200;
    starts.make();
    expect(started.length + givenUp.length).toBe(32);
    expect([givenUp.at(-1), started[0]]).toEqual([190, 200]);
    expect(starts.leftMs()).toBe(-880);
  });

  it('makes none once the load is ended, not even what is overdue', () => {
    const ended = new AbortController();
    let nowMs = 0;
    let made = 0;
    const start = (): void => {
      made += 1;
      if (made === 3) {
        ended.abort();
      }
    };
    const parts = { now: () => nowMs, untilMs: 1_000, signal: ended.signal };
    const starts = dueStarts(parts, startTimes(100, 0), { start, giveUp: start });
    nowMs = 500;
    starts.make();
    starts.finish();
    expect(made).toBe(3);
    expect(starts.isOver()).toBe(true);
  });

  it('makes up for the starts that were due before it was made', () => {
    const made: number[] = [];
    const start = (intendedAtMs: number) => made.push(intendedAtMs);
    const parts = { now: () => 125, untilMs: 200, signal: new AbortController().signal };
    dueStarts(parts, startTimes(20, 0), { start, giveUp: () => {} }, 0).make();
    expect(made).toEqual([0, 50, 100]);
  });
});

describe('the times of starts', () => {
  it('goes on where it was however long it lasts: no rounding adds up', () => {
    expect(startTimes(3, 0)(3_000_000)).toBeCloseTo(1e9, 3);
  });

  it('never goes back, and comes to its rate at the end of the ramp', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 0, max: 20_000 }), (rate, rampMs) => {
        const startOf = startTimes(rate, rampMs);
        const inRamp = Math.ceil((rate * rampMs) / 2_000);
        for (let index = 0; index < 50; index += 1) {
          expect(startOf(index + 1)).toBeGreaterThan(startOf(index));
        }
        expect(startOf(inRamp)).toBeGreaterThanOrEqual(rampMs - 1e-6);
        expect(startOf(inRamp + rate) - startOf(inRamp)).toBeCloseTo(1_000, 3);
      }),
    );
  });
});
