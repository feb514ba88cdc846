import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countersBy, KeyLedger } from '../../../src/quota/judge/key-ledger.ts';
import type { RequestClass } from '../../../src/quota/judge/request-class.ts';
import { propertyRuns } from '../../property-runs.ts';
import { type Answer, caseOf } from './case-of.ts';
import { epochMs, free, type Sent, traceOf } from './trace.ts';

const moments = fc.nat(120);
const classes = fc.constantFrom<RequestClass>('admitted', 'possible', 'refused', 'elsewhere', 'nothing');
const requests = fc.array(fc.tuple(moments, fc.integer({ min: 0, max: 40 }), classes), { maxLength: 40 });
const starts = fc.constantFrom('untouched', 'full', 'unknown');
const left = { untouched: 0, full: 2, unknown: 2 * free.perMinute };

/** One request as the ledger has to see it. */
interface Seen {
  readonly sentMs: number;
  readonly answeredMs: number;
  readonly found: RequestClass;
}

function ledgerOf(list: readonly [number, number, RequestClass][], start: keyof typeof left) {
  const sent = list.map(([atMs, tookMs], position): Sent => ({ atMs, tookMs, connection: position }));
  const timeline = traceOf(sent, () => ({ admitted: true, remaining: 9, resetMs: 60_000, retryMs: 0 }));
  const entries = Array.from({ length: timeline.length }, (_, index) => index);
  const foundAt = (index: number) => list[timeline.connection(index)]?.[2] ?? 'nothing';
  const ledger = new KeyLedger(timeline, entries, (_, index) => foundAt(index), free, start);
  const seen = Array.from(entries, (index) => ({
    sentMs: timeline.sentAtMs(index),
    answeredMs: timeline.answeredAtMs(index),
    found: foundAt(index),
  })).filter(({ found }) => found !== 'nothing');
  return { ledger, seen };
}

function count(
  seen: readonly Seen[],
  wanted: readonly RequestClass[],
  holds: (one: Seen) => boolean,
): number {
  return seen.filter((one) => wanted.includes(one.found) && holds(one)).length;
}

it('counts what may have been drawn, with what an earlier use may have left', () => {
  fc.assert(
    fc.property(requests, starts, moments, (list, start, atMs) => {
      const { ledger, seen } = ledgerOf(list, start);
      const mayCount: readonly RequestClass[] = ['admitted', 'possible'];
      const { firstSentMs, possible } = ledger;
      expect(possible.sentUpTo(atMs)).toBe(
        count(seen, mayCount, ({ sentMs }) => sentMs <= atMs) + (firstSentMs <= atMs ? left[start] : 0),
      );
      expect(possible.answeredBefore(atMs)).toBe(
        count(seen, mayCount, ({ answeredMs }) => answeredMs < atMs) + (firstSentMs < atMs ? left[start] : 0),
      );
      const answers = seen
        .filter(({ found }) => mayCount.includes(found))
        .map(({ answeredMs }) => answeredMs);
      const expected = [...Array<number>(left[start]).fill(firstSentMs), ...answers];
      expect(Array.from({ length: possible.length }, (_, position) => possible.answeredAt(position))).toEqual(
        expected.sort((one, other) => one - other),
      );
    }),
    { numRuns: propertyRuns(100) },
  );
});

it('bounds how many were counted, or refused, from one moment to another', () => {
  fc.assert(
    fc.property(requests, starts, moments, moments, (list, start, fromMs, toMs) => {
      const { ledger, seen } = ledgerOf(list, start);
      const within = (one: Seen) => one.sentMs >= fromMs && one.answeredMs <= toMs;
      const touching = (one: Seen) => one.answeredMs >= fromMs && one.sentMs <= toMs;
      if (fromMs <= toMs) {
        const isFirst = fromMs <= ledger.firstSentMs && ledger.firstSentMs <= toMs;
        expect(ledger.possibly(fromMs, toMs)).toBe(
          count(seen, ['admitted', 'possible'], touching) + (isFirst ? left[start] : 0),
        );
        expect(ledger.possiblyRefused(fromMs, toMs)).toBe(count(seen, ['refused'], touching));
      }
      // Each bound takes those that straddle one end for those that straddle the other.
      const straddling = count(seen, ['admitted'], (one) => one.sentMs < fromMs && one.answeredMs > toMs);
      const surely = count(seen, ['admitted'], within) - straddling;
      expect(ledger.surely(fromMs, toMs)).toBe(Math.max(0, surely));
    }),
    { numRuns: propertyRuns(200) },
  );
});

it('covers when a request may have begun a window', () => {
  fc.assert(
    fc.property(requests, (list) => {
      const { ledger, seen } = ledgerOf(list, 'full');
      const mayBegin = seen.filter(({ found }) => found !== 'refused');
      const isCovered = (atMs: number) =>
        mayBegin.some((one) => one.sentMs <= atMs && atMs <= one.answeredMs);
      const halves = Array.from({ length: 330 }, (_, position) => position / 2);
      const { coverage } = ledger;
      expect(halves.filter((atMs) => coverage.some(([from, to]) => from <= atMs && atMs <= to))).toEqual(
        halves.filter(isCovered),
      );
      expect(coverage.every(([from], position) => from > (coverage[position - 1]?.[1] ?? -1))).toBe(true);
    }),
    { numRuns: propertyRuns(100) },
  );
});

it('began as the first answer says', () => {
  const began = (...answers: readonly Partial<Answer>[]) => {
    const { keys } = caseOf(answers.map((one, position) => ({ sentAtMs: position * 20, ...one })));
    return keys[0]?.ledger.start;
  };
  expect([59, 58, 57, 60, Number.NaN].map((remaining) => began({ remaining }))).toEqual([
    'untouched',
    'full',
    'unknown',
    'full',
    'unknown',
  ]);
  expect(began()).toBe('unknown');
  expect(began({ remaining: 59, limit: 1000 })).toBe('unknown');
  expect(began({ remaining: 59, status: 404 })).toBe('unknown');
  expect(began({ remaining: 59, status: 429 })).toBe('unknown');
  expect(began({ remaining: 40 }, { remaining: 59 })).toBe('unknown');
  expect(began({ remaining: 40, cached: true }, { remaining: 59 })).toBe('untouched');
});

const plan = { ...free, keys: [1, 2] };
const reset = (epochMs + 60_000) / 1000;
const answers: Answer[] = [
  { sentAtMs: 0, remaining: 59, reset },
  { sentAtMs: 20, remaining: 58, operation: 'getPet', reset: reset + 20 },
  { sentAtMs: 40, key: 2 },
  { sentAtMs: 60, status: 403 },
  { sentAtMs: 80, status: 429, operation: 'createPet' },
  { sentAtMs: 100, phase: 'day' },
  { sentAtMs: 120, key: 9 },
];
const { timeline, keys } = caseOf(answers, { plan });

it('requests may be dealt out, those of each key to counters of its own', () => {
  const counters = countersBy(timeline, keys, plan, (index) => timeline.operation(index));
  const dealt = counters.map(({ ledger }) => [[...ledger.entries], ledger.start]);
  // The first of the other key says nothing of what is left.
  expect(dealt).toEqual([
    [[0, 3], 'full'],
    [[1], 'full'],
    [[4], 'full'],
    [[2], 'unknown'],
  ]);
  expect([...(counters[2]?.ledger.refusals.entries ?? [])]).toEqual([4]);
  expect(counters.every(({ labels, movesWithUse }) => labels.length === 0 && !movesWithUse)).toBe(true);
});
