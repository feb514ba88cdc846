import { describe, expect, it } from 'vitest';
import { otherUsers } from '../../../src/quota/judge/case.ts';
import { clockWindows } from '../../../src/quota/judge/clock-windows.ts';
import { judgeExcess } from '../../../src/quota/judge/excess.ts';
import { requestWindows } from '../../../src/quota/judge/request-windows.ts';
import { type Answer, judging, saidOf, saying, spaced } from './case-of.ts';
import { epochMs, free } from './trace.ts';

const exceeded = 'quota/never-exceeded';
const enforced = 'quota/limit-enforced';
const shared = 'quota/shared-across-operations';
const granted = 'quota/fully-granted';
const isolated = 'quota/isolated-between-keys';
const honest = 'quota/reset-honest';
const plan = { ...free, perMinute: 3 };
const judgedOf = judging(judgeExcess, { plan });
const said = saying(judgeExcess, { plan });
const messageOf = (...given: Parameters<typeof judgedOf>) =>
  judgedOf(...given).notes.summary().findings[0]?.message;

const refused = (sentAtMs: number, count = 1, other: Partial<Answer> = {}) =>
  spaced(sentAtMs, count, 20, { status: 429, limit: 3, remaining: 0, ...other });
const unclear =
  'no permitted limiter explains both what was served and what was refused, though one explains each by itself: run again with a key that nothing else uses';
const inSteps =
  'more was served than a limiter with a steady refill allows, but one that refills in steps explains it, such as a tenth of the limit each tenth of the window';
const open = (reason: string, ...requirements: string[]) =>
  Object.fromEntries(requirements.map((requirement) => [requirement, reason]));

describe('more than the limit', () => {
  const instead = (requirement: string) =>
    open(
      `more is served than the plan grants: fix ${requirement} first`,
      ...[exceeded, shared, granted].filter((one) => one !== requirement),
    );
  const expected = 'at most 3 in a minute, allowing for window edges and refill';

  it('is one finding, which cites the span that holds it', () => {
    const answers = [...spaced(0, 1, 0), ...spaced(90_000, 5, 10), ...refused(90_100, 5)];
    const finding = [`${exceeded} excess`, [5, 1], expected, false];
    const supported = { [enforced]: [6, 7, 8] };
    for (const decisions of ['exceeded', 'exceeded-alone'] as const) {
      expect(said(answers, { decisions })).toEqual({
        findings: [finding],
        supported,
        undecided: instead(exceeded),
      });
    }
    expect(messageOf(answers, { decisions: 'exceeded' })).toMatch(
      /^5 requests were served within 50 ms; the plan grants 3 in a minute, 4 with a refill meanwhile\. Possible causes: /,
    );
    expect(said(spaced(0, 3, 10), { decisions: 'exceeded' })).toEqual({
      findings: [],
      supported: {},
      undecided: {},
    });
  });

  it('reports a possible refill only if that is less', () => {
    const slow = [...spaced(0, 4, 10_000), ...refused(30_100)];
    expect(messageOf(slow, { decisions: 'exceeded' })).toMatch(
      /^4 requests were served within 30 s; the plan grants 3 in a minute\. Possible causes/,
    );
  });

  it('is the want of a limit where nothing is refused', () => {
    const answers = spaced(0, 9, 10);
    expect(said(answers, { decisions: 'exceeded' })).toEqual({
      findings: [[`${enforced} never-refused`, [8, 0], expected, false]],
      supported: {},
      undecided: instead(enforced),
    });
    expect(messageOf(answers, { decisions: 'exceeded' })).toBe(
      'No request got 429: 9 requests were served within 90 ms; the plan grants 3 in a minute',
    );
    // One after the other over four connections, which count down for themselves.
    const inTurn = spaced(50_000, 16, 20).map((one, position) => ({
      ...one,
      phase: 'one-at-a-time' as const,
      connection: position % 4,
      limit: 3,
      remaining: 9 - Math.floor(position / 4),
    }));
    expect(messageOf([...answers, ...inTurn], { decisions: 'exceeded' })).toContain(
      '. Likely cause: each connection has its own counter',
    );
  });

  it('is left open where operations may be counted apart, and the burst that tells says nothing', () => {
    const apart = [1_000, 70_000].flatMap((atMs) => [
      ...spaced(atMs, 3, 20, { limit: 3, remaining: 2 }),
      ...spaced(atMs + 5, 3, 20, { limit: 3, operation: 'createPet' }),
      ...refused(atMs + 100),
      ...refused(atMs + 100, 1, { operation: 'createPet' }),
    ]);
    const lists = spaced(160_000, 1, 1, { phase: 'one-operation' });
    expect(said([...apart, ...lists], { decisions: 'exceeded' })).toEqual({
      findings: [],
      supported: { [enforced]: [6, 7, 14] },
      undecided: open(
        'more was served than the plan grants, and separate counters per operation would explain it; the burst of one operation that decides this met a window edge or did not reach the limit: run again',
        exceeded,
        shared,
        granted,
      ),
    });
    const unrefused = [...apart, ...lists].filter(({ status }) => status !== 429);
    expect(said(unrefused, { decisions: 'exceeded' }).findings).toHaveLength(1);
  });
});

describe('decisions that tell nothing', () => {
  const answers = [...spaced(0, 3, 10), ...refused(50)];

  it('leave open what they would', () => {
    const judged = judgedOf(answers, { decisions: 'unclear' });
    expect(saidOf(judged)).toEqual({
      findings: [],
      supported: { [enforced]: [3] },
      undecided: open(unclear, exceeded, shared, granted),
    });
    expect(judged.notes.summary().moreBurstsTell).toBe(false);
  });

  it('may be decided by more bursts if steps explain them', () => {
    const judged = judgedOf(answers, { decisions: 'in steps' });
    expect(saidOf(judged)).toEqual({
      findings: [],
      supported: { [enforced]: [3] },
      undecided: open(inSteps, exceeded, shared, granted),
    });
    expect(judged.notes.summary().moreBurstsTell).toBe(true);
  });
});

it('a status other than 429 is reported, and what it hides is inconclusive', () => {
  const odd = (sentAtMs: number, count = 3) => spaced(sentAtMs, count, 20, { status: 503 });
  const answers = [
    { sentAtMs: 0, limit: 3, remaining: 2 },
    ...spaced(20, 2, 20),
    ...odd(60),
    { sentAtMs: 90_000 },
  ];
  expect(said(answers, { decisions: 'other-status' })).toEqual({
    findings: [[`${enforced} status-503`, [5], '429', true]],
    supported: {},
    undecided: open(
      `requests beyond the limit do not get 429: fix ${enforced} first`,
      exceeded,
      shared,
      granted,
      isolated,
    ),
  });
  expect(said(spaced(0, 3, 20), { decisions: 'other-status' })).toEqual({
    findings: [],
    supported: {},
    undecided: {},
  });
});

describe('windows that are too short', () => {
  const endAt = (atMs: number) => (epochMs + atMs) / 1000;
  const windows = [0, 41_000, 82_000, 123_000, 164_000].flatMap((atMs): Answer[] => [
    ...[2, 1, 0].map((remaining, position) => ({
      sentAtMs: atMs + position * 20,
      limit: 3,
      remaining,
      reset: endAt(atMs + 41_000),
    })),
    ...refused(atMs + 60),
  ]);
  const fixed = { explainedBy: [clockWindows, requestWindows] };
  const finding = [`${exceeded} short-window`, [4, 0], 'windows of a minute', true];
  const why = (requirement: string) => ({
    [requirement]: `windows are shorter than the plan's: fix ${exceeded} first`,
  });

  it('are reported if only fixed windows are possible', () => {
    const judged = judgedOf(windows, fixed);
    expect(saidOf(judged)).toEqual({
      findings: [finding],
      supported: { [enforced]: [3, 7, 11] },
      undecided: why(honest),
    });
    expect(judged.notes.summary().findings[0]?.message).toBe(
      '3 requests are granted every 41 s, as served and as X-RateLimit-Reset says; the plan grants them in a minute',
    );
    expect(said(windows).findings).toEqual([]);
  });

  it('are reported if steps explain the decisions, but not the headers', () => {
    expect(said(windows, { decisions: 'in steps' })).toEqual({
      findings: [finding],
      supported: { [enforced]: [3, 7, 11] },
      undecided: { ...why(honest), ...why(shared), ...why(granted) },
    });
  });

  it('are left open where others use the key', () => {
    const both = { plan: { ...plan, keys: [1, 2] }, users: 2 };
    const other = [...windows, { sentAtMs: 95_000, key: 2 }];
    expect(said(other, { ...fixed, ...both })).toMatchObject({
      findings: [],
      undecided: { [exceeded]: otherUsers },
    });
  });

  it('are left open where steps explain what was announced too', () => {
    // Twice the limit within a window, at an edge that a bucket in steps may have.
    const two = windows.slice(0, 8);
    const judged = judgedOf(two, fixed);
    expect(saidOf(judged)).toMatchObject({ findings: [], undecided: { [exceeded]: inSteps } });
    expect(judged.notes.summary().moreBurstsTell).toBe(true);
  });
});

describe('a limit that holds', () => {
  const atOnce = (count: number, other: Partial<Answer> = {}) =>
    spaced(0, count, 0, { answeredAtMs: 20, ...other });
  const mixed = (count: number) => [...atOnce(count - 1), ...atOnce(1, { operation: 'getPet' })];

  it('is supported by a refusal, with many requests under way and more than one operation', () => {
    const sixty = { plan: free };
    expect(said([...mixed(7), ...refused(5, 2)], sixty)).toEqual({
      findings: [],
      supported: { [enforced]: [7, 8], [exceeded]: [7], [shared]: [7] },
      undecided: {},
    });
    expect(said([...mixed(6), ...refused(5, 1)], sixty).undecided).toEqual({
      [exceeded]:
        'concurrency not exercised: at most 7 requests in flight when the limit was reached; a race needs about 8',
    });
    // No more than the limit can be under way, and served.
    expect(said([...mixed(2), ...refused(5)]).supported).toMatchObject({ [exceeded]: [2] });
    expect(said([...mixed(2), ...refused(11)]).undecided).toHaveProperty(exceeded);
  });

  it('says nothing of operations that were not served', () => {
    expect(said([...atOnce(3), ...refused(5, 1, { operation: 'getPet' })]).undecided).toEqual({
      [shared]: 'only one operation was served before the limit was reached',
    });
  });
});
