import { describe, expect, it } from 'vitest';
import { judgeNeighbours, judgeSharedCount } from '../../../src/quota/judge/neighbours.ts';
import { type Answer, caseOf, type Given, saidOf, saying, spaced } from './case-of.ts';
import { free } from './trace.ts';

const id = 'quota/isolated-between-keys';
/** Two keys of ten requests a minute of ten seconds. */
const plan = { ...free, perMinute: 10, minuteMs: 10_000, keys: [1, 2] };

const said = saying(judgeNeighbours, { plan });

const refused = (sentAtMs: number, other: Partial<Answer> = {}): Answer => ({
  sentAtMs,
  status: 429,
  limit: 10,
  retryAfterForm: 'seconds',
  retryAfterMs: Number.NaN,
  ...other,
});
const served = (sentAtMs: number, other: Partial<Answer> = {}): Answer => ({ sentAtMs, key: 2, ...other });
const open = (reason: unknown) => ({ findings: [], supported: {}, undecided: { [id]: reason } });
const supportedBy = (entry: number) => ({ findings: [], supported: { [id]: [entry] }, undecided: {} });
const notSeen = open('no request of another key was served at a time when this key was surely at its limit');

describe('another key', () => {
  it('tells nothing at any other time, or by any other answer', () => {
    expect(said([refused(1_000), served(1_005), refused(2_000)])).toEqual(notSeen);
    expect(said([refused(1_000), served(1_010), refused(2_000)])).toEqual(supportedBy(1));
    expect(said([refused(1_000), served(1_995), refused(2_000)])).toEqual(notSeen);
    expect(said([refused(1_000), served(1_990), refused(2_000)])).toEqual(supportedBy(1));
    expect(said([served(900), refused(1_000), refused(2_000)])).toEqual(notSeen);
    expect(said([refused(1_000), served(1_500)])).toEqual(notSeen);
    expect(said([refused(1_000), served(1_500, { status: 404 }), refused(2_000)])).toEqual(notSeen);
    expect(said([refused(1_000), served(1_500, { cached: true }), refused(2_000)])).toEqual(notSeen);
    expect(said([refused(1_000), served(1_500, { key: 1 }), refused(2_000)])).toEqual(notSeen);
  });

  it('tells as long as the refusal says that it holds', () => {
    const promised = (retryAfterMs: number) => said([refused(1_000, { retryAfterMs }), served(2_000)]);
    expect([promised(999), promised(1_000)]).toEqual([notSeen, supportedBy(1)]);
  });

  it('decides if the first key was served no more than its refill', () => {
    const between = (...own: number[]) =>
      said([refused(990), ...own.map((atMs) => ({ sentAtMs: atMs })), served(2_500), refused(3_000)]);
    // From 1,000 to 2,510 two of ten a window come back.
    expect(between(1_500, 1_600)).toEqual(supportedBy(3));
    expect(between(1_500, 1_600, 1_700)).toEqual(notSeen);
  });

  it('is missing where the plan has one, or where this one was never refused', () => {
    const alone = { ...plan, keys: [1] };
    expect(said([refused(1_000)], { plan: alone })).toEqual(
      open('pass a second `--quota-key` of this plan, from another account'),
    );
    expect(said([refused(1_000)], { plan: { ...alone, neighbour: true } })).toEqual(notSeen);
    expect(said([served(1_000)])).toEqual(
      open('this key was never refused, so no other key was tested while it was at its limit'),
    );
  });
});

describe('the key of the run', () => {
  const left = (remaining: number, other: Partial<Answer> = {}) =>
    served(500, { key: 0, remaining, ...other });
  const besides = (before: Answer, other: Given = {}, ownMs = 1_500) =>
    said([before, refused(1_000), refused(ownMs, { key: 0 }), refused(2_000)], other).findings;
  const found = [[`${id} neighbour-refused`, [2, 0], 'a served request', true]];

  it('may have used up what was left: a window before, or since', () => {
    expect(besides(left(5, { sentAtMs: -8_500, answeredAtMs: -8_500 }))).toEqual([]);
    expect(besides(left(5, { sentAtMs: -8_499, answeredAtMs: -8_499 }))).toEqual(found);
    expect(besides(left(5, { cached: true }))).toEqual([]);
    expect(besides(left(5, { status: 404 }))).toEqual([]);
    expect(besides(left(5), {}, 2_500)).toEqual([]);
    const last = [left(5), served(600, { key: 0, remaining: 3 }), refused(1_000), refused(1_500, { key: 0 })];
    expect(said([...last, refused(2_000)]).findings).toEqual([]);
    // What is refused in between has no figure of its own.
    const between = [left(5), refused(700, { key: 0 }), refused(1_000), refused(1_500, { key: 0 })];
    expect(said([...between, refused(2_000)]).findings).toEqual([
      [`${id} neighbour-refused`, [3, 0], 'a served request', true],
    ]);
    expect(said([served(500, { key: 0 }), refused(1_000), served(1_500, { key: 0 })]).findings).toEqual([]);
  });
});

describe('a measured key beside another one', () => {
  const beside = { key: 2, phase: 'neighbour', limit: 10 } as const;
  const found = [[`${id} neighbour-refused`, [2, 0], 'a served request', true]];
  const judged = (before: Partial<Answer>, after: Partial<Answer> = {}, other: Given = {}) =>
    said(
      [
        served(500, { ...beside, remaining: 5, ...before }),
        refused(1_000),
        ...[1_500, 1_520, 1_540].map((sentAtMs) => refused(sentAtMs, { ...beside, remaining: 0, ...after })),
        refused(2_000),
      ],
      other,
    ).findings;

  it('is not to be refused either, with much left', () => {
    expect(judged({})).toEqual(found);
    expect(judged({ remaining: 4 })).toEqual([]);
    expect(judged({}, {}, { users: 2 })).toEqual([]);
  });

  it('may be refused twice by chance, or count nothing', () => {
    const twice = [served(500, { ...beside, remaining: 5 }), refused(1_000)];
    for (const sentAtMs of [1_500, 1_520]) {
      twice.push(refused(sentAtMs, { ...beside, remaining: 0 }));
    }
    expect(said([...twice, refused(2_000)]).findings).toEqual([]);
    expect(judged({ remaining: 10 })).toEqual([]);
  });

  it('may have used up what was left in its own measurement, or its day', () => {
    expect(judged({ phase: 'burst' })).toEqual([]);
    expect(judged({}, { phase: 'burst' })).toEqual([]);
    expect(judged({}, { limit: plan.perDay })).toEqual([]);
  });
});

it('proves nothing by a larger limit whose Remaining falls with that of the key', () => {
  const beside = (sentAtMs: number, remaining: number) => served(sentAtMs, { key: 0, remaining, reset: 7 });
  const judged = (count: number, remaining: number) =>
    said([beside(10, 900), ...spaced(100, count, 10), refused(800), beside(900, remaining), refused(990)]);
  expect(judged(10, 895)).toEqual(open(expect.stringContaining('they may share a counter')));
  expect(judged(10, 896)).toEqual(supportedBy(12));
  expect(judged(9, 850)).toEqual(supportedBy(11));
});

it('tells that keys have one count', () => {
  const one = (key: number, sentAtMs: number, remaining: number): Answer => ({
    key,
    sentAtMs,
    remaining,
    limit: 10,
  });
  const counted = (...figures: number[]) => {
    const judged = caseOf(
      figures.map((remaining, position) => one(1 + (position % 2), 1_000 + position * 20, remaining)),
      { plan },
    );
    judgeSharedCount(judged);
    return saidOf(judged).findings;
  };
  expect(counted(9, 9, 8)).toEqual([]);
  expect(counted(9, 8, 7)).toEqual([]);
  const three = caseOf(
    [...spaced(1_000, 1, 20), ...spaced(1_020, 3, 20, { key: 2 }), ...spaced(1_080, 1, 20)].map(
      (answer, position) => ({ ...answer, limit: 10, remaining: 9 - position }),
    ),
    { plan },
  );
  judgeSharedCount(three);
  expect(saidOf(three).findings).toEqual([[`${id} one-count`, [4, 0], 'X-RateLimit-Remaining: 8', false]]);
  const { findings } = three.notes.summary();
  expect(findings[0]?.actual).toBe('X-RateLimit-Remaining: 5');
});
