import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GapTally } from '../../src/restart/gap-tally.ts';
import { errorBody, exchange, type Shape } from '../watchers/exchanges.ts';

const served: Shape = { answer: '[]' };
const refused: Shape = { response: null, failure: { code: 'refused', detail: 'connection refused' } };
const page: Shape = {
  status: 200,
  answer: '<h1>Maintenance</h1>',
  received: { 'Content-Type': 'text/html' },
};
const gone: Shape = { target: '/pets/5', status: 404, answer: errorBody(404) };

/** One request every 100 ms, each over after 10 ms. */
function tallied(...shapes: readonly Shape[]): GapTally {
  const tally = new GapTally(0);
  for (const [index, shape] of shapes.entries()) {
    tally.see(exchange({ number: index + 1, sentAtMs: index * 100, durationMs: 10, ...shape }));
  }
  return tally;
}

describe('the gap', () => {
  test('an outage lasts from the first request that was not served to the next response', () => {
    const gap = tallied(served, refused, refused, served, page, gone).record(100, 600);
    expect(gap).toMatchObject({
      requests: 6,
      served: 3,
      outageMs: 320,
      longestOutageMs: 210,
      statuses: [
        { status: 200, count: 3 },
        { status: 404, count: 1 },
      ],
      failures: [{ code: 'refused', count: 2 }],
    });
  });

  test('an outage that does not end lasts until the end', () => {
    expect(tallied(served, refused).record(100, 1_000).outageMs).toBe(900);
  });

  test('the service is back after three served responses, a list among them, to requests after the command', () => {
    const tally = tallied(served, served, served);
    expect(tally.isBack).toBe(false);
    tally.commandEnded(300);
    const see = (index: number, shape: Shape) =>
      tally.see(exchange({ number: index + 1, sentAtMs: index * 100, durationMs: 10, ...shape }));
    for (const index of [3, 4, 5]) {
      see(index, gone);
    }
    expect(tally.isBack).toBe(false);
    see(6, served);
    expect(tally.record(100, 700)).toMatchObject({ isBack: true, backAfterMs: 10 });
  });

  test('a response that is not served begins the count anew', () => {
    const tally = new GapTally(0);
    tally.commandEnded(0);
    for (const [index, shape] of [served, served, refused, served, served].entries()) {
      tally.see(exchange({ number: index + 1, sentAtMs: index * 100, durationMs: 10, ...shape }));
    }
    expect(tally.isBack).toBe(false);
  });

  test('every request is in one bin, and outages are within the gap', () => {
    const anyShapes = fc.array(fc.constantFrom(served, refused, page, gone), { maxLength: 300 });
    fc.assert(
      fc.property(anyShapes, (shapes) => {
        const gap = tallied(...shapes).record(100, shapes.length * 100 + 10);
        const binned = gap.bins.reduce((sum, bin) => sum + bin.served + bin.refused + bin.unanswered, 0);
        expect(binned).toBe(shapes.length);
        expect(gap.bins.length).toBeLessThanOrEqual(120);
        expect(gap.outageMs).toBeLessThanOrEqual(gap.endMs - gap.startMs);
        expect(gap.longestOutageMs).toBeLessThanOrEqual(gap.outageMs);
      }),
    );
  });
});
