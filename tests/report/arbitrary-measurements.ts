import fc from 'fast-check';
import type { LatencySummary, LoadRecord } from '../../src/verdict/load-record.ts';
import type { PlanLimitRecord } from '../../src/verdict/plan-limit-record.ts';
import { hostileText } from './hostile-text.ts';

/** What makes numbers: those that a record may hold, or also those that it never should. */
interface Numbers {
  readonly count: fc.Arbitrary<number>;
  readonly positive: fc.Arbitrary<number>;
  readonly any: fc.Arbitrary<number>;
  readonly second: fc.Arbitrary<number>;
}

const sound: Numbers = {
  count: fc.oneof(fc.nat({ max: 300 }), fc.maxSafeNat()),
  positive: fc.oneof(
    fc.double({ min: 1e-3, max: 100_000, noNaN: true }),
    fc.double({ min: 1e-300, max: 1e300, noNaN: true }),
  ),
  any: fc.oneof(
    fc.double({ min: -1_000, max: 200_000, noNaN: true }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  ),
  second: fc.integer({ min: -20, max: 100_000 }),
};

const odd = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, -0, 1, -1, Number.NaN, Infinity, -Infinity, 5e-324, 1e308) },
  { weight: 3, arbitrary: fc.double() },
  { weight: 2, arbitrary: fc.nat({ max: 100_000 }) },
);
const unsound: Numbers = { count: odd, positive: odd, any: odd, second: odd };

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

function planLimit({ count, positive, any }: Numbers): fc.Arbitrary<PlanLimitRecord> {
  const atLeast0 = fc.oneof(positive, fc.constant(0));
  return fc.record({
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
}

function latency({ count, positive }: Numbers): fc.Arbitrary<LatencySummary> {
  return fc.record({
    count,
    meanMs: positive,
    minMs: positive,
    maxMs: positive,
    percentilesMs: fc.dictionary(
      fc.constantFrom('0', '50', '90', '99', '99.9', '99.99', '99.99999999999999', '100', '999'),
      positive,
    ),
  });
}

function load(numbers: Numbers): fc.Arbitrary<LoadRecord> {
  const { count, positive, second } = numbers;
  const latencies = latency(numbers);
  return fc
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
          latency: latencies,
          byOperation: fc.dictionary(name, latencies, { maxKeys: 3 }),
          byStatus: fc.dictionary(fc.constantFrom('200', '429'), latencies),
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
}

/** Any measurement of plan limits that report.json may hold, its texts hostile. */
export const arbitraryPlanLimit: fc.Arbitrary<PlanLimitRecord> = planLimit(sound);
/** The same with numbers that none should hold: what is no number, none at all, or beyond all bounds. */
export const unsoundPlanLimit: fc.Arbitrary<PlanLimitRecord> = planLimit(unsound);
/** Any load that report.json may hold, its texts hostile. */
export const arbitraryLoad: fc.Arbitrary<LoadRecord> = load(sound);
/** The same with numbers that none should hold. */
export const unsoundLoad: fc.Arbitrary<LoadRecord> = load(unsound);
