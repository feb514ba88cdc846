import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Classify, RequestClass } from '../../../src/quota/judge/entries.ts';
import { countersBy, KeyLedger } from '../../../src/quota/judge/key-ledger.ts';
import { propertyRuns } from '../../property-runs.ts';
import { type Answer, caseOf } from './case-of.ts';
import { epochMs, free, type Sent, traceOf } from './trace.ts';

const moments = fc.nat(120);
const classes = fc.constantFrom<RequestClass>('admitted', 'possible', 'refused', 'elsewhere', 'nothing');
const requests = fc.array(fc.tuple(moments, fc.integer({ min: 0, max: 40 }), classes), { maxLength: 40 });
const left = { untouched: 0, full: 2, unknown: 2 * free.perMinute };

function ledgerOf(list: readonly [number, number, RequestClass][], start: keyof typeof left) {
  const sent = list.map(([atMs, tookMs], position): Sent => ({ atMs, tookMs, connection: position }));
  const timeline = traceOf(sent, () => ({ admitted: true, remaining: 9, resetMs: 60_000, retryMs: 0 }));
  const classify: Classify = ({ connection }) => list[connection]?.[2] ?? 'nothing';
  const ledger = new KeyLedger(timeline, classify, free, start);
  const seen = timeline
    .map((entry) => ({ sentMs: entry.sentAtMs, answeredMs: entry.answeredAtMs, found: classify(entry) }))
    .filter(({ found }) => found !== 'nothing');
  return { ledger, seen };
}

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
const { keys } = caseOf(answers, { plan });

it('requests may be dealt out, those of each key to counters of its own', () => {
  const counters = countersBy(keys, plan, ({ operation }) => operation);
  const dealt = counters.map(({ ledger }) => [ledger.entries.map(({ exchange }) => exchange), ledger.start]);
  // The first of the other key says nothing of what is left.
  expect(dealt).toEqual([
    [[1, 4], 'full'],
    [[2], 'full'],
    [[5], 'full'],
    [[3], 'unknown'],
  ]);
  expect(counters[2]?.ledger.refusals).toMatchObject([{ exchange: 5 }]);
  expect(counters.every(({ labels, movesWithUse }) => labels.length === 0 && !movesWithUse)).toBe(true);
});
