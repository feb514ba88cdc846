import type { Timeline } from '../timeline.ts';
import { countBefore, countUpTo } from './sorted-times.ts';

/** A request that was refused for the quota that is judged. */
export interface Refusal {
  readonly entry: number;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  /** Until when its `Retry-After` asks to wait; `answeredAtMs` where it has none that can be read. */
  readonly promisedAtMs: number;
}

/** Whether a request was counted, as far as its answer tells. */
export type Counted = 'surely' | 'possibly' | 'refused' | 'ignored';

/** The times at which requests were sent and answered, each in ascending order. */
interface Times {
  readonly sent: Float64Array;
  readonly answered: Float64Array;
}

/**
 * What the requests of one key drew on a quota. The server decided on each at some moment between sending and
 * answer, so counts within a span come as bounds: `surely` from below, `possibly` from above.
 */
export class Ledger {
  /** Indices of the timeline that are not ignored, in the order in which they were sent. */
  readonly entries: Int32Array;
  /** The same that were surely counted. */
  readonly served: Int32Array;
  readonly refusals: readonly Refusal[];
  readonly sure: Times;
  /** The answers to `sure.sent`, one by one. */
  readonly sureAnswers: Float64Array;
  /** Those of all that may have been counted. */
  readonly possible: Times;
  /** When any requests were sent, and the earliest answer to those sent from each on. */
  readonly attempts: { readonly sent: Float64Array; readonly earliestAnswer: Float64Array };

  constructor(timeline: Timeline, entries: Int32Array, counted: (index: number) => Counted) {
    this.entries = entries;
    this.served = entries.filter((index) => counted(index) === 'surely');
    this.refusals = Array.from(
      entries.filter((index) => counted(index) === 'refused'),
      (entry) => refusal(timeline, entry),
    );
    this.sure = timesOf(timeline, this.served);
    this.sureAnswers = Float64Array.from(this.served, timeline.answeredAtMs);
    this.possible = timesOf(
      timeline,
      entries.filter((index) => counted(index) === 'surely' || counted(index) === 'possibly'),
    );
    this.attempts = attemptsOf(timeline, entries);
  }

  /** At least so many were counted from `fromMs` to `toMs`. */
  surely(fromMs: number, toMs: number): number {
    return Math.max(0, countUpTo(this.sure.answered, toMs) - countBefore(this.sure.sent, fromMs));
  }

  /** At most so many were counted from `fromMs` to `toMs`. */
  possibly(fromMs: number, toMs: number): number {
    return Math.max(0, countUpTo(this.possible.sent, toMs) - countBefore(this.possible.answered, fromMs));
  }
}

function refusal(timeline: Timeline, entry: number): Refusal {
  const answeredAtMs = timeline.answeredAtMs(entry);
  const wait = timeline.retryAfterMs(entry);
  return {
    entry,
    sentAtMs: timeline.sentAtMs(entry),
    answeredAtMs,
    promisedAtMs: answeredAtMs + (Number.isFinite(wait) ? Math.max(0, wait) : 0),
  };
}

function timesOf(timeline: Timeline, entries: Int32Array): Times {
  return {
    sent: Float64Array.from(entries, timeline.sentAtMs).sort(),
    answered: Float64Array.from(entries, timeline.answeredAtMs).sort(),
  };
}

function attemptsOf(timeline: Timeline, entries: Int32Array): Ledger['attempts'] {
  const earliestAnswer = new Float64Array(entries.length);
  let earliest = Number.POSITIVE_INFINITY;
  for (let position = entries.length - 1; position >= 0; position -= 1) {
    earliest = Math.min(earliest, timeline.answeredAtMs(entries[position] ?? 0));
    earliestAnswer[position] = earliest;
  }
  return { sent: Float64Array.from(entries, timeline.sentAtMs), earliestAnswer };
}
