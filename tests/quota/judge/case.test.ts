import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockOfDates } from '../../../src/quota/judge/clock-of-dates.ts';
import { byDay, byMinute, loneRequests } from '../../../src/quota/judge/entries.ts';
import { judgeLimitFigure, judgeQuota, leaveUnusableOpen } from '../../../src/quota/judge/judge-quota.ts';
import { Notes } from '../../../src/quota/judge/notes.ts';
import type { QuotaJudgement } from '../../../src/quota/judgement.ts';
import type { TimelineEntry } from '../../../src/quota/timeline.ts';
import { propertyRuns } from '../../property-runs.ts';
import { madeUpEntry } from '../made-up-entry.ts';
import { anchoredWindow } from '../simulation/limiters/permitted.ts';
import { type Answer, caseOf, saidOf } from './case-of.ts';
import { type Decide, decidedBy, epochMs, free, inTurn, traceOf, twoWindows } from './trace.ts';

const entries = Array.from({ length: 8 }, (_, exchange) => madeUpEntry({ exchange }));
const numbered = (exchange: number) => entries[exchange] as TimelineEntry;

const finding = (requirement: string, kind: string, entry: number) => ({
  requirement,
  kind,
  entry: numbered(entry),
  message: '',
  expected: '',
  actual: '',
  related: [],
  restsOnTiming: false,
});
const nothing = { findings: [], supported: [], undecided: [], observations: [], moreBurstsTell: false };

it('keep the first finding of each kind, which outweighs all else', () => {
  const notes = new Notes();
  notes.support('a', [numbered(1)]);
  notes.leaveOpen('b', 'why');
  expect([notes.hasFlagged('a'), notes.entryOf('a')]).toEqual([false, null]);
  notes.flag(finding('a', 'one', 3));
  notes.flag(finding('a', 'one', 4));
  notes.flag(finding('a', 'other', 5));
  notes.flag(finding('b', 'one', 6));
  expect([notes.hasFlagged('a'), notes.hasFlagged('c'), notes.entryOf('a'), notes.entryOf('b')]).toEqual([
    true,
    false,
    numbered(3),
    numbered(6),
  ]);
  expect(notes.entryOf('c')).toBeNull();
  expect(notes.summary()).toEqual({
    ...nothing,
    findings: [finding('a', 'one', 3), finding('a', 'other', 5), finding('b', 'one', 6)],
  });
});

it('cite five entries that support a requirement', () => {
  const notes = new Notes();
  notes.support('a', [1, 2].map(numbered));
  notes.support('b', [1, 2, 3, 4, 5, 6].map(numbered));
  notes.support('a', [3].map(numbered));
  notes.support('a', [4, 5, 6].map(numbered));
  notes.support('a', [7].map(numbered));
  expect(notes.summary().supported).toEqual([
    { requirement: 'a', entries: [1, 2, 3, 4, 5].map(numbered) },
    { requirement: 'b', entries: [1, 2, 3, 4, 5].map(numbered) },
  ]);
});

/** What each quota takes the answer for. */
function classesOf(answer: Partial<TimelineEntry>) {
  const entry = madeUpEntry(answer);
  return [byMinute(free)(entry), byDay(free)(entry)];
}

describe('an answer', () => {
  it('is refused by the minute where it shows neither, unless it is for longer', () => {
    const refused = (retryAfterMs: number, limit = Number.NaN) =>
      classesOf({ status: 429, limit, retryAfterMs });
    expect(refused(Number.NaN)).toEqual(['refused', 'elsewhere']);
    expect(refused(122_000)).toEqual(['refused', 'elsewhere']);
    expect(refused(123_000)).toEqual(['elsewhere', 'refused']);
    expect(refused(123_000, 300)).toEqual(['elsewhere', 'refused']);
  });

  it('may be refused by another status, and 429 is none then', () => {
    const by = (refusedStatus: number, status: number, limit = Number.NaN) =>
      byMinute(free, refusedStatus)(madeUpEntry({ status, limit, retryAfterMs: 600_000 }));
    expect([by(403, 403), by(403, 503), by(403, 429, 60), by(403, 401), by(403, 200)]).toEqual([
      'refused',
      'possible',
      'elsewhere',
      'nothing',
      'admitted',
    ]);
    expect(by(401, 401)).toBe('refused');
  });
});

it('finds requests during which no other was under way, and what was under way last before them', () => {
  const requests = fc.array(fc.tuple(fc.nat(40), fc.nat(4)), { maxLength: 14 });
  fc.assert(
    fc.property(requests, (list) => {
      const sent = list.toSorted(([one], [other]) => one - other);
      const { timeline } = caseOf(
        sent.map(([sentAtMs, tookMs]) => ({ sentAtMs, answeredAtMs: sentAtMs + tookMs })),
      );
      const expected = timeline.slice(1).flatMap((entry, previous) => {
        const earlier = timeline.slice(0, previous + 1);
        const isLone =
          earlier.every(({ answeredAtMs }) => answeredAtMs <= entry.sentAtMs) &&
          timeline.slice(previous + 2).every(({ sentAtMs }) => sentAtMs >= entry.answeredAtMs);
        const last = timeline[previous] as TimelineEntry;
        const before = earlier.filter((one) => one === last || one.answeredAtMs > last.sentAtMs);
        return isLone ? [{ entry, before: before.reverse() }] : [];
      });
      expect([...loneRequests(timeline)]).toEqual(expected);
    }),
    { numRuns: propertyRuns(300) },
  );
});

const decide = () => decidedBy(anchoredWindow);

it('knows nothing without a Date, nor by one from a cache', () => {
  expect(clockOfDates(traceOf(inTurn(5000, 3), decide(), () => ({ dateMs: Number.NaN })))).toBeNull();
  expect(clockOfDates(traceOf(inTurn(5000, 3), decide(), () => ({ cached: true })))).toBeNull();
});

/** Dates, in ms after `epochMs`, of requests that took ten ms each. */
const boundsOf = (
  ...dates: readonly (readonly [sentAtMs: number, dateMs: number, other?: Partial<Answer>])[]
) => {
  const answers = dates.map(([sentAtMs, dateMs, other]) => ({
    sentAtMs,
    dateMs: epochMs + dateMs,
    ...other,
  }));
  const clock = clockOfDates(caseOf(answers).timeline);
  return [clock?.leastMs ?? 0, clock?.mostMs ?? 0].map((ms) => Number((ms - epochMs).toFixed(2)));
};

it('takes dates for those of one clock as long as drift and timers explain them', () => {
  // The first says at most 1,000, the other at least 1,110 or 1,130.
  expect(boundsOf([5_000, 5_000], [4_880, 6_000])).toEqual([939.87, 1_170.13]);
  expect(boundsOf([5_000, 5_000], [4_860, 6_000])).toEqual([-70.15, 2_200.15]);
});

type Change = (entry: TimelineEntry) => Partial<TimelineEntry>;

/** The judgement of two windows of a limiter. */
function judged(
  decide: Decide,
  { sent = twoWindows(5000, 63_000), change = (() => ({})) as Change, plan = free } = {},
): QuotaJudgement {
  return judgeQuota(traceOf(sent, decide, change, plan), plan);
}

const twoKeys = { ...free, keys: [1, 2] };

describe('a limiter that the document permits', () => {
  it('supports what was tested', () => {
    const sent = twoWindows(5000, 60_900);
    const { supported, overlapAtLimit, clock } = judged(decidedBy(anchoredWindow), { sent });
    expect(supported.map(({ requirement }) => requirement)).toEqual(
      expect.arrayContaining([
        'quota/limit-enforced',
        'quota/never-exceeded',
        'quota/fully-granted',
        'quota/retry-after-present',
        'quota/retry-after-honest',
        'quota/remaining-zero',
      ]),
    );
    expect(overlapAtLimit).toBeGreaterThanOrEqual(8);
    expect(clock?.leastMs).toBeLessThanOrEqual(1_800_000_000_000);
    expect(clock?.mostMs).toBeGreaterThanOrEqual(1_800_000_000_000);
  });

  it('is asked nothing by a key that was not used', () => {
    const { observations, undecided } = judged(decidedBy(anchoredWindow), {
      sent: inTurn(5000, 3),
      change: ({ exchange }) => (exchange === 2 ? { status: 404 } : {}),
      plan: twoKeys,
    });
    expect(observations.map(({ text }) => text)).toEqual(['a 404 response uses quota']);
    expect(undecided.map(({ requirement }) => requirement)).not.toContain('quota/what-counts');
  });
});

const id = 'rate/limit-matches-plan';

function said(...figures: readonly (readonly [key: number, limit: number])[]) {
  const judged = caseOf(
    figures.map(([key, limit], position) => ({ sentAtMs: position * 20, key, limit })),
    { plan: { ...free, keys: [1, 2] } },
  );
  judgeLimitFigure(judged);
  const { findings, supported } = saidOf(judged);
  return { findings, supported: supported[id] ?? [] };
}

it('reads the limits per minute and per day', () => {
  expect(said([1, 60], [1, 1000], [2, 60])).toEqual({ findings: [], supported: [0, 1, 2] });
});

it('hasFlagged the first other one, of any key', () => {
  const found = (entry: number) => [
    [`${id} other-limit`, [entry], '60 (per minute) or 1000 (per day)', false],
  ];
  expect(said([1, 61])).toEqual({ findings: found(0), supported: [] });
  expect(said([1, 60], [2, 300], [2, 300]).findings).toEqual(found(1));
});

const plan = { ...free, keys: [1, 2] };

/** The common reason of all requirements that need refusals. */
function reasonFor(...answers: readonly Partial<Answer>[]): string | null {
  const judged = caseOf(
    answers.map((one, position) => ({ sentAtMs: position * 20, ...one })),
    { plan },
  );
  leaveUnusableOpen(judged);
  const { undecided, findings, supported } = saidOf(judged);
  expect([findings, supported]).toEqual([[], {}]);
  const reasons = Object.values(undecided);
  if (reasons.length === 0) {
    return null;
  }
  expect(Object.keys(undecided).sort()).toEqual([
    'quota/fully-granted',
    'quota/isolated-between-keys',
    'quota/limit-enforced',
    'quota/never-exceeded',
    'quota/remaining-zero',
    'quota/reset-honest',
    'quota/retry-after-honest',
    'quota/retry-after-present',
    'quota/retry-after-proportionate',
    'quota/retry-after-readable',
    'quota/shared-across-operations',
  ]);
  expect(new Set(reasons).size).toBe(1);
  return reasons[0] ?? null;
}

const noResponse = 'no response was received with a key of this plan';
const refused = 'the key was refused (401): pass a valid one';
const usedUp =
  'the daily quota of the key is exhausted: run again tomorrow, or pass a key with more daily quota left';
const ofDay = { status: 429, limit: free.perDay };

it('reports that there was no response', () => {
  expect([reasonFor(), reasonFor({ status: 0 })]).toEqual([noResponse, noResponse]);
  expect(reasonFor({ key: 0 }, { key: 9 }, { status: 0, key: 2 })).toBe(noResponse);
  expect(reasonFor({ status: 0 }, { key: 2 })).toBeNull();
});

it('tells that the key was refused', () => {
  expect(reasonFor({ status: 401 }, { status: 401, key: 2 }, { status: 0 })).toBe(refused);
  expect(reasonFor({ status: 401 }, { key: 2 })).toBeNull();
  expect(reasonFor({ status: 401 }, { key: 0 })).toBe(refused);
  expect(reasonFor({ status: 403 })).toBeNull();
});

it('tells that the day of a key is used up, and its minute was not', () => {
  expect(reasonFor({}, ofDay)).toBe(usedUp);
  expect(reasonFor({}, { ...ofDay, key: 2 })).toBe(usedUp);
  expect(reasonFor({}, { status: 429 }, ofDay)).toBeNull();
  expect(reasonFor({}, { status: 429 }, { ...ofDay, key: 2 })).toBe(usedUp);
  expect(reasonFor({}, { ...ofDay, phase: 'day' })).toBeNull();
  expect(reasonFor({}, { status: 503 })).toBeNull();
});
