import type { LatencySummary, LoadRecord, LoadSecond } from '../../src/verdict/load-record.ts';

/** A latency whose tail is as long as it is given. */
export function latency(count: number, medianMs: number, tailMs: number): LatencySummary {
  return {
    count,
    meanMs: medianMs * 1.2,
    minMs: medianMs * 0.6,
    maxMs: tailMs * 1.1,
    percentilesMs: {
      '50': medianMs,
      '75': medianMs * 1.2,
      '90': medianMs * 1.6,
      '95': medianMs * 2,
      '99': tailMs * 0.4,
      '99.9': tailMs * 0.9,
      '99.99': tailMs,
    },
  };
}

const stalledSecond = 14;

/** Seconds of an open loop at 1,000 a second: one with a stall of a second, answers that come late after it. */
function second(at: number): LoadSecond {
  const wave = Math.sin(at * 1.7);
  const stalled = at === stalledSecond;
  const late = at === stalledSecond + 1;
  return {
    second: at,
    started: at < -3 ? 250 * (at + 6) : 1_000,
    answered: stalled ? 240 : late ? 1_755 : at < -3 ? 250 * (at + 6) : 1_000 - (at % 7 === 3 ? 4 : 0),
    failed: at % 7 === 3 ? 4 : 0,
    refused: at > 22 && at < 26 ? 120 : 0,
    p50Ms: stalled ? 2.4 : late ? 480 : 2.1 + wave * 0.3,
    p99Ms: stalled ? 990 : late ? 985 : 8.2 + wave * 2,
    maxMs: stalled ? 1_012 : late ? 1_004 : 14 + wave * 5,
  };
}

/** A load of 30 seconds, in which the service was blocked for one. */
export const stalledLoad: LoadRecord = {
  mode: 'open',
  connections: 64,
  offeredRate: 1_000,
  achievedRate: 998.9,
  durationMs: 30_000,
  warmupMs: 5_000,
  rampMs: 3_000,
  mix: { listPets: 70, getPet: 20, createPet: 10 },
  requests: 30_000,
  answered: 29_984,
  failures: { reset: 12, timeout: 4 },
  missedStarts: 0,
  lateStarts: 41,
  traffic: [],
  latency: latency(29_984, 2.2, 1_008),
  byOperation: {
    listPets: latency(20_990, 2.1, 1_004),
    getPet: latency(5_996, 1.4, 992),
    createPet: latency(2_998, 4.8, 1_012),
  },
  byStatus: {
    '200': latency(26_626, 2.1, 1_004),
    '201': latency(2_998, 4.8, 1_012),
    '429': latency(360, 0.42, 3.1),
  },
  histogram: 'HISTFAAAAB542pNpmSzMwMDAxAABzFCaEUoz2X+AMIKZAEARAtM=',
  series: Array.from({ length: 35 }, (_, index) => second(index - 5)),
  generator: { eventLoopDelayP99Ms: 1.8, eventLoopDelayMaxMs: 11.2, cpuShare: 0.34 },
  invalid: null,
  objectives: [
    { rule: 'p50<10ms', value: '2.2 ms', met: true },
    { rule: 'p99<250ms', value: '403 ms', met: false },
    { rule: 'errors<0.1%', value: '0.05 %', met: true },
  ],
};

const heldBack = "the generator's event loop was blocked for 960 ms";

/** The same, but the generator itself was blocked. */
export const invalidLoad: LoadRecord = {
  ...stalledLoad,
  missedStarts: 812,
  lateStarts: 4_120,
  generator: { eventLoopDelayP99Ms: 210, eventLoopDelayMaxMs: 960, cpuShare: 1.02 },
  invalid: heldBack,
  objectives: stalledLoad.objectives.map((one) => (one.met ? one : { ...one, undecided: heldBack })),
};
