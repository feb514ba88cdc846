import { describe, expect, it } from 'vitest';
import type { QuotaJudgement } from '../../../src/quota/judgement.ts';
import type { TimelineEntry } from '../../../src/quota/timeline.ts';
import { bucket, requestWindow } from './exact-limiters.ts';
import { judged, limit, minute, twoWindows } from './judged.ts';
import { burst, inTurn, type Sent } from './trace.ts';

const honest = 'quota/retry-after-honest';

/** Another Retry-After in ms on each 429. */
function saying(retryAfterMs: (honestMs: number) => number) {
  return (entry: TimelineEntry) =>
    entry.status === 429 ? { retryAfterMs: retryAfterMs(entry.retryAfterMs) } : {};
}

function verdictOf(id: string, { findings, supported, undecided }: QuotaJudgement): string {
  const isOf = ({ requirement }: { readonly requirement: string }) => requirement === id;
  if (findings.some(isOf)) {
    return 'violated';
  }
  return undecided.some(isOf) || !supported.some(isOf) ? 'open' : 'holds';
}

/** The burst, a few refused alone, and one request so long after the last of them. */
function askedAfter(spanMs: number, more: Sent[] = []): Sent[] {
  return [...inTurn(5000, 3), ...burst(5060, 80), ...inTurn(8650, 5, 'settle'), ...more].concat(
    inTurn(8710 + spanMs, 1, 'retry'),
  );
}

describe('Retry-After', () => {
  it('holds where the request shortly after its time is served, and says nothing long after', () => {
    const decide = () => requestWindow(limit, minute);
    expect(verdictOf(honest, judged(decide(), { sent: askedAfter(57_200) }))).toBe('holds');
    expect(verdictOf(honest, judged(decide(), { sent: askedAfter(60_000) }))).toBe('open');
  });

  it('of 0 is broken by a lone request 62 ms later, and not kept by one that comes seconds later', () => {
    const zero = saying(() => 0);
    const soon = judged(bucket(limit, minute), { sent: askedAfter(62), change: zero });
    expect(verdictOf(honest, soon)).toBe('violated');
    expect(soon.findings.every(({ restsOnTiming }) => restsOnTiming)).toBe(true);
    const late = judged(bucket(limit, minute), { sent: askedAfter(1300), change: zero });
    expect(verdictOf(honest, late)).toBe('open');
  });

  it('in minutes is not decided if another client may have used the refill within a second', () => {
    const sent = [...askedAfter(1100), ...inTurn(70_000, 1, 'reset')];
    const soon = judged(requestWindow(limit, minute), { sent, change: saying(() => 1000) });
    expect(soon.findings).toEqual([]);
    expect(verdictOf('quota/retry-after-readable', soon)).toBe('open');
  });

  it('is not broken where another request overtook the one that was to test it', () => {
    const overtaking = (takesMs: number) => {
      const lone = { atMs: 65_800, tookMs: takesMs, share: 0.9, phase: 'retry' as const };
      return [...askedAfter(57_000).slice(0, -1), lone, ...burst(65_810, limit + 5)];
    };
    const change = (entry: TimelineEntry) => ({
      ...saying((honestMs) => honestMs)(entry),
    });
    const overtaken = judged(requestWindow(limit, minute), { sent: overtaking(400), change });
    expect(overtaken.findings).toEqual([]);
  });
});

it('an excess of one at a time is a split counter, and one in a burst alone a race', () => {
  const inTurnOver16 = (atMs: number): Sent[] =>
    Array.from({ length: 90 }, (_, position) => ({
      atMs: atMs + position * 12,
      connection: 1000 + (position % 16),
      phase: 'one-at-a-time' as const,
    }));
  const sent = [...twoWindows(5000, 63_000), ...inTurnOver16(200_000)];
  const ofConnection = (count: number) => {
    const counters = Array.from({ length: count }, () => requestWindow(limit, minute));
    let turn = 0;
    return (atMs: number, entry: Parameters<ReturnType<typeof requestWindow>>[1]) => {
      turn += 1;
      return (counters[turn % count] ?? requestWindow(limit, minute))(atMs, entry);
    };
  };
  const kinds = (decide: ReturnType<typeof requestWindow>) =>
    judged(decide, { sent }).findings.map(({ kind, message }) => [kind, message]);
  expect(kinds(ofConnection(4))).toEqual([
    [
      'never-refused',
      expect.stringMatching(/Likely cause: 4 separate counters.*90 of 90 requests were served$/),
    ],
  ]);
  const single = requestWindow(limit, minute);
  const racing: ReturnType<typeof requestWindow> = (atMs, entry) => {
    const ruling = single(atMs, entry);
    return atMs < 200_000 ? { ...ruling, admitted: true } : ruling;
  };
  expect(kinds(racing)).toEqual([
    ['race', expect.stringMatching(/Likely cause: a race.*60 of 90 requests were served$/)],
  ]);
  const untold = judged(racing, { sent: twoWindows(5000, 63_000) }).findings[0]?.message;
  expect(untold).not.toContain('Likely cause');
});

describe('server errors in a burst', () => {
  const sent = [...twoWindows(5000, 63_000), ...inTurn(8000, 1, 'neighbour', 0)];
  const failing = (operation: string) => (entry: TimelineEntry) =>
    entry.phase === 'burst' && entry.operation === operation && entry.remaining < 57 ? { status: 500 } : {};

  it('of lists that are served alone are requests within the limit that were not served', () => {
    const verdict = judged(requestWindow(limit, minute), { sent, change: failing('listPets') });
    const [error] = verdict.findings.filter(({ requirement }) => requirement === 'quota/fully-granted');
    expect([error?.kind, error?.restsOnTiming]).toEqual(['server-error-within-limit', true]);
  });

  it('of creations are not', () => {
    const creations = sent.map((one, position) =>
      one.phase === 'burst' && position % 8 === 0 ? { ...one, operation: 'createPet' as const } : one,
    );
    const { findings } = judged(requestWindow(limit, minute), {
      sent: creations,
      change: failing('createPet'),
    });
    expect(findings).toEqual([]);
  });
});
