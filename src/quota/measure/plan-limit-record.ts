import type {
  MeasuredPhase,
  PlanLimitRecord,
  QuotaStep,
  RetryPromise,
} from '../../verdict/plan-limit-record.ts';
import type { QuotaJudgement } from '../judgement.ts';
import type { PlanUnderTest } from '../plan-under-test.ts';
import type { Phase, Timeline } from '../timeline.ts';

/** What a record tells besides what the timeline does. */
export interface RecordParts {
  readonly plan: PlanUnderTest;
  readonly judgement: Pick<QuotaJudgement, 'clock' | 'overlapAtLimit' | 'explainedBy'>;
  readonly engines: readonly string[];
  readonly connections: number;
}

const mostSteps = 400;
const mostPromises = 50;

/** What is drawn of one key: bounded, however long its timeline. Times are ms of the timeline. */
export function planLimitRecord(timeline: Timeline, key: number, parts: RecordParts): PlanLimitRecord {
  const { plan, judgement } = parts;
  const indices = indicesOf(timeline, key);
  const startedAtMs = least(indices.map(timeline.sentAtMs));
  const durationMs = Math.max(0, most(indices.map(timeline.answeredAtMs)) - startedAtMs);
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
  };
}

function indicesOf(timeline: Timeline, key: number): number[] {
  const indices: number[] = [];
  for (let index = 0; index < timeline.length; index += 1) {
    if (timeline.key(index) === key) {
      indices.push(index);
    }
  }
  return indices.sort((left, right) => timeline.sentAtMs(left) - timeline.sentAtMs(right));
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

interface Run {
  readonly name: Phase;
  readonly indices: number[];
}

/** Requests in a row that were sent for the same reason. */
function phasesOf(timeline: Timeline, indices: readonly number[], startedAtMs: number): MeasuredPhase[] {
  const runs: Run[] = [];
  for (const index of indices) {
    const name = timeline.phase(index);
    const last = runs.at(-1);
    if (last?.name === name) {
      last.indices.push(index);
    } else {
      runs.push({ name, indices: [index] });
    }
  }
  return runs.map((run) => ({
    name: run.name,
    fromMs: least(run.indices.map(timeline.sentAtMs)) - startedAtMs,
    toMs: most(run.indices.map(timeline.answeredAtMs)) - startedAtMs,
    sent: run.indices.length,
    ...tally(timeline, run.indices),
  }));
}

interface StepParts {
  readonly startedAtMs: number;
  readonly stepMs: number;
  readonly clock: QuotaJudgement['clock'];
}

type Writable<Of> = { -readonly [Member in keyof Of]: Of[Member] };

/** A request counts where it was sent, its answer and what this announced where it came. */
function stepsOf(
  timeline: Timeline,
  indices: readonly number[],
  { startedAtMs, stepMs, clock }: StepParts,
): QuotaStep[] {
  const steps = new Map<number, Writable<QuotaStep>>();
  const stepAt = (ms: number) => {
    const number = Math.max(0, Math.floor((ms - startedAtMs) / stepMs));
    const step = steps.get(number) ?? emptyStep(number * stepMs);
    steps.set(number, step);
    return step;
  };
  for (const index of indices) {
    stepAt(timeline.sentAtMs(index)).sent += 1;
  }
  const byAnswer = [...indices].sort(
    (left, right) => timeline.answeredAtMs(left) - timeline.answeredAtMs(right),
  );
  const offsetMs = clock === null ? Number.NaN : (clock.leastMs + clock.mostMs) / 2 + startedAtMs;
  for (const index of byAnswer) {
    const step = stepAt(timeline.answeredAtMs(index));
    const { admitted, refused } = tally(timeline, [index]);
    step.admitted += admitted;
    step.refused += refused;
    step.other += 1 - admitted - refused;
    step.remaining = figure(timeline.remaining(index)) ?? step.remaining;
    step.resetAtMs = figure(timeline.reset(index) * 1000 - offsetMs) ?? step.resetAtMs;
  }
  return [...steps.values()].sort((left, right) => left.atMs - right.atMs);
}

function emptyStep(atMs: number): Writable<QuotaStep> {
  return { atMs, sent: 0, admitted: 0, refused: 0, other: 0, remaining: null, resetAtMs: null };
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
    askedAtMs: timeline.sentAtMs(asked) - startedAtMs,
    admitted: timeline.served(asked) ? true : timeline.status(asked) === 429 ? false : null,
  };
}

function figure(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/** Of many: spread arguments would overflow the stack. */
function least(values: readonly number[]): number {
  return values.reduce((left, right) => Math.min(left, right), values[0] ?? 0);
}

function most(values: readonly number[]): number {
  return values.reduce((left, right) => Math.max(left, right), values[0] ?? 0);
}
