import type {
  MeasuredPhase,
  MeasuredPlace,
  PlanLimitRecord,
  QuotaStep,
  RetryPromise,
} from '../../verdict/plan-limit-record.ts';
import { entriesOf, extentOf } from '../judge/entries.ts';
import { inOrder } from '../judge/times.ts';
import type { QuotaJudgement } from '../judgement.ts';
import type { PlanUnderTest } from '../quota-wire.ts';
import { isServed, type Timeline, type TimelineEntry } from '../timeline.ts';

/** The facts of a record that the timeline does not have. */
export interface RecordParts {
  readonly plan: PlanUnderTest;
  readonly judgement: Pick<QuotaJudgement, 'clock' | 'overlapAtLimit' | 'explainedBy'>;
  readonly engines: readonly string[];
  readonly connections: number;
  /** The number of places that got parts of the bursts, the base URL included (1). */
  readonly places?: number;
}

const mostSteps = 400;
const mostPromises = 50;

/** The data for the picture of one key, bounded for any length of the timeline. Times are ms of the timeline. */
export function planLimitRecord(timeline: Timeline, key: number, parts: RecordParts): PlanLimitRecord {
  const { plan, judgement, places = 1 } = parts;
  const entries = entriesOf(timeline, [key]);
  const { fromMs: startedAtMs, toMs } = extentOf(entries);
  const durationMs = Math.max(0, toMs - startedAtMs);
  const stepMs = stepOf(durationMs);
  return {
    plan: plan.plan,
    key: key === 0 ? 'api-key' : `quota-key-${key}`,
    perMinute: plan.perMinute,
    perDay: plan.perDay,
    minuteMs: plan.minuteMs,
    startedAtMs,
    durationMs,
    requests: entries.length,
    ...tally(entries),
    engines: parts.engines,
    connections: parts.connections,
    overlapAtLimit: judgement.overlapAtLimit,
    explainedBy: judgement.explainedBy,
    phases: phasesOf(entries, startedAtMs),
    stepMs,
    steps: stepsOf(entries, { startedAtMs, stepMs, clock: judgement.clock }),
    promises: promisesOf(entries, startedAtMs),
    ...(places === 1 ? {} : { places: placesOf(entries, places) }),
  };
}

function placesOf(entries: Timeline, places: number): MeasuredPlace[] {
  return Array.from({ length: places }, (_, place) => {
    const own = entries.filter((entry) => entry.place === place);
    return { place, sent: own.length, ...tally(own) };
  });
}

function tally(entries: Timeline): { admitted: number; refused: number } {
  return {
    admitted: entries.filter(isServed).length,
    refused: entries.filter(({ status }) => status === 429).length,
  };
}

/** 1, 2 or 5 times a power of ten, 100 ms at least. */
function stepOf(durationMs: number): number {
  const wanted = durationMs / (mostSteps - 1);
  for (let power = 100; ; power *= 10) {
    const fitting = [power, 2 * power, 5 * power].find((step) => step >= wanted);
    if (fitting !== undefined) {
      return fitting;
    }
  }
}

/** Requests in a row that were sent for the same reason. */
function phasesOf(entries: Timeline, startedAtMs: number): MeasuredPhase[] {
  const phases: MeasuredPhase[] = [];
  let from = 0;
  for (let position = 1; position <= entries.length; position += 1) {
    const name = (entries[from] as TimelineEntry).phase;
    const next = entries[position];
    if (next === undefined || next.phase !== name) {
      const run = entries.slice(from, position);
      const { fromMs, toMs } = extentOf(run);
      phases.push({
        name,
        fromMs: fromMs - startedAtMs,
        toMs: toMs - startedAtMs,
        sent: run.length,
        ...tally(run),
      });
      from = position;
    }
  }
  return phases;
}

type WritableStep = { -readonly [Member in keyof QuotaStep]: QuotaStep[Member] };

/**
 * A request counts at the time of sending, its response and its announced values at the time of receipt. The last
 * announcement of a step counts; of two simultaneous responses, the one to the later request.
 */
function stepsOf(
  entries: Timeline,
  { startedAtMs, stepMs, clock }: { startedAtMs: number; stepMs: number; clock: QuotaJudgement['clock'] },
): QuotaStep[] {
  const steps = new Map<number, WritableStep>();
  const stepAt = (ms: number) => {
    const number = Math.max(0, Math.floor((ms - startedAtMs) / stepMs));
    const counts = { sent: 0, admitted: 0, refused: 0, other: 0 };
    const step = steps.get(number) ?? { atMs: number * stepMs, ...counts, remaining: null, resetAtMs: null };
    steps.set(number, step);
    return step;
  };
  const offsetMs = clock === null ? Number.NaN : (clock.leastMs + clock.mostMs) / 2 + startedAtMs;
  for (const entry of entries) {
    stepAt(entry.sentAtMs).sent += 1;
  }
  for (const entry of inOrder(entries, ({ answeredAtMs }) => answeredAtMs)) {
    const step = stepAt(entry.answeredAtMs);
    step[isServed(entry) ? 'admitted' : entry.status === 429 ? 'refused' : 'other'] += 1;
    step.remaining = Number.isNaN(entry.remaining) ? step.remaining : entry.remaining;
    const resetAtMs = entry.reset * 1000 - offsetMs;
    step.resetAtMs = Number.isNaN(resetAtMs) ? step.resetAtMs : resetAtMs;
  }
  return inOrder([...steps.values()], ({ atMs }) => atMs);
}

/** Each 429 whose time was waited for, or that nothing followed. */
function promisesOf(entries: Timeline, startedAtMs: number): RetryPromise[] {
  const promises: RetryPromise[] = [];
  let refusal: TimelineEntry | null = null;
  for (const entry of entries) {
    if (refusal !== null && entry.phase === 'retry') {
      promises.push(promiseOf(refusal, entry, startedAtMs));
    }
    refusal = entry.status === 429 ? entry : refusal;
  }
  return promises.filter(({ promisedAtMs }) => !Number.isNaN(promisedAtMs)).slice(0, mostPromises);
}

function promiseOf(refusal: TimelineEntry, asked: TimelineEntry, startedAtMs: number): RetryPromise {
  const refusedAtMs = refusal.answeredAtMs - startedAtMs;
  return {
    refusedAtMs,
    promisedAtMs: refusedAtMs + refusal.retryAfterMs,
    retriedAtMs: asked.sentAtMs - startedAtMs,
    admitted: isServed(asked) ? true : asked.status === 429 ? false : null,
  };
}
