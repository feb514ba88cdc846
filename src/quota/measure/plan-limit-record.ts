import type {
  MeasuredPhase,
  MeasuredPlace,
  PlanLimitRecord,
  QuotaStep,
  RetryPromise,
} from '../../verdict/plan-limit-record.ts';
import { entriesOf, extentOf } from '../judge/selected-entries.ts';
import type { QuotaJudgement } from '../judgement.ts';
import type { PlanUnderTest } from '../quota-wire.ts';
import type { Timeline } from '../timeline.ts';

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
  const indices = entriesOf(timeline, [key]);
  const { fromMs: startedAtMs, toMs } = extentOf(timeline, indices);
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
    requests: indices.length,
    ...tally(timeline, indices),
    engines: parts.engines,
    connections: parts.connections,
    overlapAtLimit: judgement.overlapAtLimit,
    explainedBy: judgement.explainedBy,
    phases: phasesOf(timeline, indices, startedAtMs),
    stepMs,
    steps: stepsOf(timeline, indices, { startedAtMs, stepMs, clock: judgement.clock }),
    promises: promisesOf(timeline, indices, startedAtMs),
    ...(places === 1 ? {} : { places: placesOf(timeline, indices, places) }),
  };
}

function placesOf(timeline: Timeline, indices: readonly number[], places: number): MeasuredPlace[] {
  return Array.from({ length: places }, (_, place) => {
    const own = indices.filter((index) => timeline.place(index) === place);
    return { place, sent: own.length, ...tally(timeline, own) };
  });
}

function tally(timeline: Timeline, indices: readonly number[]): { admitted: number; refused: number } {
  let admitted = 0;
  let refused = 0;
  for (const index of indices) {
    admitted += timeline.served(index) ? 1 : 0;
    refused += timeline.status(index) === 429 ? 1 : 0;
  }
  return { admitted, refused };
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
function phasesOf(timeline: Timeline, indices: readonly number[], startedAtMs: number): MeasuredPhase[] {
  const phases: MeasuredPhase[] = [];
  let from = 0;
  for (let position = 1; position <= indices.length; position += 1) {
    const name = timeline.phase(indices[from] as number);
    const next = indices[position];
    if (next === undefined || timeline.phase(next) !== name) {
      const run = indices.slice(from, position);
      const { fromMs, toMs } = extentOf(timeline, run);
      phases.push({
        name,
        fromMs: fromMs - startedAtMs,
        toMs: toMs - startedAtMs,
        sent: run.length,
        ...tally(timeline, run),
      });
      from = position;
    }
  }
  return phases;
}

type Writable<Of> = { -readonly [Member in keyof Of]: Of[Member] };

/** A step while it is counted, and the times of the responses with its announced values. */
interface CountedStep extends Writable<QuotaStep> {
  remainingMs: number;
  resetMs: number;
}

/** A request counts at the time of sending, its response and its announced values at the time of receipt. */
function stepsOf(
  timeline: Timeline,
  indices: readonly number[],
  { startedAtMs, stepMs, clock }: { startedAtMs: number; stepMs: number; clock: QuotaJudgement['clock'] },
): QuotaStep[] {
  const steps = new Map<number, CountedStep>();
  const stepAt = (ms: number) => {
    const number = Math.max(0, Math.floor((ms - startedAtMs) / stepMs));
    const step = steps.get(number) ?? emptyStep(number * stepMs);
    steps.set(number, step);
    return step;
  };
  const offsetMs = clock === null ? Number.NaN : (clock.leastMs + clock.mostMs) / 2 + startedAtMs;
  for (const index of indices) {
    stepAt(timeline.sentAtMs(index)).sent += 1;
    countAnswer(stepAt(timeline.answeredAtMs(index)), timeline, index, offsetMs);
  }
  return [...steps.values()]
    .sort((left, right) => left.atMs - right.atMs)
    .map(({ remainingMs: _, resetMs: __, ...step }) => step);
}

/** The last announcement of a step counts; of two simultaneous responses, the one to the later request. */
function countAnswer(step: CountedStep, timeline: Timeline, index: number, offsetMs: number): void {
  const isAdmitted = timeline.served(index);
  const isRefused = timeline.status(index) === 429;
  step.admitted += isAdmitted ? 1 : 0;
  step.refused += isRefused ? 1 : 0;
  step.other += isAdmitted || isRefused ? 0 : 1;
  const answeredMs = timeline.answeredAtMs(index);
  const remaining = timeline.remaining(index);
  const resetAtMs = timeline.reset(index) * 1000 - offsetMs;
  if (!Number.isNaN(remaining) && answeredMs >= step.remainingMs) {
    step.remaining = remaining;
    step.remainingMs = answeredMs;
  }
  if (!Number.isNaN(resetAtMs) && answeredMs >= step.resetMs) {
    step.resetAtMs = resetAtMs;
    step.resetMs = answeredMs;
  }
}

function emptyStep(atMs: number): CountedStep {
  const figures = { sent: 0, admitted: 0, refused: 0, other: 0, remaining: null, resetAtMs: null };
  return { atMs, ...figures, remainingMs: Number.NEGATIVE_INFINITY, resetMs: Number.NEGATIVE_INFINITY };
}

/** Each 429 whose time was waited for, or that nothing followed. */
function promisesOf(timeline: Timeline, indices: readonly number[], startedAtMs: number): RetryPromise[] {
  const promises: RetryPromise[] = [];
  let refusal: number | null = null;
  for (const index of indices) {
    if (refusal !== null && timeline.phase(index) === 'retry') {
      promises.push(promiseOf(timeline, refusal, index, startedAtMs));
    }
    refusal = timeline.status(index) === 429 ? index : refusal;
  }
  return promises.filter(({ promisedAtMs }) => !Number.isNaN(promisedAtMs)).slice(0, mostPromises);
}

function promiseOf(timeline: Timeline, refusal: number, asked: number, startedAtMs: number): RetryPromise {
  const refusedAtMs = timeline.answeredAtMs(refusal) - startedAtMs;
  return {
    refusedAtMs,
    promisedAtMs: refusedAtMs + timeline.retryAfterMs(refusal),
    retriedAtMs: timeline.sentAtMs(asked) - startedAtMs,
    admitted: timeline.served(asked) ? true : timeline.status(asked) === 429 ? false : null,
  };
}
