import { operations } from '../exchange/exchange.ts';
import { type OperationTraffic, sumOfTraffic } from '../exchange/operation-traffic.ts';
import type { LoadRecord } from '../verdict/load-record.ts';
import type { GeneratorState } from './generator-health.ts';
import { summaryOf } from './latency-histograms.ts';
import { type OutcomeCounts, outcomeSum, punctualMs } from './load-figures.ts';
import type { LoadPlan } from './load-plan.ts';
import type { MergedLoad } from './merged-load.ts';
import { type GeneratorDoubt, judgeObjective } from './objective.ts';

/** Further data for the record of a load. */
interface LoadContext {
  readonly plan: LoadPlan;
  /** Why a shard of it was held back by its own generator, or `null`. */
  readonly heldBack?: string | null;
  /** Sent requests, including those of the preparation. */
  readonly sent: number;
  /** Animals that the preparation created. */
  readonly createdBefore: number;
}

/** Makes the record of a load from its results. */
export function loadRecordOf(made: MergedLoad, context: LoadContext): LoadRecord {
  const { plan } = context;
  const { counts, histograms, measuredMs, heldBackTo, deviations } = made;
  const all = outcomeSum(Object.values(counts.outcomes));
  const { requests, answered } = all;
  const mode = plan.rate === null ? 'closed' : 'open';
  const offeredRate = plan.rate ?? heldBackTo;
  const tooSlow = mode === 'open' && isServiceTooSlow({ connections: plan.connections, offeredRate });
  const conduct: LoadConduct = {
    mode,
    offeredRate,
    connections: plan.connections,
    intendedStarts: requests + counts.missedStarts,
    lateStarts: counts.lateStarts,
    missedStarts: counts.missedStarts,
    lackingStarts: counts.missedStarts - (tooSlow ? all.missed : 0),
    latestStartMs: counts.latestStartMs,
    generator: made.generator,
  };
  const invalid = context.heldBack ?? invalidity(conduct);
  const doubt = invalid === null ? null : generatorDoubt(invalid, conduct);
  const notes = [
    ...made.notes,
    ...countNotes(tooSlow ? all.missed : 0, counts.sentAgain),
    ...lateNotes(conduct),
  ];
  return {
    mode,
    connections: plan.connections,
    offeredRate: plan.rate,
    achievedRate: measuredMs === 0 ? 0 : Math.round((answered * 1e6) / measuredMs) / 1000,
    durationMs: Math.round(measuredMs),
    warmupMs: plan.warmupMs,
    rampMs: plan.rampMs,
    mix: plan.mix,
    requests,
    sent: context.sent,
    answered,
    failures: counts.failures,
    missedStarts: counts.missedStarts,
    lateStarts: counts.lateStarts,
    latency: summaryOf(histograms.all),
    byOperation: histograms.byOperation,
    byStatus: histograms.byStatus,
    traffic: trafficOf(made),
    histogram: histograms.encoded(),
    series: made.series,
    generator: made.generator?.record ?? null,
    invalid,
    objectives: plan.objectives.map((objective) => {
      const { operation } = objective;
      const figures = {
        counts: countsFor(operation === null ? all : counts.outcomes[operation], tooSlow),
        histogram: operation === null ? histograms.all : histograms.of(operation),
        durationMs: measuredMs,
      };
      return judgeObjective(objective, figures, doubt);
    }),
    engines: made.engines,
    ...(notes.length === 0 ? {} : { notes }),
    ...(deviations.length === 0 ? {} : { deviations }),
    created: context.createdBefore + counts.created,
  };
}

function trafficOf({ counts, histograms }: MergedLoad): OperationTraffic[] {
  const unanswered = operations.map((operation) => {
    return { operation, status: null, durationMs: null, count: counts.outcomes[operation].failed };
  });
  return sumOfTraffic([...histograms.traffic(), ...unanswered]);
}

/** Notes on single late starts: the load is valid, but its slowest request may be one of them. */
function lateNotes(conduct: LoadConduct): readonly string[] {
  const { lateStarts, intendedStarts } = conduct;
  const latest = Math.round(conduct.latestStartMs * 10) / 10;
  return isLateByChance(conduct)
    ? [
        `Starts that were more than 2 ms late: ${lateStarts} of ${intendedStarts}, by ${latest} ms at most. Their latency, and so the highest percentiles, is too high by that.`,
      ]
    : [];
}

/** Missed starts count against the service only if it caused them, not if the connections were too few. */
function countsFor(counts: OutcomeCounts, serviceTooSlow: boolean): OutcomeCounts {
  return serviceTooSlow ? counts : { ...counts, missed: 0 };
}

/** @param missed starts that the service made impossible */
function countNotes(missed: number, sentAgain: number): readonly string[] {
  return [
    ...(missed > 0
      ? [
          `Starts that could not be made, since the service kept every connection waiting for more than a second: ${missed}. In objectives they count as failed, and as slower than any bound.`,
        ]
      : []),
    ...(sentAgain > 0
      ? [
          `Requests that were sent again because the service closed their kept connection: ${sentAgain}. Their latency includes the first attempt.`,
        ]
      : []),
  ];
}

/** The inputs for deciding whether the latencies and rates of a load describe the service. */
export interface LoadConduct {
  readonly mode: 'closed' | 'open';
  /** The offered rate in requests per second, or `null` in an unlimited closed loop. */
  readonly offeredRate: number | null;
  /** The scheduled starts in the measured time, and the late and missed ones among them. */
  readonly intendedStarts: number;
  readonly lateStarts: number;
  readonly connections: number;
  readonly missedStarts: number;
  /** The missed ones that the service did not cause. */
  readonly lackingStarts: number;
  /** How late the latest start was, in ms. */
  readonly latestStartMs: number;
  readonly generator: GeneratorState | null;
}

/** The share of starts that may be late or missed in an open loop. */
const mostUnpunctual = 0.01;
/** The share of starts without which no objective is decided. */
const mostLacking = 0.02;
/** The share of responses that the event loop may have delayed by more than its 99th percentile. */
const beyondP99 = 0.01;
/** The number of late starts that are accepted in a short load. */
const mostByChance = 3;
/** The busy share of the event loop beyond which a closed loop measures the generator instead of the service. */
const busiest = 0.98;
/**
 * A service that responds within this many seconds needs at most as many connections as requests start in that time.
 */
const patienceSeconds = 1;
/** A stall of the generator of this length, in ms, is reported even without late starts. */
const longestDelayMs = 250;
/** Share of one core below which a generator was not busy. */
const halfACore = 0.5;

/** How much of the results may be the generator's own: what its late starts and its event loop added at most. */
function generatorDoubt(reason: string, conduct: LoadConduct): GeneratorDoubt {
  const { mode, intendedStarts, lateStarts, lackingStarts, latestStartMs, generator } = conduct;
  const lacksStarts = mode === 'open' && lackingStarts > mostLacking * intendedStarts;
  return { reason, lacksStarts, isSlowed: mode === 'closed', delay: delayOf() };

  function delayOf(): GeneratorDoubt['delay'] {
    if (mode === 'closed') {
      return { mostMs: Number.POSITIVE_INFINITY, usualMs: Number.POSITIVE_INFINITY, share: 1 };
    }
    if (generator === null) {
      // Another program, whose latencies count from the actual start.
      return { mostMs: 0, usualMs: 0, share: 0 };
    }
    const { eventLoopDelayP99Ms, eventLoopDelayMaxMs } = generator.record;
    return {
      mostMs: latestStartMs + eventLoopDelayMaxMs,
      usualMs: punctualMs + eventLoopDelayP99Ms,
      share: lateStarts / Math.max(1, intendedStarts) + beyondP99,
    };
  }
}

/**
 * Why latencies and rates of a load describe the generator as well as the service, or `null`. What the responses show
 * does not depend on it.
 *
 * - Open loop: more than 1 % of the starts (with few starts, more than three) were over 2 ms late, or were missed
 *   because the connections were too few for a service that responds within a second. CPU use decides nothing here: the
 *   generator spins to be punctual.
 * - Unlimited closed loop: its event loop was busy for more than 98 % of the time, so responses waited in the generator.
 * - Both: the 99th percentile of its event-loop delay is more than 250 ms.
 */
export function invalidity(conduct: LoadConduct): string | null {
  const { mode, intendedStarts, lateStarts, missedStarts, generator } = conduct;
  if (mode === 'open' && lateStarts > toleratedStarts(intendedStarts)) {
    return `${share(lateStarts, intendedStarts)} of the starts were more than 2 ms late: ${whyLate(generator)}`;
  }
  if (generator !== null && generator.record.eventLoopDelayP99Ms > longestDelayMs) {
    return `the generator itself was blocked (event-loop delay p99 ${Math.round(generator.record.eventLoopDelayP99Ms)} ms): run it on a dedicated core`;
  }
  if (mode === 'open' && missedStarts > toleratedStarts(intendedStarts) && !isServiceTooSlow(conduct)) {
    return `${share(missedStarts, intendedStarts)} of the starts could not be made, because all connections were busy: raise --connections, or lower --rate`;
  }
  if (
    mode === 'closed' &&
    conduct.offeredRate === null &&
    generator !== null &&
    generator.busyShare > busiest
  ) {
    return `the generator was busy for ${share(generator.busyShare, 1)} of the time, so the load measured the generator and not the service: use fewer --connections, a fixed --rate, or a faster machine`;
  }
  return null;
}

/**
 * Whether the service caused a missed start: there were connections for the starts of a second, so responses took
 * longer.
 */
function isServiceTooSlow({
  connections,
  offeredRate,
}: Pick<LoadConduct, 'connections' | 'offeredRate'>): boolean {
  return offeredRate !== null && connections >= offeredRate * patienceSeconds;
}

/** The number of late or missed starts that does not show a bottleneck of the generator. */
function toleratedStarts(intendedStarts: number): number {
  return Math.max(mostUnpunctual * intendedStarts, mostByChance);
}

/** Whether a load is valid although more than 1 % of its starts were late, because there are few. */
export function isLateByChance({ intendedStarts, lateStarts }: LoadConduct): boolean {
  return lateStarts > mostUnpunctual * intendedStarts && lateStarts <= toleratedStarts(intendedStarts);
}

/** The likely cause of late starts: a generator that hardly used its core was not too slow, but waited for the core. */
function whyLate(generator: GeneratorState | null): string {
  const cpuShare = generator?.record.cpuShare ?? 1;
  return cpuShare < halfACore
    ? `other work on this machine delayed the generator, which used only ${share(cpuShare, 1)} of a core; run it on a dedicated core`
    : 'the generator was too slow; lower --rate, or run it on a dedicated core';
}

/** At most 100 %: withdrawn requests are not in the whole, but may have been late. */
function share(part: number, whole: number): string {
  return `${Math.round(Math.min(1, part / Math.max(whole, 1e-9)) * 1000) / 10} %`;
}
