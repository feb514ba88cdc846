import type { PlanUnderTest } from '../plan-under-test.ts';
import type { Timeline } from '../timeline.ts';
import { type Classify, type RequestClass, saysMinute } from './request-class.ts';
import { countBefore, countUpTo, smallestFrom, sortByTime } from './sorted-times.ts';
import { type Spans, united } from './spans.ts';

const order: readonly RequestClass[] = ['admitted', 'possible', 'refused', 'elsewhere', 'nothing'];

/** Requests that were refused, in the order of their answers. */
export interface Refusals {
  readonly entries: Int32Array;
  readonly sent: Float64Array;
  readonly answered: Float64Array;
  /** When they were sent, ascending. */
  readonly bySent: Float64Array;
}

/** Times at which requests were sent and answered, each ascending for itself. */
export interface Times {
  readonly sent: Float64Array;
  readonly answered: Float64Array;
}

/**
 * What was drawn on one counter. The server decided on each request at some moment between sending and answer,
 * so that counts within a span come as bounds: `surely` from below, `possibly` from above. As no request is
 * answered before it is sent, both need nothing but times that are sorted apart from each other.
 */
export class KeyLedger {
  /** Entries that say something of the counter, in the order in which they were sent. */
  readonly entries: Int32Array;
  readonly admittedEntries: Int32Array;
  readonly admitted: Times;
  /** The admitted ones too, and what an earlier use may have left, at the very beginning. */
  readonly possible: Times;
  readonly refusals: Refusals;
  /** When the requests were sent that were surely decided on by this counter, and the earliest answer from each on. */
  readonly decided: { readonly sent: Float64Array; readonly earliestAnswer: Float64Array };
  readonly admittedBySent: { readonly sent: Float64Array; readonly earliestAnswer: Float64Array };
  /** When a request can have been decided on that may have been the first of a window. */
  readonly coverage: Spans;
  readonly firstSentMs: number;
  readonly lastAnsweredMs: number;
  /** What the first answer announced: nothing used but by it, or little; `unknown`: an earlier use may count. */
  readonly start: 'untouched' | 'full' | 'unknown';

  /** `start`: of the key, where these are only some of its requests. */
  constructor(
    timeline: Timeline,
    entries: Int32Array,
    classify: Classify,
    plan: PlanUnderTest,
    start: KeyLedger['start'] | null = null,
  ) {
    this.entries = sortByTime(
      entries.filter((index) => classify(timeline, index) !== 'nothing'),
      timeline.sentAtMs,
    );
    const classes = this.entries.map((index) => order.indexOf(classify(timeline, index)));
    const pick = (...wanted: readonly RequestClass[]) =>
      this.entries.filter((_, position) =>
        wanted.includes(order[classes[position] as number] as RequestClass),
      );
    this.admittedEntries = pick('admitted');
    this.admitted = timesOf(timeline, this.admittedEntries, 0, 0);
    const [first] = this.entries;
    this.firstSentMs = first === undefined ? 0 : timeline.sentAtMs(first);
    this.start = start ?? startOf(timeline, first, classify, plan);
    const earlier = earlierUse(this.start, plan);
    const possible = pick('admitted', 'possible');
    this.possible = timesOf(timeline, possible, earlier, this.firstSentMs);
    this.refusals = refusalsOf(timeline, pick('refused'));
    this.decided = withEarliestAnswer(timeline, pick('admitted', 'refused'));
    this.admittedBySent = withEarliestAnswer(timeline, this.admittedEntries);
    this.coverage = coverageOf(timeline, pick('admitted', 'possible', 'elsewhere'));
    this.lastAnsweredMs = this.entries.reduce(
      (last, index) => Math.max(last, timeline.answeredAtMs(index)),
      this.firstSentMs,
    );
  }

  /** At least so many were admitted from `fromMs` to `toMs`. */
  surely(fromMs: number, toMs: number): number {
    return Math.max(0, countUpTo(this.admitted.answered, toMs) - countBefore(this.admitted.sent, fromMs));
  }

  /** At most so many were counted from `fromMs` to `toMs`. */
  possibly(fromMs: number, toMs: number): number {
    return Math.max(0, countUpTo(this.possible.sent, toMs) - countBefore(this.possible.answered, fromMs));
  }
}

function startOf(
  timeline: Timeline,
  first: number | undefined,
  classify: Classify,
  plan: PlanUnderTest,
): KeyLedger['start'] {
  if (first === undefined || classify(timeline, first) !== 'admitted' || !saysMinute(timeline, first, plan)) {
    return 'unknown';
  }
  const remaining = timeline.remaining(first);
  if (remaining === plan.perMinute - 1) {
    return 'untouched';
  }
  // A bucket that is counted in fractions shows one less.
  return remaining >= plan.perMinute - 2 ? 'full' : 'unknown';
}

/** So many requests of an earlier use may still count, refused ones with them. */
function earlierUse(start: KeyLedger['start'], { perMinute }: PlanUnderTest): number {
  return { untouched: 0, full: 2, unknown: 2 * perMinute }[start];
}

function timesOf(timeline: Timeline, entries: Int32Array, earlier: number, earlierMs: number): Times {
  const sent = new Float64Array(entries.length + earlier).fill(earlierMs);
  const answered = new Float64Array(entries.length + earlier).fill(earlierMs);
  for (let position = 0; position < entries.length; position += 1) {
    sent[earlier + position] = timeline.sentAtMs(entries[position] as number);
    answered[earlier + position] = timeline.answeredAtMs(entries[position] as number);
  }
  return { sent: sent.sort(), answered: answered.sort() };
}

function refusalsOf(timeline: Timeline, bySent: Int32Array): Refusals {
  const sentAscending = Float64Array.from(bySent, timeline.sentAtMs);
  const entries = sortByTime(bySent, timeline.answeredAtMs);
  return {
    entries,
    bySent: sentAscending,
    sent: Float64Array.from(entries, timeline.sentAtMs),
    answered: Float64Array.from(entries, timeline.answeredAtMs),
  };
}

function withEarliestAnswer(timeline: Timeline, entries: Int32Array): KeyLedger['decided'] {
  return {
    sent: Float64Array.from(entries, timeline.sentAtMs),
    earliestAnswer: smallestFrom(Float64Array.from(entries, timeline.answeredAtMs)),
  };
}

function coverageOf(timeline: Timeline, bySent: Int32Array): Spans {
  const spans: [number, number][] = [];
  for (const index of bySent) {
    const sent = timeline.sentAtMs(index);
    const answered = timeline.answeredAtMs(index);
    const last = spans.at(-1);
    if (last !== undefined && sent <= last[1]) {
      last[1] = Math.max(last[1], answered);
    } else {
      spans.push([sent, answered]);
    }
  }
  return united(spans);
}
