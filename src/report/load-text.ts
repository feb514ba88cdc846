import {
  isMissed,
  type LatencySummary,
  type LoadDeviation,
  type LoadRecord,
  type ObjectiveResult,
} from '../verdict/load-record.ts';
import { withVerdict } from './by-verdict.ts';
import type { Report } from './report.ts';
import { counted, durationText, latencyText, listed, numberText, rateText, shareText } from './words.ts';

/** Percentiles have no exact doubles. */
const roundingSlack = 1e-6;

/** How it was made: `open loop`, `50 connections`, `30.0 s after 5.0 s warm-up`. */
export function loadFacts(load: LoadRecord): string[] {
  const { mode, connections, durationMs, warmupMs, rampMs, mix, engines = [], shards = [] } = load;
  const before = warmupMs > 0 ? ` after ${durationText(warmupMs)} warm-up` : '';
  return [
    `${mode === 'open' ? 'open' : 'closed'} loop${engines.length === 0 ? '' : ` by ${listed(engines, 'and')}`}`,
    ...(shards.length === 0 ? [] : [counted(shards.length, 'shard')]),
    counted(connections, 'connection'),
    durationMs > 0 ? `${durationText(durationMs)}${before}` : 'nothing measured',
    ...(rampMs > 0 ? [`${durationText(rampMs)} ramp-up`] : []),
    ...mixFacts(mix),
  ];
}

/** `1,000/s offered, 999.8/s achieved`. */
export function ratesText({ offeredRate, achievedRate }: LoadRecord): string {
  const achieved = `${rateText(achievedRate)} achieved`;
  return offeredRate === null ? achieved : `${rateText(offeredRate)} offered, ${achieved}`;
}

/** The results of the requests: `29,994 requests`, `29,990 responses`, `3 refused (429)`, `4 failed (reset 4)`. */
export function outcomeFacts({ requests, answered, byStatus, failures }: LoadRecord): string[] {
  const refused = byStatus['429']?.count ?? 0;
  const codes = Object.entries(failures);
  const failed = codes.reduce((sum, [, count]) => sum + count, 0);
  const named = codes.map(([code, count]) => `${code} ${numberText(count)}`).join(', ');
  return [
    counted(requests, 'request'),
    `${numberText(answered)} responses`,
    ...(refused === 0 ? [] : [`${numberText(refused)} refused (429)`]),
    failed === 0 ? 'none failed' : `${numberText(failed)} failed (${named})`,
  ];
}

/** `p50 2.1 ms`, `p99 8.4 ms`, `max 15.2 ms`: every percentile that says more than the maximum, from the lowest. */
export function latencyFacts({ latency }: LoadRecord): string[] {
  return latency.count === 0
    ? ['no response to measure']
    : [
        ...percentilesOf(latency).map(([percent, ms]) => `p${percent} ${latencyText(ms)}`),
        `max ${latencyText(latency.maxMs)}`,
      ];
}

/**
 * Percentiles in order, each by name and in ms. Omits invalid names, and percentiles without a response beyond them:
 * p99.9 of 200 responses is just the maximum.
 */
export function percentilesOf({ percentilesMs, count }: LatencySummary): [string, number][] {
  const beyond = (name: string): number => (count * (100 - Number(name))) / 100 + roundingSlack;
  return Object.entries(percentilesMs)
    .filter(([name]) => /^\d{1,3}(\.\d+)?$/.test(name) && Number(name) <= 100)
    .filter(([name]) => name === '50' || beyond(name) >= 1)
    .sort(([left], [right]) => Number(left) - Number(right));
}

export function generatorFacts({ generator, missedStarts, lateStarts, mode }: LoadRecord): string[] {
  if (generator === null) {
    return ['delays not measured', ...(mode === 'open' ? [`${counted(missedStarts, 'start')} missed`] : [])];
  }
  const { eventLoopDelayP99Ms, eventLoopDelayMaxMs, cpuShare } = generator;
  return [
    `event-loop delay p99 ${latencyText(eventLoopDelayP99Ms)}, longest ${latencyText(eventLoopDelayMaxMs)}`,
    `${shareText(cpuShare)} of one core`,
    ...(mode === 'open'
      ? [`${counted(missedStarts, 'start')} missed`, `${counted(lateStarts, 'start')} over 2 ms late`]
      : []),
  ];
}

/** `Sample: 1.02 % of the requests (1,234 of 121,000) were judged.`; empty if every response was judged. */
export function sampleSentence({ load }: Pick<Report, 'load'>): string {
  if (load?.sample === undefined) {
    return '';
  }
  const { judged, requests } = load.sample;
  const percent = numberText(requests === 0 ? 0 : (100 * judged) / requests, 2);
  return `Sample: ${percent} % of the requests (${numberText(judged)} of ${numberText(requests)}) were judged.`;
}

/** `errors/body-shape (no-code): 512 responses, first at 3.2 s and 1,000/s`. */
export function deviationText({ requirement, kind, count, firstSecond, rateThen }: LoadDeviation): string {
  return `${requirement} (${kind}): ${counted(count, 'response')}, first at ${numberText(firstSecond, 1)} s and ${rateText(rateThen)}`;
}

/** `✓ p99<250ms: 212 ms`. */
export function objectiveText(objective: ObjectiveResult): string {
  const { rule, value, met, undecided } = objective;
  return undecided === undefined ? `${met ? '✓' : '✗'} ${rule}: ${value}` : `? ${rule}: ${value}, undecided`;
}

/** The results of the objectives in a sentence; empty without objectives. */
export function objectivesSentence({ objectives }: LoadRecord): string {
  const missed = objectives.filter(isMissed);
  const open = objectives.filter(({ undecided }) => undecided !== undefined);
  if (objectives.length === 0) {
    return '';
  }
  if (missed.length + open.length === 0) {
    return objectives.length === 1
      ? 'The objective is met.'
      : `All ${numberText(objectives.length)} objectives are met.`;
  }
  const share = (some: readonly ObjectiveResult[], state: string) => {
    const named = some.map(({ rule, value }) => `${rule} (${value})`).join(', ');
    const verb = some.length === 1 ? 'is' : 'are';
    return `${numberText(some.length)} of ${counted(objectives.length, 'objective')} ${verb} ${state}: ${named}`;
  };
  return [
    ...(missed.length === 0 ? [] : [`${share(missed, 'missed')}.`]),
    ...(open.length === 0 ? [] : [`${share(open, 'undecided')}; ${open[0]?.undecided}.`]),
  ].join(' ');
}

function mixFacts(mix: LoadRecord['mix']): string[] {
  const parts = Object.entries(mix).filter(([, weight]) => weight > 0);
  const whole = parts.reduce((sum, [, weight]) => sum + weight, 0);
  return parts.map(([operation, weight]) => `${shareText(weight / whole)} ${operation}`);
}

/** Whether a report is that of a sustained load, even if the load did not start. */
export function isOfLoad({ run }: Report): boolean {
  return run.kind === 'load';
}

/** The requirements that a load leaves to `run`, in one line; empty if obvious. */
export function undecidedText(report: Report): string {
  const { requirements } = report;
  const undecided = withVerdict(report, 'skipped', 'inconclusive').length;
  return undecided === 0 || undecided === requirements.length
    ? ''
    : `${undecided} of ${requirements.length} requirements not tested by a load: use the command run.`;
}
