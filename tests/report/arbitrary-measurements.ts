import fc from 'fast-check';
import type { LatencySummary, LoadRecord } from '../../src/verdict/load-record.ts';
import type { PlanLimitRecord } from '../../src/verdict/plan-limit-record.ts';
import { hostileText } from './hostile-text.ts';

const count = fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 1e15 }));
const positive = fc.oneof(
  fc.double({ min: 1e-3, max: 100_000, noNaN: true }),
  fc.double({ min: 1e-300, max: 1e15, noNaN: true }),
);
const any = fc.oneof(
  fc.double({ min: -1_000, max: 200_000, noNaN: true }),
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
);
const second = fc.integer({ min: -20, max: 100_000 });

const name = hostileText.map((text) => `n${text}`.slice(0, 300));
const limiter = fc.oneof(
  fc.constantFrom(
    'fixed window aligned to the clock',
    'fixed window from the first request',
    'sliding log',
    'sliding counter',
    'token bucket',
  ),
  name,
);

const atLeast0 = fc.oneof(positive, fc.constant(0));

/** Any measurement of plan limits that report.json may hold, its texts hostile. */
export const arbitraryPlanLimit: fc.Arbitrary<PlanLimitRecord> = fc.record({
  plan: name,
  key: name,
  perMinute: count,
  perDay: count,
  minuteMs: positive,
  startedAtMs: atLeast0,
  durationMs: atLeast0,
  requests: count,
  admitted: count,
  refused: count,
  engines: fc.array(name, { maxLength: 2 }),
  connections: count,
  overlapAtLimit: count,
  explainedBy: fc.array(limiter, { maxLength: 3 }),
  phases: fc.array(
    fc.record({
      name: fc.oneof(fc.constant('burst'), name),
      fromMs: atLeast0,
      toMs: atLeast0,
      sent: count,
      admitted: count,
      refused: count,
    }),
    { maxLength: 20 },
  ),
  stepMs: positive,
  steps: fc.array(
    fc.record({
      atMs: atLeast0,
      sent: count,
      admitted: count,
      refused: count,
      other: count,
      remaining: fc.option(any),
      resetAtMs: fc.option(any),
    }),
    { maxLength: 30 },
  ),
  promises: fc.array(
    fc.record({
      refusedAtMs: atLeast0,
      promisedAtMs: any,
      retriedAtMs: fc.option(atLeast0),
      admitted: fc.option(fc.boolean()),
    }),
    { maxLength: 10 },
  ),
});

const latency: fc.Arbitrary<LatencySummary> = fc.record({
  count,
  meanMs: positive,
  minMs: positive,
  maxMs: positive,
  percentilesMs: fc.dictionary(
    fc.constantFrom('0', '50', '90', '99', '99.9', '99.99', '99.99999999999999', '100', '999'),
    positive,
  ),
});

/** Any load that report.json may hold, its texts hostile. */
export const arbitraryLoad: fc.Arbitrary<LoadRecord> = fc
  .record({
    mode: fc.constantFrom('open' as const, 'closed' as const),
    connections: count,
    offeredRate: fc.option(positive),
    achievedRate: positive,
    durationMs: positive,
    warmupMs: positive,
    rampMs: positive,
    mix: fc.dictionary(name, positive, { maxKeys: 3 }),
    requests: count,
    answered: count,
    failures: fc.dictionary(name, count, { maxKeys: 3 }),
    missedStarts: count,
    lateStarts: count,
    traffic: fc.constant([]),
  })
  .chain((facts) =>
    fc
      .record({
        latency,
        byOperation: fc.dictionary(name, latency, { maxKeys: 3 }),
        byStatus: fc.dictionary(fc.constantFrom('200', '429'), latency),
        histogram: fc.constant(''),
        series: fc.array(
          fc.record({
            second,
            started: count,
            answered: count,
            failed: count,
            refused: count,
            p50Ms: fc.option(positive),
            p99Ms: fc.option(positive),
            maxMs: fc.option(positive),
          }),
          { maxLength: 30 },
        ),
        generator: fc.record({
          eventLoopDelayP99Ms: positive,
          eventLoopDelayMaxMs: positive,
          cpuShare: positive,
        }),
        invalid: fc.option(name),
        objectives: fc.array(fc.record({ rule: name, value: hostileText, met: fc.boolean() }), {
          maxLength: 3,
        }),
        engines: fc.array(name, { maxLength: 2 }),
        notes: fc.array(name, { maxLength: 2 }),
        deviations: fc.array(
          fc.record({
            requirement: fc.oneof(fc.constant('list/safe'), name),
            kind: name,
            count: count.map((value) => value + 1),
            firstSecond: second,
            rateThen: positive,
          }),
          { maxLength: 2 },
        ),
        created: count,
      })
      .map((rest) => ({ ...facts, ...rest })),
  );
