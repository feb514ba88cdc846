import { describe, expect, it } from 'vitest';
import { oddStatus, readDecisions } from '../../../src/quota/judge/decisions.ts';
import { inSteps } from '../simulation/limiters/coarse-clock.ts';
import { slidingLog as log } from '../simulation/limiters/limiter.ts';
import { alignedWindow, anchoredWindow, tokenBucket } from '../simulation/limiters/permitted.ts';
import { type Answer, caseOf, spaced } from './case-of.ts';
import {
  burst,
  type Decide,
  decidedBy,
  epochMs,
  free,
  inTurn,
  type Sent,
  traceOf,
  twoWindows,
} from './trace.ts';

/** Three in ten seconds. */
const plan = { ...free, perMinute: 3, minuteMs: 10_000 };
type Given = Parameters<typeof caseOf>[1];

function readingOf(answers: readonly Answer[], given: Given = {}) {
  const { timeline, plan: own, keys, allowance } = caseOf(answers, { plan, clock: null, ...given });
  return readDecisions(timeline, own, keys, allowance);
}
const read = (answers: readonly Answer[], given: Given = {}) => readingOf(answers, given).decisions;

/** Served from a quota that nobody used before. */
function served(...moments: number[]): Answer[] {
  return moments.map((sentAtMs, position) => ({
    sentAtMs,
    limit: 3,
    remaining: position === 0 ? 2 : Number.NaN,
  }));
}
const refused = (...moments: number[]): Answer[] =>
  moments.map((sentAtMs) => ({ sentAtMs, status: 429, limit: 3 }));
const inOrder = (...answers: readonly Answer[][]) =>
  answers.flat().sort((one, other) => one.sentAtMs - other.sentAtMs);

const sharp = { leastMs: epochMs, mostMs: epochMs };
type Change = (answer: Answer, position: number) => Partial<Answer>;

/** What is made of the decisions of a limiter that grants sixty a minute, or should. */
function sentReading(
  sent: readonly Sent[],
  decide: Decide,
  { change = () => ({}), clock = sharp }: { change?: Change; clock?: typeof sharp | null } = {},
) {
  const timeline = traceOf(sent, decide);
  const answers = timeline.map((entry, index) => ({ ...entry, ...change(entry, index) }));
  return readingOf(answers, { plan: free, clock });
}
const decided = (...given: Parameters<typeof sentReading>) => sentReading(...given).decisions;

/** Bursts in so many windows that what moves on in steps would have to do so at too many moments. */
const manyWindows = [
  ...twoWindows(5000, 63_000),
  ...[2.083, 3.171, 4.263, 5.297].flatMap((windows) => burst(5000 + windows * 63_000, 80)),
];

describe('decisions', () => {
  it('may be explained by steps alone', () => {
    // What is left of a bucket of six steps a minute, after its first one.
    const sent = [...inTurn(5000, 3), ...burst(9_990, 90), ...inTurn(15_000, 1, 'retry')];
    const { decisions, explainedBy } = sentReading(sent, decidedBy(inSteps(tokenBucket, 6)));
    expect([decisions, ...explainedBy.map(({ kind }) => kind)]).toEqual([
      'in steps',
      'token bucket in steps',
    ]);
  });

  it('exceed it where steps admit so much, and refuse less', () => {
    const sent = [...inTurn(5000, 3), ...burst(9_990, 90), ...inTurn(15_000, 1, 'retry')];
    const early = (_: Answer, position: number) => (position === 1 ? { status: 429 } : {});
    expect(decided(sent, decidedBy(inSteps(tokenBucket, 6)), { change: early })).toBe('exceeded-alone');
    expect(decided(sent, decidedBy(inSteps(tokenBucket, 6)), { change: early, clock: null })).toBe(
      'refused-early',
    );
  });

  it('exceed it where only a larger limit explains all of them, which it announces or not', () => {
    const lower = ({ remaining = 0 }: Answer) => ({ remaining: Math.max(0, remaining - 1) });
    for (const kind of [anchoredWindow, alignedWindow, log]) {
      const larger = (clock: typeof sharp | null) =>
        decided(manyWindows, decidedBy(kind, 61), { change: lower, clock });
      expect([larger(sharp), larger(null)]).toEqual(['exceeded', 'exceeded-alone']);
      const smaller = decided(manyWindows, decidedBy(kind, 59), {
        change: ({ status, remaining = 0 }) => (status === 200 ? { remaining: remaining + 1 } : {}),
      });
      expect(smaller).toBe('refused-early');
    }
  });

  it('have no known direction of the error if a window was announced, but not exceeded', () => {
    const first: Change = ({ remaining = 0, reset = Number.NaN }, position) => ({
      remaining: Math.max(0, remaining - 1),
      reset: position === 0 ? reset : Number.NaN,
    });
    expect(decided(manyWindows, decidedBy(anchoredWindow, 61), { change: first })).toBe('unclear');
  });

  it('are not taken for early refusals of a plan that announces more', () => {
    const announcing = (limit: number) =>
      read(
        inOrder(served(0), refused(40, 60)).map((one, position) =>
          position === 2 ? { ...one, limit } : one,
        ),
      );
    expect([announcing(4), announcing(2), announcing(plan.perDay), announcing(3)]).toEqual([
      'unclear',
      'refused-early',
      'refused-early',
      'refused-early',
    ]);
  });
});

describe('more than the limit under one Reset', () => {
  const under = (count: number, endMs: number, own = plan, clock = sharp) =>
    read(
      spaced(0, count, 400).map((one, position) => ({
        ...one,
        limit: 3,
        remaining: position === 0 ? 2 : 0,
        reset: (epochMs + endMs) / 1000,
      })),
      { clock, plan: own },
    );

  it('is more than its window grants, where it is far enough off', () => {
    expect([under(3, 10_000), under(4, 10_000)]).toEqual(['explained', 'in steps']);
    // Two tokens of a bucket come back in 6,667 ms; clocks differ by 500 ms, and are known to 1,061 ms.
    expect([under(4, 8_500), under(4, 9_500)]).toEqual(['explained', 'in steps']);
    // The fourth is answered at 1,210, and so the only one that is too near.
    const behind = { leastMs: epochMs + 200, mostMs: epochMs + 200 };
    expect(under(4, 9_500, plan, behind)).toBe('explained');
  });

  it('is not reported for windows of a few seconds', () => {
    const short = (minuteMs: number) => under(4, 5_000, { ...plan, minuteMs });
    expect([short(2_499), short(2_500)]).toEqual(['explained', 'in steps']);
  });
});

describe('another status than 429', () => {
  const odd = (answers: readonly Answer[], given: Given = {}) => {
    const { timeline, plan: own, allowance, keys } = caseOf(answers, { plan, clock: null, ...given });
    return oddStatus(timeline, own, allowance, keys);
  };
  const beyond = (status: number, count = 3, other: Partial<Answer> = {}) =>
    inOrder(served(0, 20, 40), spaced(60, count, 20, { status, ...other }));

  it('takes its place where such answers are those of a limiter', () => {
    expect([403, 503, 401, 302].map((status) => odd(beyond(status)))).toEqual([403, 503, 401, 302]);
    expect([0, 400, 404, 204, 299].map((status) => odd(beyond(status)))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(read(beyond(403))).toBe('other-status');
    expect(readingOf(beyond(403)).explainedBy).toEqual([]);
    expect(odd([...beyond(300)])).toBe(300);
  });

  it('does not if any key received a 429 too', () => {
    const both = { plan: { ...plan, keys: [1, 2] } };
    expect(odd(inOrder(beyond(403), refused(200)))).toBeNull();
    expect(
      odd(
        inOrder(
          beyond(403),
          refused(200).map((one) => ({ ...one, key: 2 })),
        ),
        both,
      ),
    ).toBeNull();
    expect(
      odd(
        inOrder(
          beyond(403),
          refused(200).map((one) => ({ ...one, key: 2 })),
        ),
      ),
    ).toBe(403);
  });

  it('does not where only a key of unknown use got it', () => {
    const other = spaced(60, 3, 20, { status: 403, key: 2 });
    const both = { plan: { ...plan, keys: [1, 2] } };
    expect(odd([...served(0, 20, 40), ...other], both)).toBeNull();
  });

  it('is the first one that explains them', () => {
    const two = [...beyond(500, 3), ...spaced(200, 3, 20, { status: 503 })];
    expect(odd(two)).toBe(500);
    const early = inOrder(served(0), spaced(15, 3, 0, { status: 500 }));
    expect(odd([...early, { sentAtMs: 30 }, { sentAtMs: 40 }, ...spaced(60, 3, 20, { status: 503 })])).toBe(
      503,
    );
  });
});
