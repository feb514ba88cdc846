import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planLimitRecord } from '../../../src/quota/measure/plan-limit-record.ts';
import { type Phase, phases } from '../../../src/quota/quota-wire.ts';
import type { Timeline, TimelineEntry } from '../../../src/quota/timeline.ts';
import { madeUpEntry } from '../made-up-entry.ts';
import { freePlan } from './made-up-wire.ts';

const parts = {
  plan: freePlan(),
  judgement: { clock: { leastMs: 900, mostMs: 1100 }, overlapAtLimit: 12, explainedBy: [] },
  engines: ['undici'],
  connections: 7,
};

/** Each takes 10 ms. */
function timelineOf(entries: readonly Partial<TimelineEntry>[]): Timeline {
  const usual = { answeredAtMs: 10, limit: 60, remaining: 59, reset: 60 };
  return entries.map((changes) => madeUpEntry({ ...usual, ...changes }));
}

const anyEntries = fc.array(
  fc
    .record({
      key: fc.constantFrom(1, 2),
      phase: fc.constantFrom(...(Object.keys(phases) as Phase[])),
      sentAtMs: fc.integer({ min: 0, max: 10_000_000 }),
      tookMs: fc.integer({ min: 0, max: 10_000 }),
      status: fc.constantFrom(0, 200, 201, 404, 429, 503),
      remaining: fc.constantFrom(Number.NaN, 0, 5),
    })
    .map(({ tookMs, ...changes }) => ({ ...changes, answeredAtMs: changes.sentAtMs + tookMs })),
  { maxLength: 60 },
);

describe('what is drawn of a key', () => {
  it('counts every request of that key once, in at most 400 steps and in its phases', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const record = planLimitRecord(timelineOf(entries), 1, parts);
        const own = entries.filter(({ key }) => key === 1);
        const sum = (figures: readonly number[]) => figures.reduce((left, right) => left + right, 0);
        expect(record.requests).toBe(own.length);
        expect(sum(record.steps.map(({ sent }) => sent))).toBe(own.length);
        expect(sum(record.steps.map((step) => step.admitted + step.refused + step.other))).toBe(own.length);
        expect(sum(record.phases.map(({ sent }) => sent))).toBe(own.length);
        expect(sum(record.steps.map(({ refused }) => refused))).toBe(record.refused);
        expect(sum(record.phases.map(({ admitted }) => admitted))).toBe(record.admitted);
        expect(record.steps.length).toBeLessThanOrEqual(400);
        const times = record.steps.map(({ atMs }) => atMs);
        expect(times).toEqual([...new Set(times)].sort((left, right) => left - right));
        expect(times.every((at) => at >= 0 && at <= record.durationMs)).toBe(true);
      }),
    );
  });

  it('stays small for very many requests', () => {
    const timeline = timelineOf(
      Array.from({ length: 300_000 }, (_, index) => ({
        ...{ sentAtMs: index * 20, answeredAtMs: index * 20 + 9, phase: 'day' },
      })),
    );
    const record = planLimitRecord(timeline, 1, parts);
    expect(record).toMatchObject({ requests: 300_000, durationMs: 5_999_989, stepMs: 20_000 });
    expect(record.steps.length).toBe(300);
    expect(record.phases).toHaveLength(1);
  });

  it('is empty for a key without requests', () => {
    const record = planLimitRecord(timelineOf([{ key: 2 }]), 1, parts);
    expect(record).toMatchObject({ requests: 0, startedAtMs: 0, durationMs: 0, phases: [], steps: [] });
  });

  it('puts the announced Reset on the clock of the measurement', () => {
    const timeline = timelineOf([{ sentAtMs: 500, answeredAtMs: 510, reset: 62 }]);
    const record = planLimitRecord(timeline, 1, parts);
    expect(record.startedAtMs).toBe(500);
    expect(record.steps).toEqual([
      { atMs: 0, sent: 1, admitted: 1, refused: 0, other: 0, remaining: 59, resetAtMs: 62_000 - 1000 - 500 },
    ]);
    const without = planLimitRecord(timeline, 1, {
      ...parts,
      judgement: { ...parts.judgement, clock: null },
    });
    expect(without.steps[0]?.resetAtMs).toBeNull();
  });

  it('tells each promise of a 429 and what became of it', () => {
    const refusal = { status: 429, retryAfterForm: 'seconds', retryAfterMs: 5000 } as const;
    const record = planLimitRecord(
      timelineOf([
        { sentAtMs: 100, answeredAtMs: 120, ...refusal },
        { sentAtMs: 200, answeredAtMs: 220, ...refusal },
        { sentAtMs: 5300, answeredAtMs: 5310, phase: 'retry' },
        { sentAtMs: 6000, answeredAtMs: 6010, ...refusal },
        { sentAtMs: 12_000, answeredAtMs: 12_010, phase: 'retry', ...refusal },
        { sentAtMs: 18_000, answeredAtMs: 18_010, phase: 'retry', status: 0 },
      ]),
      1,
      parts,
    );
    expect(record.promises).toEqual([
      { refusedAtMs: 120, promisedAtMs: 5120, retriedAtMs: 5200, admitted: true },
      { refusedAtMs: 5910, promisedAtMs: 10_910, retriedAtMs: 11_900, admitted: false },
      { refusedAtMs: 11_910, promisedAtMs: 16_910, retriedAtMs: 17_900, admitted: null },
    ]);
  });
});
